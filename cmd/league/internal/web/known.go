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

// known caches rows of the ledger. A request reads only the rows added since the last.
type known struct {
	mu      sync.Mutex
	rev     int64
	results map[string]admin.Result
	deeds   []admin.Deed
	desk    admin.Desk
	made    *made // of them; nil: something is new
}

// made is what follows from all there is, worked out when it is asked for first.
type made struct {
	ordered []admin.Result
	once    sync.Once
	rated   map[admin.Rated]admin.Standing
}

// now is all there is to know at one time.
type now struct {
	admin.Desk
	Results []admin.Result // in the order in which they are rated
	Names   map[string]ledger.Alias
	made    *made
}

// ratings are those of all results.
func (n now) ratings() map[admin.Rated]admin.Standing {
	n.made.once.Do(func() { n.made.rated = n.Ratings(n.Results) })
	return n.made.rated
}

// step is how many rows are read at once.
const step = 1000

// look reads what is new and returns all there is.
func (h *Server) look(ctx context.Context) (now, error) {
	k := &h.known
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.readResults(ctx, h.Ledger); err != nil {
		return now{}, err
	}
	if err := k.readDeeds(ctx, h.Ledger); err != nil {
		return now{}, err
	}
	if k.made == nil {
		k.made = &made{ordered: admin.Ordered(slices.Collect(maps.Values(k.results)))}
	}
	names, err := h.Ledger.Aliases(ctx)
	return now{k.desk, k.made.ordered, names, k.made}, err
}

func (k *known) readResults(ctx context.Context, l *ledger.Ledger) error {
	for {
		some, rev, err := l.Results(ctx, k.rev, step)
		if err != nil {
			return err
		}
		if k.results == nil {
			k.results = map[string]admin.Result{}
		}
		for _, m := range some {
			k.results[m.ID], k.made = resultOf(m), nil
		}
		if k.rev = rev; len(some) == 0 {
			return nil
		}
	}
}

// resultOf is a match as the desk counts it. A day that lies ahead of when the match was
// told, or none, is that of the telling: the box has no clock.
func resultOf(m ledger.Match) admin.Result {
	v := m.Verdict
	heard := time.UnixMilli(m.Heard).UTC()
	day := cmp.Or(v.Date, heard.Format(time.DateOnly))
	if day > heard.AddDate(0, 0, 1).Format(time.DateOnly) {
		day = heard.Format(time.DateOnly)
	}
	return admin.Result{
		Match: m.ID, Box: m.Box, Game: v.Game, Day: day, Seats: v.Seats, Unrated: v.Unrated,
		Heard: heard.Format(time.RFC3339), Luck: v.Luck, Witnessed: m.Witnessed, Hints: v.Hints,
	}
}

func (k *known) readDeeds(ctx context.Context, l *ledger.Ledger) error {
	was := len(k.deeds)
	for {
		some, err := l.Deeds(ctx, int64(len(k.deeds)), step)
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
	if len(k.deeds) != was {
		k.desk, k.made = admin.Fold(k.deeds), nil
	}
	return nil
}
