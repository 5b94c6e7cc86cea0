package ingest

import (
	"context"
	"sync"
)

// Bounds of a queue.
const (
	mostQueued = 64 << 20 // bytes of messages
	aMessage   = 1 << 10  // that one takes beside its payload
)

// queue is what hands are to work on. Whoever puts something into it never waits: what comes
// from a broker and what it acknowledges come one after the other, so a clerk that didn't
// read on would wait for the broker to take its Acks, for ever. Unacked bounds how many a
// broker hands over at QoS 1, but not at QoS 0, which is how the league's own delivers.
type queue struct {
	some  chan struct{} // of one slot
	mu    sync.Mutex
	all   []Message // the oldest first
	bytes int       // of all
}

func newQueue() *queue { return &queue{some: make(chan struct{}, 1)} }

// size is how many bytes a message counts for.
func size(m Message) int { return aMessage + len(m.Topic) + len(m.Payload) }

// put reports whether there is room.
func (q *queue) put(m Message) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bytes+size(m) > mostQueued {
		return false
	}
	q.all, q.bytes = append(q.all, m), q.bytes+size(m)
	q.wake()
	return true
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
	q.bytes -= size(m)
	q.all[0] = Message{} // it may be long
	if q.all = q.all[1:]; len(q.all) > 0 {
		q.wake() // another hand
	}
	return m, true
}
