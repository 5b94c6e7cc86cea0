package club

import (
	"context"
	"maps"
	"sync"
	"time"

	"tabletop/companion"
	"tabletop/companion/screen"
)

// mostMessages is how many messages of the broker may wait: more than that are ignored.
const mostMessages = 64

// inbox holds what has come from other goroutines until the next turn.
type inbox struct {
	wake     chan struct{} // of one slot
	mu       sync.Mutex
	now      *screen.Moment // the latest
	events   []*event       // the latest last
	do       []func(now time.Time)
	messages []message
	ignored  int
	dropped  int // moments
}

// put lets change be seen by the next turn.
func (in *inbox) put(change func()) {
	in.mu.Lock()
	change()
	in.mu.Unlock()
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// post lets do happen in the next turn.
func (c *Club) post(do func(now time.Time)) {
	c.in.put(func() { c.in.do = append(c.in.do, do) })
}

// enqueue takes a message of the broker, or passes over it where too many wait.
func (c *Club) enqueue(m message) {
	c.in.put(func() {
		if len(c.in.messages) >= mostMessages {
			c.in.ignored++
			return
		}
		c.in.messages = append(c.in.messages, m)
	})
}

// watch follows the table: of moments that come faster than turns only the last is seen,
// and all that they tell.
func (c *Club) watch(ctx context.Context) {
	m := c.table.Now()
	seen := companion.Point{Match: m.Point.Match, After: m.Match.Seq()}
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

// drain takes what has come since the last turn.
func (c *Club) drain(now time.Time) {
	c.in.mu.Lock()
	m, told, do, messages := c.in.now, c.in.events, c.in.do, c.in.messages
	c.status.Ignored += c.in.ignored
	c.countDroppedMoments(c.in.dropped)
	c.in.now, c.in.events, c.in.do, c.in.messages, c.in.ignored, c.in.dropped = nil, nil, nil, nil, 0, 0
	c.in.mu.Unlock()
	if m != nil {
		c.observe(m, now)
	}
	c.queueEvents(told)
	for _, f := range do {
		c.guard(func() { f(now) })
	}
	for _, m := range messages {
		c.guard(func() { c.receive(m, now) })
	}
}

// observe takes note of a moment.
func (c *Club) observe(m *screen.Moment, now time.Time) {
	was := c.now
	c.now = m
	if m.Point.Match != was.Point.Match || ended(m) != ended(was) {
		c.records.lookAt(now.Add(settle))
	}
	c.state.dirty = true
}

// ended reports whether the last match was left for good.
func ended(m *screen.Moment) bool { return !m.Match.IsZero() && m.Match.Ended() }

// cloned is a copy of m; of none it is none.
func cloned(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	return maps.Clone(m)
}
