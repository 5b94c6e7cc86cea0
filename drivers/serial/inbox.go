package serial

import (
	"os"
	"sync"
	"time"
)

// inboxBytes is how much is kept for a reader who doesn't come.
const inboxBytes = 4096

// chunk is what came in one read of the device, or why it was lost after that.
type chunk struct {
	data []byte
	lost error
}

// inbox keeps in order what came and what was lost, for one reader.
type inbox struct {
	wake chan struct{} // filled when there may be something new

	mu       sync.Mutex
	chunks   []chunk
	bytes    int
	deadline time.Time
}

func newInbox() inbox { return inbox{wake: make(chan struct{}, 1)} }

// put keeps a copy of data, at the cost of the oldest.
func (in *inbox) put(data []byte) {
	if len(data) == 0 {
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.bytes += len(data)
	in.chunks = append(in.chunks, chunk{data: append([]byte(nil), data...)})
	for in.bytes > inboxBytes {
		in.bytes -= len(in.chunks[0].data)
		in.chunks = in.chunks[1:]
	}
	in.stir()
}

// lose marks the place at which the device was lost.
func (in *inbox) lose(why error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if last := len(in.chunks) - 1; last >= 0 && in.chunks[last].lost != nil {
		in.chunks = in.chunks[:last]
	}
	in.chunks = append(in.chunks, chunk{lost: why})
	in.stir()
}

func (in *inbox) setDeadline(t time.Time) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.deadline = t
	in.stir()
}

// stir makes the reader look again.
func (in *inbox) stir() {
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// read waits until there is something for b, the deadline passes or the port closes.
func (in *inbox) read(b []byte, closing <-chan struct{}) (int, error) {
	for {
		in.mu.Lock()
		n, err := in.take(b)
		deadline := in.deadline
		in.mu.Unlock()
		if n > 0 || err != nil {
			return n, err
		}
		if err := in.wait(deadline, closing); err != nil {
			return 0, err
		}
	}
}

// take moves the oldest chunk, or a part of it, into b.
func (in *inbox) take(b []byte) (int, error) {
	if len(in.chunks) == 0 {
		return 0, nil
	}
	first := &in.chunks[0]
	n, err := copy(b, first.data), first.lost
	first.data = first.data[n:]
	in.bytes -= n
	if len(first.data) == 0 {
		in.chunks = in.chunks[1:]
	}
	return n, err
}

// wait returns nil when there may be something new.
func (in *inbox) wait(deadline time.Time, closing <-chan struct{}) error {
	var late <-chan time.Time
	if !deadline.IsZero() {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-in.wake:
		return nil
	case <-closing:
		return os.ErrClosed
	case <-late:
		return os.ErrDeadlineExceeded
	}
}
