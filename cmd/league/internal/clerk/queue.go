package clerk

import (
	"context"
	"sync"
)

// queue is what hands are to work on. Whoever puts something into it never waits: what comes
// from a broker and what it acknowledges come one after the other, so a clerk that didn't
// read on would wait for the broker to take its Acks, for ever. Unacked bounds what is handed
// over at QoS 1. It doesn't at QoS 0, which is how the league's own broker delivers; there it
// is what boxes have on the way, 4 records each.
type queue struct {
	some chan struct{} // of one slot
	mu   sync.Mutex
	all  []Message // the oldest first
}

func newQueue() *queue { return &queue{some: make(chan struct{}, 1)} }

func (q *queue) put(m Message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all = append(q.all, m)
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// take returns the oldest; false: the end came first.
func (q *queue) take(ctx context.Context) (m Message, ok bool) {
	for ctx.Err() == nil {
		if m, ok = q.first(); ok {
			return m, true
		}
		select {
		case <-q.some:
		case <-ctx.Done():
		}
	}
	return m, false
}

func (q *queue) first() (m Message, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.all) == 0 {
		return m, false
	}
	m = q.all[0]
	q.all[0] = Message{} // it may be long
	if q.all = q.all[1:]; len(q.all) > 0 {
		q.wake() // another hand
	}
	return m, true
}
