package chaos

import (
	"context"
	"sync"
	"testing"
	"time"
)

// beatEvery is the time between two beats.
const beatEvery = 25 * time.Millisecond

// beat is the one clock of a test. The processes of a league and their pauses take real
// time, so something has to pass it on: rests of boxes, the clocks of boxes, delays of
// networks, the distance of troubles and the load on a wall are counted in beats. Nothing
// fails because a number of beats has passed.
type beat struct {
	ctx  context.Context // of the test
	mu   sync.Mutex
	n    int
	next chan struct{} // closed by the next beat
}

// newBeat returns a beat that goes on until the test ends.
func newBeat(t testing.TB) *beat {
	b := &beat{ctx: t.Context(), next: make(chan struct{})}
	go func() {
		tick := time.NewTicker(beatEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				b.strike()
			case <-b.ctx.Done():
				return
			}
		}
	}()
	return b
}

func (b *beat) strike() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	close(b.next)
	b.next = make(chan struct{})
}

// count returns the number of beats so far, and what is closed by the next.
func (b *beat) count() (n int, next <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n, b.next
}

// wait waits for n beats, or for the end of the test.
func (b *beat) wait(n int) {
	begun, next := b.count()
	for now := begun; now < begun+n; now, next = b.count() {
		select {
		case <-next:
		case <-b.ctx.Done():
			return
		}
	}
}

// beats is the number of beats in some time, at least 1.
func beats(d time.Duration) int { return max(1, int(d/beatEvery)) }
