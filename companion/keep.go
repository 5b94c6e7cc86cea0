package companion

import (
	"errors"
	"maps"
	"slices"
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
	mostHeld = 4 // presses that wait for the disk
	blinkFor = 120 * time.Millisecond
	tagBlink = "blink"
)

// commit shows next as soon as k is on disk. Without a disk it is shown at once
// and k waits for the disk to return.
func (m Model) commit(next Model, k Keep, effects ...Effect) (Model, []Effect) {
	return m.commitFor(0, next, k, effects...)
}

func (m Model) commitFor(reply int, next Model, k Keep, effects ...Effect) (Model, []Effect) {
	next, line := next.setWhere()
	k.Settings += line
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
			return m.adopt(p, nil)
		}
		return m, nil
	case Lost:
		if w.Ticket == p.keep.Ticket {
			return m.refused(w)
		}
		return m, nil
	case Renewed:
		return m.renewed(w)
	case Random:
		if w.For == "" {
			waiting := *p
			waiting.next.reserve, waiting.next.ready = w.Secret, true
			m.pending = &waiting
			return m, nil
		}
	}
	return m.hold(e), nil
}

// hold lets e wait. Of presses only four are remembered, of those from elsewhere
// four more: they never take the place of the keys.
func (m Model) hold(e Event) Model {
	p := *m.pending
	if pressed(e.What) != NoKey && presses(p.held, afar(e.What)) >= mostHeld {
		return m
	}
	p.held = append(slices.Clone(p.held), held{e, m.quiet()})
	m.pending = &p
	return m
}

// outlasts reports whether an event must be known to the model that comes once the
// table was asked about the disk.
func outlasts(what any) bool {
	switch what.(type) {
	case Random, Done, Reached, Timed:
		return true
	}
	return false
}

// holdLost lets e wait until the table has been asked about the disk.
func (m Model) holdLost(e Event) Model {
	p := *m.lost
	p.held = append(slices.Clone(p.held), held{event: e})
	m.lost = &p
	return m
}

// pressed is the key that an event presses, if it does: a gesture, or the edge
// that will become one.
func pressed(what any) Key {
	switch w := what.(type) {
	case Press:
		return w.Key
	case Edge:
		if w.Down {
			return w.Key
		}
	}
	return NoKey
}

// afar reports whether an event is a press from elsewhere than the wired keys.
func afar(what any) bool {
	p, ok := what.(Press)
	return ok && p.Remote
}

// presses counts the presses of the keys, or those from elsewhere.
func presses(events []held, remote bool) (n int) {
	for _, h := range events {
		if pressed(h.event.What) != NoKey && afar(h.event.What) == remote {
			n++
		}
	}
	return n
}

// quiet is the screen without what comes and goes by itself.
func (m Model) quiet() View {
	v := m.still().View()
	v.Blink, v.ShiftX, v.ShiftY, v.Drift, v.Far, v.Lamps = false, 0, 0, 0, false, Lamps{}
	return v
}

// adopt puts what p was to become in sight, changed as change says, tells whom it
// must, and lets what waited happen to it.
func (m Model) adopt(p *pending, change func(Model) Model) (Model, []Effect) {
	next := p.next.since(m)
	if change != nil {
		next = change(next)
	}
	next, effects := next.told(p.reply, p.effects)
	for _, h := range p.held {
		var more []Effect
		next, more = next.resume(h)
		effects = append(effects, more...)
	}
	return next, effects
}

// since gives a model that was computed earlier what m has seen meanwhile: the
// time, and while the table was asked, timers, light and keys.
func (next Model) since(m Model) Model {
	next.now, next.wall, next.lost = m.now, m.wall, nil
	next.tickets = max(next.tickets, m.tickets)
	if m.lost == nil {
		return next.elapsed(m.counted)
	}
	next.counted, next.due = m.counted, m.due
	next.light, next.shift, next.count, next.held = m.light, m.shift, m.count, m.held
	next.tags = maps.Clone(next.tags)
	if next.tags == nil {
		next.tags = map[string]int{}
	}
	for name, n := range m.tags {
		next.tags[name] = max(next.tags[name], n)
	}
	return next
}

// resume lets a held event happen, unless it was an ok for another screen.
func (m Model) resume(h held) (Model, []Effect) {
	if pressed(h.event.What) == OK && m.pending == nil && m.quiet() != h.seen {
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

// set returns the model with a setting changed, and the line that keeps it.
func (m Model) set(key, value string) (Model, string) {
	m.settings = maps.Clone(m.settings)
	if m.settings == nil {
		m.settings = map[string]string{}
	}
	m.settings[key] = value
	return m.offer(key, value), key + "\t" + value + "\n"
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
