package club

import (
	"errors"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/screen"
)

// Limits of the queue of events.
const (
	mostMoments  = 256              // maximum number of events
	momentExpiry = 10 * time.Minute // maximum age of an event
)

// moments is the queue of events, oldest first. It also counts the messages dropped since the last
// connection.
type moments struct {
	queue []*event
	lost  wire.Dropped
}

// event is an event of a match. The club looks up the names of players only when it publishes the
// event, so that it doesn't name a player who was erased meanwhile.
type event struct {
	what    match.SeqMoment
	moment  *screen.Moment
	at      time.Time
	failing bool // whether momentMessage is running or has panicked
}

// pointOf returns the position of the match of m.
func pointOf(m *screen.Moment) companion.Point {
	return companion.Point{Match: m.Point.Match, After: m.Match.Seq()}
}

// newEvents returns the events of a match after the point seen, and the next point. It finds them in
// the facts, so that none is lost when the table decides faster than the club looks. Of a match that
// has just come onto the panel it returns only the events that the panel shows.
func newEvents(m *screen.Moment, seen companion.Point, now time.Time) ([]*event, companion.Point) {
	next := pointOf(m)
	var all []match.SeqMoment
	covered := 0 // seq of the last fact whose events are in all
	if seen.Match == next.Match {
		all = m.Match.Moments(seen.After)
		covered = max(seen.After, next.After)
		next.After = covered
	}
	for _, moment := range m.Happened.All {
		if moment.Seq > covered {
			all = append(all, moment)
			next.After = max(next.After, moment.Seq)
		}
	}
	fresh := make([]*event, len(all))
	for i, moment := range all {
		fresh[i] = &event{what: moment, moment: m, at: now}
	}
	return fresh, next
}

// queueEvents adds events to the queue. It drops the oldest events of a full queue.
func (c *Club) queueEvents(more []*event) {
	q := append(c.moments.queue, more...)
	over := max(0, len(q)-mostMoments)
	c.countDroppedMoments(over)
	c.moments.queue = q[over:]
}

// countDroppedMoments counts n dropped events as dropped moments.
func (c *Club) countDroppedMoments(n int) {
	if n > 0 {
		c.countDropped(wire.Dropped{Moments: n})
	}
}

// countDropped counts dropped messages, for the broker and for the status.
func (c *Club) countDropped(d wire.Dropped) {
	for _, sum := range []*wire.Dropped{&c.moments.lost, &c.status.Dropped} {
		sum.States, sum.Moments = sum.States+d.States, sum.Moments+d.Moments
	}
}

// momentJob publishes the oldest event in the queue. It drops events that are older than
// momentExpiry or that have caused a panic.
func (c *Club) momentJob(now time.Time) *job {
	q := &c.moments.queue
	for len(*q) > 0 && (now.Sub((*q)[0].at) > momentExpiry || (*q)[0].failing) {
		c.countDroppedMoments(1)
		*q = (*q)[1:]
	}
	if len(*q) == 0 {
		return nil
	}
	first := (*q)[0]
	first.failing = true // stays true after a panic, so that momentJob drops the event
	text := c.momentMessage(first)
	first.failing = false
	return c.message(wire.MomentKind, text, job{done: func(err error, _ time.Time) {
		if len(*q) == 0 || (*q)[0] != first || errors.Is(err, errAway) {
			return // the event stays in the queue for the next connection
		}
		*q = (*q)[1:]
		if err != nil {
			c.countDroppedMoments(1)
		}
	}})
}

// momentMessage returns the message for the event w.
func (c *Club) momentMessage(w *event) wire.Moment {
	mt := w.moment.Match
	names, _ := c.names(w.moment.Lang, mt)
	m := wire.Moment{Kind: w.what.Kind, Match: w.moment.Point.Match, Seq: w.what.Seq}
	m.Text, m.Note = catalogueOf(w.moment, mt.Rules()).Moment(w.what.Moment, names)
	for _, seat := range w.what.Seats {
		if seat > 0 && int(seat) <= len(names) {
			m.Seats, m.Names = append(m.Seats, int(seat)), append(m.Names, names[seat-1])
		}
	}
	return m
}
