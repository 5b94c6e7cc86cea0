package serial

import (
	"os"
	"sync"
	"time"
)

// inboxBytes is the maximum number of bytes in the inbox.
const inboxBytes = 4096

// chunk is the data of one read of the device, or the error that ended the session.
type chunk struct {
	data []byte
	lost error
}

// inbox queues received data and errors of the device in order, for one reader.
type inbox struct {
	wake chan struct{} // signals that chunks or deadline may have changed

	mu       sync.Mutex
	chunks   []chunk
	bytes    int
	deadline time.Time
}

func newInbox() inbox { return inbox{wake: make(chan struct{}, 1)} }

// put appends a copy of data. It drops the oldest chunks when the inbox is full.
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
	in.notify()
}

// lose appends the error by which the device was lost. If the last chunk is an unread error,
// the new error replaces it.
func (in *inbox) lose(reason error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if last := len(in.chunks) - 1; last >= 0 && in.chunks[last].lost != nil {
		in.chunks = in.chunks[:last]
	}
	in.chunks = append(in.chunks, chunk{lost: reason})
	in.notify()
}

func (in *inbox) setDeadline(t time.Time) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.deadline = t
	in.notify()
}

// notify makes the waiting reader check the inbox again.
func (in *inbox) notify() {
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// read waits until it can return data or an error of the device. It returns
// os.ErrDeadlineExceeded at the deadline, and os.ErrClosed when closing is closed.
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

// take moves the oldest chunk, or the part of it that fits, into b.
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

// wait waits until the chunks or the deadline may have changed, and then returns nil. It
// returns os.ErrDeadlineExceeded at the deadline, and os.ErrClosed when closing is closed.
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
