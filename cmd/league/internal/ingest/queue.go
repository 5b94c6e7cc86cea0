package ingest

import (
	"context"
	"sync"
)

// Limits of a queue.
const (
	mostQueued      = 64 << 20 // maximum size of all messages in a queue or in processing, in bytes
	messageOverhead = 1 << 10  // bytes counted for each message in addition to its topic and payload
)

// queue holds the messages to process. put never blocks, because the broker's messages and the
// broker's acknowledgements arrive on one connection. A worker that stopped reading would wait for
// ever for the acknowledgement of its own publications. MaxUnacked limits the number of messages in
// flight at QoS 1, but not at QoS 0, which the league's own broker uses.
type queue struct {
	ready chan struct{} // has a value while there may be messages in all; capacity 1
	mu    sync.Mutex
	all   []Message // queued messages, the oldest first
	bytes int       // size of all messages that were put and not released, in bytes
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// size returns the number of bytes that a message takes in the queue.
func size(m Message) int { return messageOverhead + len(m.Topic) + len(m.Payload) }

// put adds a message to the queue. It returns false if the queue is full.
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

// wake wakes one goroutine that waits in take.
func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take removes and returns the oldest message of the queue. It waits while the queue is empty. It
// returns false if ctx is done. The message takes up its size in the queue until it is released.
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

// first removes and returns the oldest message of the queue. It returns false if the queue is
// empty.
func (q *queue) first() (m Message, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.all) == 0 {
		return m, false
	}
	m = q.all[0]
	q.all[0] = Message{} // releases the payload
	if q.all = q.all[1:]; len(q.all) > 0 {
		q.wake() // wakes another goroutine
	}
	return m, true
}

// release makes room for other messages when m has been processed.
func (q *queue) release(m Message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= size(m)
}
