package companion

import (
	"slices"
	"time"

	"tabletop/companion/panel"
)

// A change is shown only after the disk has stored it. Until the disk answers, the panel shows
// the old state. Then the next model, which is computed already, replaces the old one. Meanwhile
// events wait in a queue, with at most four key presses from the keys and four from phones. An
// ok in the queue was meant for the screen that its sender saw. If the screen has changed since
// then, the ok is dropped with a blink. Timers still run: clocks count, and the picture moves
// and dims. After two seconds a notice on the panel says that the card is slow.

// disk is the state of writing to the card: the pending change, its queue and the backlog.
type disk struct {
	pending     *pending      // change that the disk has not answered yet; nil if none
	failed      *pending      // change that the disk has refused, while the panel asks what to do; nil if none
	unread      int           // number of matches still to be loaded for the first picture
	loading     *loading      // open match that is being loaded for the panel; nil if none
	backlog     []Keep        // transactions to store once the disk works again, in order
	news        bool          // facts were stored since the last backup was begun
	unsaved     bool          // the disk has failed: changes are shown before they are stored
	newDatabase bool          // the backlog has all data for a new, empty database
	ticket      int           // ticket of the last Keep
	replays     []queuedEvent // queued events that Update handles next
}

// pending is a change of the model that waits for the disk.
type pending struct {
	keep  Keep
	next  Model // model that is shown once keep is stored
	then  []act // actions to run on next after it is shown
	call  call  // call to answer once keep is stored
	queue []queuedEvent
	slow  bool // the write has taken longer than slowAfter, and the panel shows it
}

// queuedEvent is an event in the queue, with the picture that its sender saw.
type queuedEvent struct {
	event Event
	view  panel.View
	early bool // the event arrived before the first picture, so view is empty
}

// loading is a request to show an open match, whose facts are being loaded.
type loading struct {
	id   string
	call call
}

const (
	mostHeld  = 4                      // maximum number of queued key presses, counted separately for keys and phones
	blinkFor  = 120 * time.Millisecond // duration of the blink after a dropped key press
	retryDisk = 5 * time.Second        // time between two tries to store the backlog
	slowAfter = 2 * time.Second        // time after which a write counts as slow
)

// asksTable reports whether the panel asks what to do about a failed write.
func (d disk) asksTable() bool { return d.failed != nil }

// slow reports whether the pending write has taken longer than slowAfter.
func (d disk) slow() bool { return d.pending != nil && d.pending.slow }

// withTicket returns k with the next free ticket.
func (d *disk) withTicket(k Keep) Keep {
	d.ticket++
	k.Ticket = d.ticket
	return k
}

// withoutPending returns d without its pending and its failed change.
func (d disk) withoutPending() disk {
	d.pending, d.failed = nil, nil
	return d
}

