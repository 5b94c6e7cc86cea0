package web

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/ledger"
)

// cache holds the rows read from the ledger. Each request reads only the rows added since the
// previous request.
type cache struct {
	mu      sync.Mutex
	rev     int64
	results map[string]admin.Result
	deeds   []admin.Command
	desk    admin.State
	derived *derived // nil after a change of results or deeds
}

// derived holds values computed from all results. Each value is computed on first use.
type derived struct {
	ordered []admin.Result
	once    sync.Once
	rated   map[admin.Rated]admin.Standing
}

// snapshot is the state of the league at one moment.
type snapshot struct {
	admin.State
	Results []admin.Result // all results, in the order of rating
	Names   map[string]ledger.Alias
	derived *derived
}

// ratings returns the ratings of all persons after all results.
func (n snapshot) ratings() map[admin.Rated]admin.Standing {
	n.derived.once.Do(func() { n.derived.rated = n.Ratings(n.Results) })
	return n.derived.rated
}

// step is the maximum number of rows in one read.
const step = 1000

// snapshot reads the new rows of the ledger and returns the present state.
func (h *Server) snapshot(ctx context.Context) (snapshot, error) {
	k := &h.cache
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.readResults(ctx, h.Ledger); err != nil {
		return snapshot{}, err
	}
	if err := k.readDeeds(ctx, h.Ledger); err != nil {
		return snapshot{}, err
	}
	if k.derived == nil {
		k.derived = &derived{ordered: admin.Ordered(slices.Collect(maps.Values(k.results)))}
	}
	names, err := h.Ledger.Aliases(ctx)
	return snapshot{k.desk, k.derived.ordered, names, k.derived}, err
}

func (k *cache) readResults(ctx context.Context, l *ledger.Ledger) error {
	for {
		some, rev, err := l.Results(ctx, k.rev, step)
		if err != nil {
			return err
		}
		if k.results == nil {
			k.results = map[string]admin.Result{}
		}
		for _, m := range some {
			k.results[m.ID], k.derived = resultOf(m), nil
		}
		if k.rev = rev; len(some) == 0 {
			return nil
		}
	}
}

// resultOf converts a match of the ledger for package admin. The clock of the box was not set if
// the match has no day, or if its day is more than one day after the day of reception. Such a match
// gets the day of reception.
func resultOf(m ledger.Match) admin.Result {
	v := m.Verdict
	received := time.UnixMilli(m.Received).UTC()
	day := cmp.Or(v.Date, received.Format(time.DateOnly))
	if day > received.AddDate(0, 0, 1).Format(time.DateOnly) {
		day = received.Format(time.DateOnly)
	}
	return admin.Result{
		Match: m.ID, Box: m.Box, Game: v.Game, Day: day, Seats: v.Seats, Unrated: v.Unrated,
		Received: received.Format(time.RFC3339), Luck: v.Luck, Witnessed: m.Witnessed, Hints: v.Hints,
	}
}

func (k *cache) readDeeds(ctx context.Context, l *ledger.Ledger) error {
	before := len(k.deeds)
	for {
		some, err := l.Commands(ctx, int64(len(k.deeds)), step)
		if err != nil {
			return err
		}
		for _, d := range some {
			k.deeds = append(k.deeds, deedOf(d))
		}
		if len(some) < step {
			break
		}
	}
	if len(k.deeds) != before {
		k.desk, k.derived = admin.Fold(k.deeds), nil
	}
	return nil
}
