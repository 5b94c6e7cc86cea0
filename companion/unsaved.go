package companion

import (
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	retryDisk  = 5 * time.Second // between two tries while unsaved
	tagBacklog = "backlog"
)

// refused asks the table what to do when the disk has not taken a change. Damage
// is not asked about: a new database takes it.
func (m Model) refused(w Lost) (Model, []Effect) {
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{Ticket: w.Ticket}}
	}
	p := *m.pending
	p.held = slices.DeleteFunc(slices.Clone(p.held), func(h held) bool { return pressed(h.event.What) != NoKey })
	reply := p.reply
	p.reply = 0
	m.lost, m.pending = &p, nil
	m = m.show(diskPage(w.Err))
	if reply != 0 {
		return m, []Effect{Reply{Reply: reply, Seq: m.seq(), Refusal: m.word("disk.refused")}}
	}
	return m, nil
}

// diskPage asks: once more, go on unsaved, or stop.
func diskPage(err error) page {
	return page{kind: KindConfirm, build: func(m Model, s *sheet) {
		s.title = m.word("disk.title")
		s.say(m.word(diskReason(err)))
		s.item(m.word("disk.again"), func(m Model) (Model, []Effect) { return m.tryAgain() })
		s.item(m.word("disk.unsaved"), func(m Model) (Model, []Effect) { return m.goOnUnsaved() })
		s.item(m.word("disk.stop"), func(m Model) (Model, []Effect) { return m, []Effect{Stop{}} })
		s.back = stay
	}}
}

func (m Model) tryAgain() (Model, []Effect) {
	p := *m.lost
	p.next = p.next.since(m)
	m = m.pop()
	m.lost = nil
	m.tickets++
	p.keep.Ticket, p.next.tickets = m.tickets, m.tickets
	m.pending = &p
	return m, []Effect{p.keep}
}

func (m Model) goOnUnsaved() (Model, []Effect) {
	p := m.lost
	next, effects := m.adopt(p, func(next Model) Model {
		next.unsaved, next.backlog = true, []Keep{p.keep}
		return next
	})
	next, after := next.after(tagBacklog, retryDisk)
	return next, append(slices.Clone(effects), after)
}

// join adds k to what waits for the disk; lines of one match become one batch.
func join(backlog []Keep, k Keep) []Keep {
	backlog = slices.Clone(backlog)
	i := len(backlog) - 1
	if i < 0 || !joins(backlog[i], k) {
		return append(backlog, k)
	}
	b := &backlog[i]
	if b.Lines == "" {
		b.Match, b.First = k.Match, k.First
	}
	if k.Lines != "" {
		b.Over, b.Summary = k.Over, k.Summary
	}
	b.Lines += k.Lines
	b.Settings += k.Settings
	b.Players += k.Players
	b.Secret += k.Secret
	return backlog
}

// joins reports whether k can be written in one transaction with b.
func joins(b, k Keep) bool {
	return b.Ticket == 0 && (b.Match == k.Match || b.Match == "" || k.Match == "") && (b.Secret == "" || k.Secret == "")
}

// retry sends the first of the backlog to the disk.
func (m Model) retry() (Model, []Effect) {
	if !m.unsaved || len(m.backlog) == 0 {
		return m, nil
	}
	m.tickets++
	m.backlog = slices.Clone(m.backlog)
	m.backlog[0].Ticket = m.tickets
	return m, []Effect{m.backlog[0]}
}

func (m Model) backlogKept(w Kept) (Model, []Effect) {
	if len(m.backlog) == 0 || m.backlog[0].Ticket != w.Ticket {
		return m, nil
	}
	m.backlog = m.backlog[1:]
	if len(m.backlog) > 0 {
		return m.retry()
	}
	replaced := m.replaced
	m.unsaved, m.backlog, m.replaced = false, nil, false
	if replaced {
		return m, nil // said already
	}
	return m.show(messagePage("disk.back")), nil
}

func (m Model) backlogLost(w Lost) (Model, []Effect) {
	if len(m.backlog) == 0 || m.backlog[0].Ticket != w.Ticket {
		return m, nil
	}
	m.backlog = slices.Clone(m.backlog)
	m.backlog[0].Ticket = 0
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{}}
	}
	m, after := m.after(tagBacklog, retryDisk)
	return m, []Effect{after}
}

// renewed writes all that is open to a database that begins empty, what the
// damaged one has not taken included.
func (m Model) renewed(w Renewed) (Model, []Effect) {
	p := m.pending
	if p == nil {
		p = m.lost
	}
	if p == nil {
		return m.rewritten(w).retry()
	}
	next, effects := m.adopt(p, func(next Model) Model { return next.rewritten(w) })
	next, more := next.retry()
	return next, append(slices.Clone(effects), more...)
}

// rewritten is the model with everything in the backlog, and the trouble said.
func (m Model) rewritten(w Renewed) Model {
	m.backlog = []Keep{{Settings: m.allSettings(), Players: lines(m.players)}}
	for _, s := range append(slices.Clone(m.open), m.cups) {
		if !s.match.IsZero() {
			m.backlog = append(m.backlog, Keep{Match: s.id, First: 1, Lines: s.match.Since(0), Secret: s.secret.String()})
		}
	}
	m.unsaved, m.replaced = true, true
	return m.show(troublePage(Trouble{Key: "trouble.fresh", Arg: w.Name}))
}

// lines lists names as Keep wants them: each with its LF, the latest seated last.
func lines(latestFirst []string) string {
	var b strings.Builder
	for _, name := range slices.Backward(latestFirst) {
		b.WriteString(name + "\n")
	}
	return b.String()
}

func (m Model) allSettings() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(m.settings)) {
		b.WriteString(key + "\t" + m.settings[key] + "\n")
	}
	return b.String()
}
