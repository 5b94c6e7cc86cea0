package club

import (
	"errors"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/screen"
)

// How many moments wait for the broker, and how long.
const (
	mostMoments = 256
	momentLives = 10 * time.Minute
)

// moments are those that wait, the oldest first, and what was passed over since the broker
// was last there.
type moments struct {
	queue []*event
	lost  wire.Dropped
}

// event is something that has happened. Its names are said when it is told: whoever was
// erased meanwhile isn't named.
type event struct {
	what    match.Told
	in      *screen.Moment
	at      time.Time
	failing bool // it can't be put into words
}

// newEvents is what a moment tells that wasn't seen before, and what was seen with it.
func newEvents(m *screen.Moment, seen companion.Point, now time.Time) ([]*event, companion.Point) {
	var fresh []*event
	before := seen
	for _, told := range m.Happened.All {
		if before.Match == m.Point.Match && told.Seq <= before.After {
			continue
		}
		seen = companion.Point{Match: m.Point.Match, After: told.Seq}
		fresh = append(fresh, &event{what: told, in: m, at: now})
	}
	return fresh, seen
}

// queueEvents lets more moments wait.
func (c *Club) queueEvents(more []*event) {
	q := append(c.moments.queue, more...)
	over := max(0, len(q)-mostMoments)
	c.countDroppedMoments(over)
	c.moments.queue = q[over:]
}

// countDroppedMoments counts moments that nobody is told.
func (c *Club) countDroppedMoments(n int) {
	if n > 0 {
		c.countDropped(wire.Dropped{Moments: n})
	}
}

// countDropped counts what nobody is told.
func (c *Club) countDropped(d wire.Dropped) {
	for _, sum := range []*wire.Dropped{&c.moments.lost, &c.status.Dropped} {
		sum.States, sum.Moments = sum.States+d.States, sum.Moments+d.Moments
	}
}

// momentJob tells the oldest that waits, if it isn't too old.
func (c *Club) momentJob(now time.Time) *job {
	q := &c.moments.queue
	for len(*q) > 0 && (now.Sub((*q)[0].at) > momentLives || (*q)[0].failing) {
		c.countDroppedMoments(1)
		*q = (*q)[1:]
	}
	if len(*q) == 0 {
		return nil
	}
	first := (*q)[0]
	first.failing = true // until it is in words: a panic over it comes once
	tells := c.momentMessage(first)
	first.failing = false
	return c.message(wire.MomentKind, tells, job{done: func(err error, _ time.Time) {
		if len(*q) == 0 || (*q)[0] != first || errors.Is(err, errAway) {
			return // it waits until the broker is back
		}
		*q = (*q)[1:]
		if err != nil {
			c.countDroppedMoments(1)
		}
	}})
}

// momentMessage is a moment as it is told.
func (c *Club) momentMessage(w *event) wire.Moment {
	mt := w.in.Match
	names, _ := c.names(w.in, mt.Names())
	m := wire.Moment{Kind: w.what.Kind, Match: w.in.Point.Match, Seq: w.what.Seq}
	m.Text, m.Note = companion.MomentWords(w.what, names, catalogueOf(w.in, mt.Rules()))
	for _, seat := range w.what.Seats {
		if seat > 0 && int(seat) <= len(names) {
			m.Seats, m.Names = append(m.Seats, int(seat)), append(m.Names, names[seat-1])
		}
	}
	return m
}
