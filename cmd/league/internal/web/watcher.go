package web

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tabletop/cmd/league/internal/ledger"
)

// How often the watcher reads changed states, and, each so many reads, which boxes are away.
const (
	readEvery = 250 * time.Millisecond
	awayEvery = 8
)

// mostChanges is how many changes a stream may be behind before it is closed.
const mostChanges = 64

// source is the part of the ledger that the watcher reads.
type source interface {
	States(ctx context.Context, since int64) (all []ledger.State, rev int64, err error)
	Boxes(ctx context.Context) ([]ledger.Box, error)
}

// change is the result of one read: the states up to a rev that changed since the read
// before, and, if away isn't nil, for each box whether it is away.
type change struct {
	states []ledger.State
	rev    int64
	away   map[string]bool
}

// watcher reads the database for all open walls of this process: as often for a hundred
// walls as for one, and not at all while none is open. It holds no state of a table, so that
// the name of an erased player goes nowhere from here.
type watcher struct {
	source source
	log    *slog.Logger

	mu      sync.Mutex
	streams map[chan change]bool
	stop    context.CancelFunc // nil: it doesn't run
}

// join returns the changes that are read from now on, and a function that leaves. The channel
// is closed if its reader falls behind. Who has joined reads what there is already, and then
// calls start.
func (w *watcher) join() (changes <-chan change, leave func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ch := make(chan change, mostChanges)
	if w.streams == nil {
		w.streams = map[chan change]bool{}
	}
	w.streams[ch] = true
	return ch, func() { w.leave(ch) }
}

// start lets the watcher read what comes after a rev, unless it reads already.
func (w *watcher) start(rev int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop == nil {
		ctx, stop := context.WithCancel(context.Background())
		w.stop = stop
		go w.run(ctx, rev)
	}
}

// leave ends a stream; with the last one the watcher ends.
func (w *watcher) leave(ch chan change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop(ch)
	if len(w.streams) == 0 && w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

// run reads what comes after a rev until ctx ends. What it can't read is logged once until it can again.
func (w *watcher) run(ctx context.Context, rev int64) {
	tick := time.NewTicker(readEvery)
	defer tick.Stop()
	failed := false
	for n := 1; ; n++ {
		ch, err := w.read(ctx, rev, n%awayEvery == 0)
		if err == nil {
			rev = ch.rev
			w.publish(ch)
		} else if !failed && ctx.Err() == nil {
			w.log.Warn("wall", "err", err)
		}
		failed = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// read returns the states after a rev and, if asked, which boxes are away.
func (w *watcher) read(ctx context.Context, rev int64, withAway bool) (ch change, err error) {
	if ch.states, ch.rev, err = w.source.States(ctx, rev); err != nil || !withAway {
		return ch, err
	}
	boxes, err := w.source.Boxes(ctx)
	ch.away = absent(boxes)
	return ch, err
}

// publish sends a change to all streams. It closes a stream whose channel is full.
func (w *watcher) publish(ch change) {
	if len(ch.states) == 0 && ch.away == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for stream := range w.streams {
		select {
		case stream <- ch:
		default:
			w.drop(stream)
		}
	}
}

// drop closes the channel of a stream, unless it is closed already.
func (w *watcher) drop(stream chan change) {
	if w.streams[stream] {
		delete(w.streams, stream)
		close(stream)
	}
}
