package keys

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// finger is one line that is moved by hand, in real time.
type finger struct {
	levels atomic.Uint64
	edges  chan int
	timer  *time.Timer
}

func (f *finger) move(levels uint64) {
	f.levels.Store(levels)
	f.edges <- 0
}

func (f *finger) Read() (uint64, error) { return f.levels.Load(), nil }
func (f *finger) Close() error          { return nil }

func (f *finger) WaitForEdge(timeout time.Duration) (int, error) {
	f.timer.Reset(timeout)
	select {
	case line := <-f.edges:
		return line, nil
	case <-f.timer.C:
		return none, nil
	}
}

// BenchmarkEdgeToEvent presses a key in real time and reports how much later than
// the debounce the event comes: the median, and the worst but one in a hundred.
func BenchmarkEdgeToEvent(b *testing.B) {
	f := &finger{edges: make(chan int, queue), timer: time.NewTimer(0)}
	f.levels.Store(1)
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
	time.Sleep(Idle) // the first reading
	var late []time.Duration
	for b.Loop() {
		began := time.Now()
		f.move(0)
		late = append(late, (<-heard).Sub(began)-o.Debounce)
		f.move(1)
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
	d.forget()
	b.ReportAllocs()
	now, levels := time.Duration(0), uint64(0b111111)
	for b.Loop() {
		now += Step
		if now%(64*Step) == 0 {
			levels ^= 0b001000
		}
		d.read(now, levels, none)
		d.rest(now)
	}
}
