package club

import (
	"errors"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/screen"
)

// Bounds of the queue of events: their count and their age.
const (
	mostMoments  = 256
	momentExpiry = 10 * time.Minute
)

// moments is the queue of events, oldest first, with the counts of messages dropped since the
// last connection.
type moments struct {
	queue []*event
	lost  wire.Dropped
}

// event is an event of a match. Its names are looked up when it is published, so that a player
// who was erased meanwhile isn't named.
type event struct {
	what    match.SeqMoment
	moment  *screen.Moment
	at      time.Time
	failing bool // a panic has interrupted momentMessage
}

// newEvents returns the events of a moment after the point seen, and the point of the last of
// them.
func newEvents(m *screen.Moment, seen companion.Point, now time.Time) ([]*event, companion.Point) {
	var fresh []*event
	before := seen
	for _, moment := range m.Happened.All {
		if before.Match == m.Point.Match && moment.Seq <= before.After {
			continue
		}
		seen = companion.Point{Match: m.Point.Match, After: moment.Seq}
		fresh = append(fresh, &event{what: moment, moment: m, at: now})
	}
	return fresh, seen
}

// queueEvents adds events to the queue and drops the oldest if it is full.
func (c *Club) queueEvents(more []*event) {
	q := append(c.moments.queue, more...)
	over := max(0, len(q)-mostMoments)
	c.countDroppedMoments(over)
	c.moments.queue = q[over:]
}

// countDroppedMoments counts n dropped moments.
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

// momentJob publishes the oldest event in the queue. It drops events older than momentExpiry.
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
	first.failing = true // until it has its text: a panic repeats at most once
	text := c.momentMessage(first)
	first.failing = false
	return c.message(wire.MomentKind, text, job{done: func(err error, _ time.Time) {
		if len(*q) == 0 || (*q)[0] != first || errors.Is(err, errAway) {
			return // it stays in the queue for the next connection
		}
		*q = (*q)[1:]
		if err != nil {
			c.countDroppedMoments(1)
		}
	}})
}

// momentMessage returns the message for an event.
func (c *Club) momentMessage(w *event) wire.Moment {
	mt := w.moment.Match
	names, _ := c.names(w.moment, mt.Names())
	m := wire.Moment{Kind: w.what.Kind, Match: w.moment.Point.Match, Seq: w.what.Seq}
	m.Text, m.Note = companion.MomentWords(w.what, names, catalogueOf(w.moment, mt.Rules()))
	for _, seat := range w.what.Seats {
		if seat > 0 && int(seat) <= len(names) {
			m.Seats, m.Names = append(m.Seats, int(seat)), append(m.Names, names[seat-1])
		}
	}
	return m
}
