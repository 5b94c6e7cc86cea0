package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/panel"
)

// rescuePage says what was read of a damaged database and what not.
func rescuePage(r Rescue) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("trouble.title")
		if r.Matches == 0 {
			s.Read(m.word("trouble.fresh", r.Aside))
			return
		}
		s.Read(m.word("rescue.saved", strconv.Itoa(r.Matches), strconv.Itoa(r.Facts), r.Aside))
		damageLines(m, s, r.Damaged)
	}}
}

// damagePage names the matches that were damaged.
func damagePage(damaged []Damage) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("trouble.title")
		s.Read(m.word("damage.some"))
		damageLines(m, s, damaged)
	}}
}

// mostNamed is how many damaged matches a page names.
const mostNamed = 8

// readDamaged is a line for each damaged match.
func damageLines(m Model, s *form, damaged []Damage) {
	for _, d := range damaged[:min(len(damaged), mostNamed)] {
		s.Read(m.damageText(d))
	}
	if more := len(damaged) - mostNamed; more > 0 {
		s.Read(m.word("damage.more", strconv.Itoa(more)))
	}
}

// damage says in words which match it is, and where it breaks off.
func (t localizer) damageText(d Damage) string {
	what, when := t.title(d.Game), t.word("date.unsure")
	if len(d.Started) >= len("2006-01-02") {
		when = d.Started[:len("2006-01-02")]
	}
	if d.From <= 1 {
		return t.word("damage.all", what, when)
	}
	return t.word("damage.from", what, when, strconv.Itoa(d.From-1))
}

// unkeptPage says that nothing can be kept, and why.
func readOnlyPage(why error) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("disk.title")
		s.Read(m.word(diskReason(why)))
		s.Read(m.word("disk.frozen"))
	}}
}

// onRenewed writes all that is open, and known here, to the database that took the place
// of a damaged one, what this has not taken included.
func (m Model) onRenewed(w Renewed) (Model, []Effect) {
	p := m.disk.pending
	if p == nil {
		p = m.disk.failed
	}
	if p == nil {
		return m.rewrite(w.Rescue).retry()
	}
	rewriting := *p
	rewriting.next = p.next.rewrite(w.Rescue)
	m.disk.unsaved, m.disk.replaced, m.disk.backlog = true, true, rewriting.next.disk.backlog
	rewriting.then = append(slices.Clone(p.then), Model.retry)
	return m.adopt(&rewriting)
}

// rewrite is the model with everything in the backlog, and the trouble said.
func (m Model) rewrite(r Rescue) Model {
	players := slices.Clone(m.evening.people.Known)
	slices.Reverse(players)
	m.disk.backlog = []Keep{{Settings: m.evening.changes(&evening{}), Players: players}}
	for _, s := range append(slices.Clone(m.open), m.cups) {
		if !s.match.IsZero() {
			m.disk.backlog = append(m.disk.backlog, Keep{Match: s.id, First: 1, Lines: s.match.Lines(0), Secret: s.secret})
		}
	}
	m.disk.unsaved, m.disk.replaced = true, true
	return m.show(rescuePage(r))
}
