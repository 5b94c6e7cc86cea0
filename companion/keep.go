package companion

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
)

// pending is a change that the disk has not answered for yet.
type pending struct {
	keep    Keep
	next    Model    // what holds once it is kept
	effects []Effect // asked for then
	reply   int      // whom to tell, 0 for the keys
	held    []held   // what happened meanwhile
}

// held is an event that waits, and what its sender saw.
type held struct {
	event Event
	seen  View
}

const (
	mostHeld   = 4               // presses that wait for the disk
	retryDisk  = 5 * time.Second // between two tries while unsaved
	blinkFor   = 120 * time.Millisecond
	tagBlink   = "blink"
	tagBacklog = "backlog"
)

// commit shows next as soon as k is on disk. Without a disk it is shown at once
// and k waits for the disk to return.
func (m Model) commit(next Model, k Keep, effects ...Effect) (Model, []Effect) {
	return m.commitFor(0, next, k, effects...)
}

func (m Model) commitFor(reply int, next Model, k Keep, effects ...Effect) (Model, []Effect) {
	if m.unsaved {
		next.backlog = join(next.backlog, k)
		return next.told(reply, effects)
	}
	m.tickets++
	k.Ticket, next.tickets = m.tickets, m.tickets
	m.pending = &pending{keep: k, next: next, effects: effects, reply: reply}
	return m, []Effect{k}
}

func (m Model) told(reply int, effects []Effect) (Model, []Effect) {
	if reply != 0 {
		effects = append(slices.Clone(effects), Reply{Reply: reply, Seq: m.seq()})
	}
	return m, effects
}

// whileWriting answers the disk, and lets all else wait.
func (m Model) whileWriting(e Event) (Model, []Effect) {
	p := m.pending
	switch w := e.What.(type) {
	case Kept:
		if w.Ticket == p.keep.Ticket {
			return m.kept()
		}
		return m, nil
	case Lost:
		if w.Ticket == p.keep.Ticket {
			return m.refused(w)
		}
		return m, nil
	case Renewed:
		return m.adopt(p).renewed(w)
	case Random:
		waiting := *p
		waiting.next.reserve, waiting.next.ready = w.Secret, true
		m.pending = &waiting
		return m, nil
	}
	return m.hold(e), nil
}

// hold lets e wait. Of presses only four are remembered.
func (m Model) hold(e Event) Model {
	p := *m.pending
	if _, ok := e.What.(Press); ok && presses(p.held) >= mostHeld {
		return m
	}
	p.held = append(slices.Clone(p.held), held{e, m.quiet()})
	m.pending = &p
	return m
}

func presses(events []held) (n int) {
	for _, h := range events {
		if _, ok := h.event.What.(Press); ok {
			n++
		}
	}
	return n
}

// quiet is the screen without what comes and goes by itself.
func (m Model) quiet() View {
	v := m.View()
	v.Blink, v.ShiftX, v.ShiftY, v.Drift, v.Lamps = false, 0, 0, 0, Lamps{}
	return v
}

// kept puts the next model in sight, then lets what waited happen to it.
func (m Model) kept() (Model, []Effect) {
	p := m.pending
	next := p.next
	next.now, next.wall = m.now, m.wall
	next, effects := next.told(p.reply, p.effects)
	for _, h := range p.held {
		var more []Effect
		next, more = next.resume(h)
		effects = append(effects, more...)
	}
	return next, effects
}

// resume lets a held event happen, unless it was an ok for another screen.
func (m Model) resume(h held) (Model, []Effect) {
	press, ok := h.event.What.(Press)
	if ok && press.Key == OK && m.pending == nil && m.quiet() != h.seen {
		return m.dropped()
	}
	return m.Update(h.event)
}

// dropped blinks, for a press that did nothing.
func (m Model) dropped() (Model, []Effect) {
	m.blink = true
	m, after := m.after(tagBlink, blinkFor)
	return m, []Effect{after}
}

