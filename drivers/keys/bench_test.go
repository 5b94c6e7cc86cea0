package keys

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/companion/waittest"
)

// finger is one line that is moved by hand, in real time. A byte in a pipe is an edge,
// and a deadline of the pipe ends a wait, as poll does for a line of the kernel.
type finger struct {
	levels, reads atomic.Uint64
	edges, hand   *os.File
}

func newFinger(b *testing.B) *finger {
	b.Helper()
	f := &finger{}
	var err error
	if f.edges, f.hand, err = os.Pipe(); err != nil {
		b.Fatal(err)
	}
	f.levels.Store(1)
	return f
}

func (f *finger) move(b *testing.B, levels uint64) {
	b.Helper()
	f.levels.Store(levels)
	if _, err := f.hand.Write([]byte{0}); err != nil {
		b.Fatal(err)
	}
}

func (f *finger) Read() (uint64, error) {
	f.reads.Add(1)
	return f.levels.Load(), nil
}

func (f *finger) Close() error { return errors.Join(f.edges.Close(), f.hand.Close()) }

func (f *finger) WaitForEdge(timeout time.Duration) (int, error) {
	if err := f.edges.SetReadDeadline(time.Now().Add(timeout)); err != nil {
		return none, err
	}
	switch _, err := f.edges.Read(make([]byte, 1)); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return none, nil
	case err != nil:
		return none, err
	}
	return 0, nil
}

// BenchmarkEdgeToEvent presses a key in real time and reports how much later than
// the debounce the event comes: the median, and the worst but one in a hundred.
func BenchmarkEdgeToEvent(b *testing.B) {
	f := newFinger(b)
	heard := make(chan time.Time, 1)
	o := ok()
	o.Edge = func(string, bool) { heard <- time.Now() }
	d, err := New(o, func() (Lines, error) { return f, nil })
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- d.Run(ctx) }()
	waittest.Until(b, "the second reading", func() (any, bool) { n := f.reads.Load(); return n, n > 1 })
	var late []time.Duration
	for b.Loop() {
		began := time.Now()
		f.move(b, 0)
		late = append(late, (<-heard).Sub(began)-o.Debounce)
		f.move(b, 1)
		<-heard
	}
	stop()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "µs-late-p50")
	b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "µs-late-p99")
}

// BenchmarkReading is the cost of one reading of four keys and an encoder.
func BenchmarkReading(b *testing.B) {
	o := named([]string{"back", "up", "down", "ok", "A", "B"})
	o.Edge = func(string, bool) {}
	d, err := New(o, nil)
	if err != nil {
		b.Fatal(err)
	}
	d.reset()
	b.ReportAllocs()
	now, levels := time.Duration(0), uint64(0b111111)
	for b.Loop() {
		now += Step
		if now%(64*Step) == 0 {
			levels ^= 0b001000
		}
		d.read(now, levels, none)
		d.timeout(now)
	}
}
