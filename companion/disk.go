package companion

import (
	"slices"
	"time"

	"tabletop/companion/panel"
)

// disk is what waits for the card.
type disk struct {
	pending  *pending
	failed   *pending // what the disk refused, while the table is asked
	unread   int      // how many matches are still to be read before the first picture
	loading  *loading // a match that is being read
	backlog  []Keep   // what waits for the disk to return
	unsaved  bool
	replaced bool          // the backlog is what a new database must hold
	ticket   int           // of the last Keep
	replays  []queuedEvent // what has waited, and happens next
}

// pending is a change that the disk has not answered for yet.
type pending struct {
	keep  Keep
	next  Model // what holds once it is kept
	then  []act // what happens then
	call  call  // whom to tell
	queue []queuedEvent
	slow  bool // the disk takes long over it, and the panel says so
}

// held is an event that waits, and what its sender saw.
type queuedEvent struct {
	event Event
	view  panel.View
	early bool // it came before all in sight was read: there was nothing to see
}

// loading is an open match that somebody wants on the panel.
type loading struct {
	id   string
	call call
}

const (
	mostHeld  = 4 // presses that wait for the disk
	blinkFor  = 120 * time.Millisecond
	retryDisk = 5 * time.Second // between two tries while unsaved
	slowAfter = 2 * time.Second // a write that takes longer is said
)

// asks reports whether the table is asked what to do about the disk.
func (d disk) asksTable() bool { return d.failed != nil }

// slow reports whether the disk takes long over what is being written.
func (d disk) slow() bool { return d.pending != nil && d.pending.slow }

// numbered is k under the next ticket.
func (d *disk) withTicket(k Keep) Keep {
	d.ticket++
	k.Ticket = d.ticket
	return k
}

// answered is the disk once it has taken what was pending, or the table has gone on
// without it.
func (d disk) withoutPending() disk {
	d.pending, d.failed = nil, nil
	return d
}

// commit shows next as soon as k is on disk, with the settings in which next differs,
// and lets then happen. Without a disk all is shown at once and k waits for the disk to
// return; where there is nothing to keep it is shown at once, too.
func (m Model) commit(next Model, k Keep, then ...act) (Model, []Effect) {
	next = next.recordScreen()
	next, k.Drop = next.withoutDraft()
	k.Settings = next.evening.changes(m.evening)
	p := &pending{keep: k, next: next, then: then, call: m.call}
	switch {
	case k.Match == "" && k.Drop == "" && len(k.Settings) == 0 && len(k.Players) == 0:
		return m.adopt(p)
	case m.disk.unsaved:
		m.disk.backlog = join(m.disk.backlog, k)
		return m.adopt(p)
	}
	m.call = call{}
	return m.write(p)
}

// write sends what p waits for to the disk.
func (m Model) write(p *pending) (Model, []Effect) {
	p.keep = m.disk.withTicket(p.keep)
	m.disk.pending = p
	late := m.face.after(timerSlow, slowAfter)
	return m, []Effect{late, p.keep}
}

// adopt puts what p was to become in sight, tells whom it must, and lets what waited
// happen to it.
func (m Model) adopt(p *pending) (Model, []Effect) {
	next := p.next.catchUp(m)
	next.call = p.call
	var effects []Effect
	for _, then := range p.then {
		var more []Effect
		next, more = then(next)
		effects = append(effects, more...)
	}
	next.disk.replays = append(slices.Clone(p.queue), next.disk.replays...)
	return next.sendAnswer(effects)
}

// since gives a model that was computed earlier what m has seen meanwhile.
func (next Model) catchUp(m Model) Model {
	asked := m.disk.asksTable()
	next.now, next.wall = m.now, m.wall
	next.face, next.disk = m.face, m.disk.withoutPending()
	next.clock.due = m.clock.due
	if asked { // that time was nobody's
		next.clock = m.clock
	}
	return next.passTime(m.clock.until)
}

// dropPress blinks, for a press that did nothing.
func (m Model) dropPress() (Model, []Effect) {
	m.face.blink = true
	after := m.face.after(timerBlink, blinkFor)
	return m, []Effect{after}
}

// onKeepLost asks the table what to do when the disk has not taken a change. Damage
// is not asked about: a new database takes it.
func (m Model) onKeepLost(w Lost) (Model, []Effect) {
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{Ticket: w.Ticket}}
	}
	p := *m.disk.pending
	p.queue = slices.DeleteFunc(slices.Clone(p.queue), func(h queuedEvent) bool { return pressedKey(h.event.What) != panel.NoKey })
	m.disk.failed, m.disk.pending = &p, nil
	m = m.show(diskPage(w.Err))
	if p.call.answer.Cookie != "" {
		return m, nil // a cookie is given once: its phone waits for what the table decides
	}
	m.call, p.call = p.call, call{}
	m.call.answer = Answer{Refusal: Refusal{Kind: Illegal, Text: m.word("disk.refused")}}
	return m.sendAnswer(nil)
}

// diskPage asks: once more, go on unsaved, or stop.
func diskPage(err error) page {
	return page{kind: panel.KindConfirm, build: func(m Model, s *form) {
		s.Title = m.word("disk.title")
		s.Say(m.word(diskReason(err)))
		s.Item(m.word("disk.again"), func(m Model) (Model, []Effect) { return m.tryAgain() })
		s.Item(m.word("disk.unsaved"), func(m Model) (Model, []Effect) { return m.playUnsaved() })
		s.Item(m.word("disk.stop"), func(m Model) (Model, []Effect) { return m, []Effect{Stop{}} })
		s.back = stay
	}}
}

// tryAgain sends what the disk refused once more.
func (m Model) tryAgain() (Model, []Effect) {
	p := *m.disk.failed
	p.next = p.next.catchUp(m)
	m = m.pop()
	m.disk.failed, p.slow = nil, false
	return m.write(&p)
}

// playUnsaved goes on without the disk.
func (m Model) playUnsaved() (Model, []Effect) {
	p := *m.disk.failed
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
	m.disk.backlog[0] = m.disk.withTicket(m.disk.backlog[0])
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
	replaced := m.disk.replaced
	m.disk.unsaved, m.disk.backlog, m.disk.replaced = false, nil, false
	if replaced {
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
