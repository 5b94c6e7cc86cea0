package ingest

import (
	"context"
	"sync"
)

// Limits of a queue.
const (
	mostQueued      = 64 << 20 // bytes of all messages
	messageOverhead = 1 << 10  // bytes counted per message beside topic and payload
)

// queue holds the messages to process. put never blocks: the broker's messages and its
// acknowledgements arrive on one connection, so a worker that stopped reading would wait for
// the acknowledgement of its own Acks for ever. Unacked limits the messages in flight at QoS 1,
// but not at QoS 0, at which the league's own broker delivers.
type queue struct {
	ready chan struct{} // has a value while all may be non-empty; capacity 1
	mu    sync.Mutex
	all   []Message // the oldest first
	bytes int       // size of all
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// size returns the number of bytes that a message counts for.
func size(m Message) int { return messageOverhead + len(m.Topic) + len(m.Payload) }

// put adds a message. It reports false if the queue is full.
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

// wake wakes one goroutine in take.
func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take removes the oldest message and waits for one if necessary. It returns false if ctx
// ended.
func (q *queue) take(ctx context.Context) (m Message, ok bool) {
	for ctx.Err() == nil {
		if m, ok = q.first(); ok {
			return m, true
		}
		select {
		case <-q.ready:
		case <-ctx.Done():
		}
	}
	return m, false
}

// first removes the oldest message, if there is one.
func (q *queue) first() (m Message, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.all) == 0 {
		return m, false
	}
	m = q.all[0]
	q.bytes -= size(m)
	q.all[0] = Message{} // release its payload
	if q.all = q.all[1:]; len(q.all) > 0 {
		q.wake() // for another goroutine
	}
	return m, true
}
