package companion

import "slices"

// onKeepLost asks the table what to do when the disk has not taken a change. Damage
// is not asked about: a new database takes it.
func (m Model) onKeepLost(w Lost) (Model, []Effect) {
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{Ticket: w.Ticket}}
	}
	p := *m.disk.pending
	p.held = slices.DeleteFunc(slices.Clone(p.held), func(h held) bool { return pressed(h.event.What) != NoKey })
	m.disk.lost, m.disk.pending = &p, nil
	m = m.show(diskPage(w.Err))
	if p.call.answer.Cookie != "" {
		return m, nil // a cookie is given once: its phone waits for what the table decides
	}
	m.call, p.call = p.call, call{}
	m.call.answer = Answer{Refusal: Refusal{Kind: Illegal, Text: m.word("disk.refused")}}
	return m.answered(nil)
}

// diskPage asks: once more, go on unsaved, or stop.
func diskPage(err error) page {
	return page{kind: KindConfirm, build: func(m Model, s *sheet) {
		s.title = m.word("disk.title")
		s.say(m.word(diskReason(err)))
		s.item(m.word("disk.again"), func(m Model) (Model, []Effect) { return m.tryAgain() })
		s.item(m.word("disk.unsaved"), func(m Model) (Model, []Effect) { return m.playUnsaved() })
		s.item(m.word("disk.stop"), func(m Model) (Model, []Effect) { return m, []Effect{Stop{}} })
		s.back = stay
	}}
}

// tryAgain sends what the disk refused once more.
func (m Model) tryAgain() (Model, []Effect) {
	p := *m.disk.lost
	p.next = p.next.since(m)
	m = m.pop()
	m.disk.lost, p.slow = nil, false
	return m.write(&p)
}

// playUnsaved goes on without the disk.
func (m Model) playUnsaved() (Model, []Effect) {
	p := *m.disk.lost
	m.disk.unsaved, m.disk.backlog = true, []Keep{p.keep}
	p.then = append(slices.Clone(p.then), Model.retryLater)
	return m.adopt(&p)
}

func (m Model) retryLater() (Model, []Effect) {
	after := m.face.after(timerBacklog, retryDisk)
	return m, []Effect{after}
}

// join adds k to what waits for the disk; lines of one match become one batch.
func join(backlog []Keep, k Keep) []Keep {
	backlog = slices.Clone(backlog)
	i := len(backlog) - 1
	if i < 0 || !joins(backlog[i], k) {
		return append(backlog, k)
	}
	b := &backlog[i]
	if len(b.Lines) == 0 {
		b.Match, b.First = k.Match, k.First
	}
	if len(k.Lines) > 0 {
		b.Over, b.Summary = k.Over, k.Summary
	}
	if !k.Secret.IsZero() {
		b.Secret = k.Secret
	}
	b.Lines = slices.Concat(b.Lines, k.Lines)
	b.Settings = slices.Concat(b.Settings, k.Settings)
	b.Players = slices.Concat(b.Players, k.Players)
	return backlog
}

// joins reports whether k can be written in one transaction with b.
func joins(b, k Keep) bool {
	return b.Ticket == 0 && k.Drop == "" && (b.Match == k.Match || b.Match == "" || k.Match == "") && (b.Secret.IsZero() || k.Secret.IsZero())
}

// retry sends the first of the backlog to the disk.
func (m Model) retry() (Model, []Effect) {
	if !m.disk.unsaved || len(m.disk.backlog) == 0 {
		return m, nil
	}
	m.disk.backlog = slices.Clone(m.disk.backlog)
	m.disk.backlog[0] = m.disk.numbered(m.disk.backlog[0])
	return m, []Effect{m.disk.backlog[0]}
}

// awaits reports whether the Keep of that ticket is the first of the backlog.
func (d disk) awaits(ticket int) bool { return len(d.backlog) > 0 && d.backlog[0].Ticket == ticket }

func (m Model) onBacklogKept(w Kept) (Model, []Effect) {
	if !m.disk.awaits(w.Ticket) {
		return m, nil
	}
	m.disk.backlog = m.disk.backlog[1:]
	if len(m.disk.backlog) > 0 {
		return m.retry()
	}
	said := m.disk.replaced
	m.disk.unsaved, m.disk.backlog, m.disk.replaced = false, nil, false
	if said {
		return m, nil
	}
	return m.show(messagePage("disk.back")), nil
}

func (m Model) onBacklogLost(w Lost) (Model, []Effect) {
	if !m.disk.awaits(w.Ticket) {
		return m, nil
	}
	m.disk.backlog = slices.Clone(m.disk.backlog)
	m.disk.backlog[0].Ticket = 0
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{}}
	}
	return m.retryLater()
}

// onRenewed writes all that is open, and known here, to the database that took the place
// of a damaged one, what this has not taken included.
func (m Model) onRenewed(w Renewed) (Model, []Effect) {
	p := m.disk.pending
	if p == nil {
		p = m.disk.lost
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
	players := slices.Clone(m.evening.players)
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
