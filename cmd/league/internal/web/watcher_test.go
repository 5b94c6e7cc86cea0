package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// counted is a source that counts its reads.
type counted struct {
	reads atomic.Int64
	rev   atomic.Int64
	fails atomic.Bool
}

func (c *counted) States(_ context.Context, since int64) (all []ledger.State, rev int64, err error) {
	c.reads.Add(1)
	if c.fails.Load() {
		return nil, 0, errors.New("the database is away")
	}
	for rev = since; rev < c.rev.Load(); rev++ {
		all = append(all, ledger.State{Box: "a", State: wire.State{N: rev + 1}})
	}
	return all, rev, nil
}

func (c *counted) Boxes(context.Context) ([]ledger.Box, error) { return nil, nil }

func watching(c *counted) *watcher {
	link := func(_ context.Context, states []ledger.State) (all []tableState, err error) {
		for _, s := range states {
			all = append(all, tableState{Box: s.Box, State: s.State})
		}
		return all, nil
	}
	version := func(context.Context) (int64, error) { return 1, nil }
	return &watcher{source: c, link: link, version: version, log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

func TestAHundredWallsReadTheDatabaseAsOftenAsOne(t *testing.T) {
	for _, walls := range []int{1, 100} {
		synctest.Test(t, func(t *testing.T) {
			c := &counted{}
			w := watching(c)
			var leaves []func()
			for range walls {
				_, leave := w.join()
				w.start(0)
				leaves = append(leaves, leave)
			}
			time.Sleep(10*time.Second - time.Millisecond)
			if n := c.reads.Load(); n != 40 {
				t.Errorf("%d walls: %d reads in 10 s, want 40", walls, n)
			}
			for _, leave := range leaves {
				leave()
			}
			synctest.Wait()
			n := c.reads.Load()
			if time.Sleep(time.Minute); c.reads.Load() != n {
				t.Error("the database is read for nobody")
			}
			if _, leave := w.join(); c.reads.Load() != n {
				t.Error("a wall that joins reads by itself")
			} else {
				w.start(0)
				time.Sleep(time.Second)
				leave()
			}
			if c.reads.Load() == n {
				t.Error("a watcher that had ended doesn't begin again")
			}
		})
	}
}

func TestEveryWallReceivesEveryChangeAndOneThatSleepsIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counted{}
		w := watching(c)
		awake, leave := w.join()
		asleep, leaves := w.join()
		w.start(0)
		seen := int64(0)
		go func() {
			for ch := range awake {
				for _, s := range ch.states {
					if seen++; s.State.N != seen {
						t.Errorf("received %d after %d", s.State.N, seen-1)
					}
				}
			}
		}()
		for range 2 * mostChanges {
			c.rev.Add(1)
			c.fails.Store(c.rev.Load()%7 == 0) // what failed comes with the next read
			time.Sleep(readEvery)
		}
		c.fails.Store(false)
		time.Sleep(time.Second)
		leave()
		leaves()
		synctest.Wait()
		if seen != 2*mostChanges {
			t.Errorf("a wall that is read received %d of %d changes", seen, 2*mostChanges)
		}
		n := 0
		for range asleep {
			n++
		}
		if n != mostChanges {
			t.Errorf("a wall that nobody reads holds %d changes", n)
		}
	})
}