// refused asks the table what to do when the disk has not taken a change.
func (m Model) refused(w Lost) (Model, []Effect) {
	if diskReason(w.Err) == reasonDamaged {
		return m, []Effect{Renew{Ticket: w.Ticket}}
	}
	m.lost, m.pending = m.pending, nil
	m.lost.held = nil
	m = m.show(diskPage(w.Err))
	if m.lost.reply != 0 {
		return m, []Effect{Reply{Reply: m.lost.reply, Seq: m.seq(), Refusal: m.word("disk.refused")}}
	}
	return m, nil
}

// adopt takes what the disk has not taken as if it had: a new database gets all
// of it.
func (m Model) adopt(p *pending) Model {
	next := p.next
	next.now, next.wall, next.lost = m.now, m.wall, nil
	return next
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

// Reasoner is an error that knows its key in the catalogues: "disk.full",
// "disk.readonly", "disk.damaged".
type Reasoner interface {
	error
	Reason() string
}

// reasonDamaged is the reason that a new database mends.
const reasonDamaged = "disk.damaged"

func diskReason(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) {
		return r.Reason()
	}
	return "disk.error"
}

func (m Model) tryAgain() (Model, []Effect) {
	p := *m.lost
	m = m.pop()
	m.lost = nil
	m.tickets++
	p.keep.Ticket, p.next.tickets, p.reply = m.tickets, m.tickets, 0
	m.pending = &p
	return m, []Effect{p.keep}
}

func (m Model) goOnUnsaved() (Model, []Effect) {
	next, effects := m.adopt(m.lost), m.lost.effects
	next.unsaved, next.backlog = true, []Keep{m.lost.keep}
	next, after := next.after(tagBacklog, retryDisk)
	return next, append(slices.Clone(effects), after)
}

// join adds k to what waits for the disk; lines of one match become one batch.
func join(backlog []Keep, k Keep) []Keep {
	backlog = slices.Clone(backlog)
	if i := len(backlog) - 1; i >= 0 && joins(backlog[i], k) {
		b := &backlog[i]
		if b.Lines == "" {
			b.Match, b.First = k.Match, k.First
		}
		b.Lines += k.Lines
		b.Settings += k.Settings
		b.Players += k.Players
		b.Secret += k.Secret
		if k.Lines != "" {
			b.Over = k.Over
		}
		return backlog
	}
	return append(backlog, k)
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
	m, after := m.after(tagBacklog, retryDisk)
	return m, []Effect{after}
}

// set returns the model with a setting changed, and the line that keeps it.
func (m Model) set(key, value string) (Model, string) {
	m.settings = maps.Clone(m.settings)
	if m.settings == nil {
		m.settings = map[string]string{}
	}
	m.settings[key] = value
	return m, key + "\t" + value + "\n"
}

// after asks for a Tick under name; the one asked for before becomes stale.
func (m Model) after(name string, delay time.Duration) (Model, Effect) {
	m = m.cancel(name)
	return m, After{Tag: Tag{Name: name, N: m.tags[name]}, Delay: delay}
}

// cancel makes the timer under name stale.
func (m Model) cancel(name string) Model {
	m.tags = maps.Clone(m.tags)
	if m.tags == nil {
		m.tags = map[string]int{}
	}
	m.tags[name]++
	return m
}

// renewed writes all that is open to a database that begins empty.
func (m Model) renewed(w Renewed) (Model, []Effect) {
	if m.lost != nil {
		m = m.adopt(m.lost)
	}
	m.backlog = []Keep{{Settings: m.allSettings(), Players: strings.Join(m.players, "\n")}}
	for _, s := range append(slices.Clone(m.open), m.cups) {
		if !s.match.IsZero() {
			m.backlog = append(m.backlog, Keep{Match: s.id, First: 1, Lines: s.match.Since(0), Secret: s.secret.String()})
		}
	}
	m.unsaved, m.replaced = true, true
	return m.show(troublePage(Trouble{Key: "trouble.fresh", Arg: w.Name})).retry()
}

func (m Model) allSettings() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(m.settings)) {
		b.WriteString(key + "\t" + m.settings[key] + "\n")
	}
	return b.String()
}
