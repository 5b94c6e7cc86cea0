package keys

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion/waittest"
)

// instant is what a wire is like from some time on.
type instant struct {
	at     time.Duration
	levels uint64
	lost   bool // no edge is reported for this change
	gone   bool // there is no chip
}

// wire is a chip whose lines follow a plan. Its time is that of the bubble of
// synctest it is used in.
type wire struct {
	plan  []instant
	lag   time.Duration // from an edge to the sampler
	start time.Time
	open  int // requested and not given back
}

var (
	errGone = errors.New("no such device")
	errBusy = errors.New("device or resource busy")
)

func (w *wire) now() time.Duration { return time.Since(w.start) }

// last is the index of the instant that holds at a time.
func (w *wire) last(at time.Duration) int {
	i := len(w.plan) - 1
	for i > 0 && w.plan[i].at > at {
		i--
	}
	return i
}

func (w *wire) request() (Lines, error) {
	i := w.last(w.now())
	if w.plan[i].gone {
		return nil, errGone
	}
	if w.open > 0 {
		return nil, errBusy
	}
	w.open++
	return &wireLines{wire: w, next: i + 1}, nil
}

// wireLines are the lines of a wire, from one request until they are closed.
type wireLines struct {
	wire  *wire
	next  int // the first instant that is not looked at for edges
	edges []int
	dead  bool
}

// queue is how many edges the kernel keeps for one who doesn't fetch them.
const queue = maxEdges

// look queues the edges until now.
func (l *wireLines) look() error {
	w := l.wire
	for ; l.next < len(w.plan) && w.plan[l.next].at+w.lag <= w.now(); l.next++ {
		was, is := w.plan[l.next-1], w.plan[l.next]
		l.dead = l.dead || is.gone
		if is.lost {
			continue
		}
		for i, moved := 0, was.levels^is.levels; moved != 0; i, moved = i+1, moved>>1 {
			if moved&1 == 1 {
				l.edges = append(l.edges, i)
			}
		}
		l.edges = l.edges[max(0, len(l.edges)-queue):]
	}
	if l.dead {
		return errGone
	}
	return nil
}

func (l *wireLines) Read() (uint64, error) {
	if err := l.look(); err != nil {
		return 0, err
	}
	return l.wire.plan[l.wire.last(l.wire.now())].levels, nil
}

func (l *wireLines) WaitForEdge(timeout time.Duration) (int, error) {
	if timeout <= 0 {
		return none, fmt.Errorf("a timeout of %v", timeout)
	}
	over := l.wire.now() + timeout
	for {
		if err := l.look(); err != nil {
			return none, err
		}
		if len(l.edges) > 0 {
			edge := l.edges[0]
			l.edges = l.edges[1:]
			return edge, nil
		}
		next := over
		if l.next < len(l.wire.plan) {
			next = min(over, l.wire.plan[l.next].at+l.wire.lag)
		}
		if next == over && l.wire.now() >= over {
			return none, nil
		}
		waittest.Pass(next - l.wire.now())
	}
}

func (l *wireLines) Close() error {
	l.wire.open--
	return nil
}

// event is something a Dev told.
type event struct {
	at   time.Duration
	what string
}

// play runs keys on a wire until an end, and returns what they told.
func play(t *testing.T, o Opts, w *wire, end time.Duration) []event {
	t.Helper()
	var told []event
	synctest.Test(t, func(t *testing.T) {
		w.start = time.Now()
		tell := func(format string, args ...any) {
			told = append(told, event{w.now(), fmt.Sprintf(format, args...)})
		}
		d := listening(t, o, w, tell)
		ctx, stop := context.WithTimeout(t.Context(), end)
		defer stop()
		if err := d.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
		if w.open != 0 {
			t.Errorf("%d requests of lines not given back", w.open)
		}
	})
	return told
}

// listening is a Dev that tells everything in words.
func listening(t *testing.T, o Opts, w *wire, tell func(format string, args ...any)) *Dev {
	t.Helper()
	o.Edge = func(key string, down bool) {
		tell("%s %s", key, map[bool]string{true: "down", false: "up"}[down])
	}
	o.Fault = func(err error) {
		tell("%s", map[bool]string{true: "fault", false: "back"}[err != nil])
	}
	o.Stuck = func(key string, stuck bool) {
		tell("%s is %s", key, map[bool]string{true: "stuck", false: "free"}[stuck])
	}
	d, err := New(o, w.request)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
