package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/panel"
)

// rescuePage returns the page that shows how many matches and facts of a damaged database were
// read, and which matches are damaged.
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

// damagePage returns the page that lists damaged matches.
func damagePage(damaged []Damage) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("trouble.title")
		s.Read(m.word("damage.some"))
		damageLines(m, s, damaged)
	}}
}

// mostNamed is the maximum number of damaged matches listed on a page.
const mostNamed = 8

// damageLines adds a line for each of the first mostNamed damaged matches, and a line with the
// number of further ones.
func damageLines(m Model, s *form, damaged []Damage) {
	for _, d := range damaged[:min(len(damaged), mostNamed)] {
		s.Read(m.damageText(d))
	}
	if more := len(damaged) - mostNamed; more > 0 {
		s.Read(m.word("damage.more", strconv.Itoa(more)))
	}
}

// damageText returns the text about a damaged match: its game, its day and the number of its
// readable facts.
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

// readOnlyPage returns the page that explains that nothing can be stored, with the reason why.
func readOnlyPage(why error) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("disk.title")
		s.Read(m.word(diskReason(why)))
		s.Read(m.word("disk.frozen"))
	}}
}

// onRenewed writes the state of the model to the new database, including the change whose write
// found the damage.
func (m Model) onRenewed(w DatabaseReplaced) (Model, []Effect) {
	p := m.disk.pending
	if p == nil {
		p = m.disk.failed
	}
	if p == nil {
		return m.rewrite(w.Rescue).retry()
	}
	rewriting := *p
	rewriting.next = p.next.rewrite(w.Rescue)
	m.disk.unsaved, m.disk.newDatabase, m.disk.backlog = true, true, rewriting.next.disk.backlog
	rewriting.then = append(slices.Clone(p.then), Model.retry)
	return m.adopt(&rewriting)
}

// rewrite puts everything that the model knows into the backlog: settings, players and open
// matches. It shows which contents of the old database were readable.
func (m Model) rewrite(r Rescue) Model {
	players := slices.Clone(m.evening.people.Known)
	slices.Reverse(players)
	m.disk.backlog = []Keep{{Settings: m.evening.changes(&evening{}), Players: players}}
	for _, s := range append(slices.Clone(m.open), m.diceSession) {
		if !s.match.IsZero() {
			m.disk.backlog = append(m.disk.backlog, Keep{Match: s.id, First: 1, Lines: s.match.Lines(0), Secret: s.secret})
		}
	}
	m.disk.unsaved, m.disk.newDatabase = true, true
	return m.show(rescuePage(r))
}
