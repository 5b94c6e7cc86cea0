package club

import (
	"context"
	"maps"
	"sync"
	"time"

	"tabletop/companion/screen"
)

// mostMessages is the maximum number of received messages in the inbox. The club ignores further
// messages.
const mostMessages = 64

// inbox holds the input from other goroutines until the next turn of the club.
type inbox struct {
	wake     chan struct{} // wakes Run; has a buffer of one
	mu       sync.Mutex
	now      *screen.Moment // latest moment; nil if there is no new one
	events   []*event       // events of moments, oldest first
	do       []func(now time.Time)
	messages []message
	ignored  int
	dropped  int // number of dropped events
}

// put calls change, which changes the inbox, with the lock held. It then wakes Run.
func (in *inbox) put(change func()) {
	in.mu.Lock()
	change()
	in.mu.Unlock()
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// post queues a function for the next turn.
func (c *Club) post(do func(now time.Time)) {
	c.in.put(func() { c.in.do = append(c.in.do, do) })
}

// enqueue queues a received message, or counts it as ignored if the queue is full.
func (c *Club) enqueue(m message) {
	c.in.put(func() {
		if len(c.in.messages) >= mostMessages {
			c.in.ignored++
			return
		}
		c.in.messages = append(c.in.messages, m)
	})
}

// watch follows the table until ctx is done. If the table publishes several moments between two
// turns of the club, the club sees only the last of these moments, but receives the events of each.
func (c *Club) watch(ctx context.Context) {
	m := c.table.Now()
	seen := pointOf(m)
	for {
		var fresh []*event
		if fresh, seen = newEvents(m, seen, c.opts.Now()); !c.opts.Tell.Moments {
			fresh = nil
		}
		c.in.put(func() {
			c.in.now = m
			c.in.events = append(c.in.events, fresh...)
			over := max(0, len(c.in.events)-mostMoments)
			c.in.events, c.in.dropped = c.in.events[over:], c.in.dropped+over
		})
		select {
		case <-m.Next:
			m = c.table.Now()
		case <-ctx.Done():
			return
		}
	}
}

// drain handles the input that has arrived since the last turn.
func (c *Club) drain(now time.Time) {
	c.in.mu.Lock()
	m, events, do, messages := c.in.now, c.in.events, c.in.do, c.in.messages
	c.status.Ignored += c.in.ignored
	c.countDroppedMoments(c.in.dropped)
	c.in.now, c.in.events, c.in.do, c.in.messages, c.in.ignored, c.in.dropped = nil, nil, nil, nil, 0, 0
	c.in.mu.Unlock()
	if m != nil {
		c.observe(m, now)
	}
	c.queueEvents(events)
	for _, f := range do {
		c.guard(func() { f(now) })
	}
	for _, m := range messages {
		c.guard(func() { c.receive(m, now) })
	}
}

// observe stores a new moment of the table and schedules the messages for it.
func (c *Club) observe(m *screen.Moment, now time.Time) {
	was := c.now
	c.now = m
	if m.Point.Match != was.Point.Match || ended(m) != ended(was) {
		c.records.queryAt(now.Add(settle))
	}
	c.state.dirty = true
}

// ended reports whether the match on the panel has ended for good.
func ended(m *screen.Moment) bool { return !m.Match.IsZero() && m.Match.Ended() }

// cloned returns a copy of m, or nil if m is empty.
func cloned(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	return maps.Clone(m)
}