// commit stores k, together with the settings that differ between m and next. Once the disk has
// stored them, the panel shows next and the given acts run. If there is nothing to store, the
// panel shows next at once. If the disk has failed earlier, the panel also shows next at once,
// and k is added to the backlog.
func (m Model) commit(next Model, k Keep, then ...act) (Model, []Effect) {
	next = next.recordScreen()
	next, k.Drop = next.withoutDraft()
	k.Settings = next.evening.changes(m.evening)
	m.disk.news = m.disk.news || len(k.Lines) > 0
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

// write sends p.keep to the disk. p becomes the pending change.
func (m Model) write(p *pending) (Model, []Effect) {
	p.keep = m.disk.withTicket(p.keep)
	m.disk.pending = p
	late := m.face.after(timerSlow, slowAfter)
	return m, []Effect{late, p.keep}
}

// adopt shows p.next, runs p.then and answers the caller. The events queued in p are handled
// next.
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

// catchUp returns next, which was computed earlier, with the time, light and disk of m.
func (next Model) catchUp(m Model) Model {
	asked := m.disk.asksTable()
	next.now, next.wall = m.now, m.wall
	next.face, next.disk = m.face, m.disk.withoutPending()
	next.clock.due = m.clock.due
	if asked { // no seat's time is counted while the panel asks
		next.clock = m.clock
	}
	return next.passTime(m.clock.until)
}

// dropPress makes the panel blink, to show that a key press had no effect.
func (m Model) dropPress() (Model, []Effect) {
	m.face.blink = true
	after := m.face.after(timerBlink, blinkFor)
	return m, []Effect{after}
}

// onKeepLost handles a failed write: the panel asks the table what to do. If the database is
// damaged, the panel asks nothing and the model requests a new database.
func (m Model) onKeepLost(w Lost) (Model, []Effect) {
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{Ticket: w.Ticket}}
	}
	p := *m.disk.pending
	p.queue = slices.DeleteFunc(slices.Clone(p.queue), func(h queuedEvent) bool { return pressedKey(h.event.What) != panel.NoKey })
	m.disk.failed, m.disk.pending = &p, nil
	m = m.show(diskPage(w.Err))
	if p.call.answer.Cookie != "" {
		return m, nil // a cookie is sent only once: the phone waits until the table has answered
	}
	m.call, p.call = p.call, call{}
	m.call.answer = Answer{Refusal: Refusal{Kind: Illegal, Text: m.word("disk.refused")}}
	return m.sendAnswer(nil)
}

// diskPage returns the page that asks what to do about the failed write: try again, continue
// unsaved, or stop.
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

// tryAgain sends the failed write to the disk again.
func (m Model) tryAgain() (Model, []Effect) {
	p := *m.disk.failed
	p.next = p.next.catchUp(m)
	m = m.pop()
	m.disk.failed, p.slow = nil, false
	return m.write(&p)
}

// playUnsaved continues without the disk: changes are shown at once and collected in the
// backlog.
func (m Model) playUnsaved() (Model, []Effect) {
	p := *m.disk.failed
	m.disk.unsaved, m.disk.backlog = true, []Keep{p.keep}
	p.then = append(slices.Clone(p.then), Model.retryLater)
	return m.adopt(&p)
}

// retryLater requests another try to store the backlog after retryDisk.
func (m Model) retryLater() (Model, []Effect) {
	after := m.face.after(timerBacklog, retryDisk)
	return m, []Effect{after}
}

// join returns the backlog with k added. It merges k into the last transaction if joins allows
// that.
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

// joins reports whether join can merge k into the transaction b. The two must not be about
// different matches.
func joins(b, k Keep) bool {
	return b.Ticket == 0 && k.Drop == "" && (b.Match == k.Match || b.Match == "" || k.Match == "") && (b.Secret.IsZero() || k.Secret.IsZero())
}

// retry sends the first transaction of the backlog to the disk.
func (m Model) retry() (Model, []Effect) {
	if !m.disk.unsaved || len(m.disk.backlog) == 0 {
		return m, nil
	}
	m.disk.backlog = slices.Clone(m.disk.backlog)
	m.disk.backlog[0] = m.disk.withTicket(m.disk.backlog[0])
	return m, []Effect{m.disk.backlog[0]}
}

// awaits reports whether ticket is that of the first transaction in the backlog.
func (d disk) awaits(ticket int) bool { return len(d.backlog) > 0 && d.backlog[0].Ticket == ticket }

// onBacklogKept removes the stored transaction from the backlog and sends the next one. After
// the last one it shows that the disk works again.
func (m Model) onBacklogKept(w Kept) (Model, []Effect) {
	if !m.disk.awaits(w.Ticket) {
		return m, nil
	}
	m.disk.backlog = m.disk.backlog[1:]
	if len(m.disk.backlog) > 0 {
		return m.retry()
	}
	replaced := m.disk.newDatabase
	m.disk.unsaved, m.disk.backlog, m.disk.newDatabase = false, nil, false
	if replaced {
		return m, nil
	}
	return m.show(messagePage("disk.back")), nil
}

// onBacklogLost handles a failed write of the backlog: it requests another try after retryDisk,
// or a new database if this one is damaged.
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
