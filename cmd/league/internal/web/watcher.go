package web

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tabletop/cmd/league/internal/ledger"
)

// readEvery is the interval of reading changed states. The watcher reads the absent boxes and the
// version of the results with every awayEvery-th of these reads.
const (
	readEvery = 250 * time.Millisecond
	awayEvery = 8
)

// mostChanges is the maximum number of changes that wait for a stream. A stream with more waiting
// changes is closed.
const mostChanges = 64

// source is the part of the ledger that the watcher reads.
type source interface {
	States(ctx context.Context, since int64) (all []ledger.State, rev int64, err error)
	Boxes(ctx context.Context) ([]ledger.Box, error)
}

// change is the result of one read of the ledger. The field states holds the states that changed
// since the previous read, up to rev. away maps each box to true if it is absent; away is nil if
// the read omitted the boxes. version is the version of the results; it is 0 together with a nil
// away.
type change struct {
	states  []tableState
	rev     int64
	away    map[string]bool
	version int64
}

// watcher reads the database for all open walls of this process. The rate of reads does not depend
// on the number of walls, and the watcher does not read while no wall is open. It stores no states,
// so it cannot leak the name of an erased player.
type watcher struct {
	source  source
	link    func(context.Context, []ledger.State) ([]tableState, error) // links seats to players
	version func(context.Context) (int64, error)                        // returns the version of the results
	log     *slog.Logger

	mu      sync.Mutex
	streams map[chan change]bool
	stop    context.CancelFunc // stops the watcher; nil while it does not run
}

// join returns a channel of all later changes, and a function that removes the channel. The watcher
// closes the channel if its reader falls behind. After join the caller reads the present states,
// and then calls start.
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

// start makes the watcher read changes after rev, unless the watcher runs already.
func (w *watcher) start(rev int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop == nil {
		ctx, stop := context.WithCancel(context.Background())
		w.stop = stop
		go w.run(ctx, rev)
	}
}

// leave removes a stream. The watcher stops when the last stream leaves.
func (w *watcher) leave(ch chan change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop(ch)
	if len(w.streams) == 0 && w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

// run reads changes after rev until ctx is done. It logs the first of several failures in a row.
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

// read returns the states with a rev above rev and, if withAway is set, the absent boxes and the
// version of the results.
func (w *watcher) read(ctx context.Context, rev int64, withAway bool) (ch change, err error) {
	states, rev, err := w.source.States(ctx, rev)
	if err != nil {
		return ch, err
	}
	ch.rev = rev
	if ch.states, err = w.link(ctx, states); err != nil || !withAway {
		return ch, err
	}
	boxes, err := w.source.Boxes(ctx)
	if err != nil {
		return ch, err
	}
	ch.away = absent(boxes)
	ch.version, err = w.version(ctx)
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

// drop closes the channel of a stream, unless the channel is already closed.
func (w *watcher) drop(stream chan change) {
	if w.streams[stream] {
		delete(w.streams, stream)
		close(stream)
	}
}
