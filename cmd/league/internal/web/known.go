package web

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
)

// cache holds the rows read from the ledger. Each request reads only the rows added since the
// previous request.
type cache struct {
	mu        sync.Mutex
	rev       int64
	records   map[recordKey]record
	relations map[[2]recordKey]relation
	deeds     []admin.Command
	desk      admin.State
	aliases   map[string]ledger.Alias
	derived   *derived // nil after a change of records, deeds or aliases
	version   int64    // number of times that derived was computed
}

// recordKey is the key of a record: a match id and a box.
type recordKey struct{ match, box string }

// record is a stored record, with its rev in the ledger.
type record struct {
	admin.Result
	rev int64
}

// relation is the relation of one record to another, both at certain revs.
type relation struct {
	audit.Relation
	revs [2]int64
}

// derived holds values computed from all results. Each value is computed on first use.
type derived struct {
	counted  []admin.Result
	siblings map[string][]admin.Sibling
	names    map[string]ledger.Alias
	owners   map[string]string // box of each player
	once     sync.Once
	rated    map[admin.Rated]admin.Standing
}

// snapshot is the state of the league at one moment.
type snapshot struct {
	admin.State
	Results  []admin.Result             // the record that counts of each match, in the order of rating
	Siblings map[string][]admin.Sibling // other records of matches, by match id
	Names    map[string]ledger.Alias    // names of linked players
	aliases  map[string]ledger.Alias    // owners of players, as stored
	derived  *derived
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
	aliases, err := h.Ledger.Aliases(ctx)
	if err != nil {
		return snapshot{}, err
	}
	if !maps.Equal(aliases, k.aliases) {
		k.aliases, k.derived = aliases, nil
	}
	if k.derived == nil {
		if err := k.derive(ctx, h.Ledger); err != nil {
			return snapshot{}, err
		}
	}
	return snapshot{k.desk, k.derived.counted, k.derived.siblings, k.derived.names, k.aliases, k.derived}, nil
}

// resultsVersion returns a number that grows whenever results, commands or the owners of players
// have changed. It is not 0.
func (h *Server) resultsVersion(ctx context.Context) (int64, error) {
	if _, err := h.snapshot(ctx); err != nil {
		return 0, err
	}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	return h.cache.version, nil
}

// derive computes the derived values from all records.
func (k *cache) derive(ctx context.Context, l *ledger.Ledger) error {
	byMatch, all := map[string][]recordKey{}, []admin.Result(nil)
	for _, key := range slices.SortedFunc(maps.Keys(k.records), compareKeys) {
		byMatch[key.match] = append(byMatch[key.match], key)
		all = append(all, k.records[key].Result)
	}
	if err := k.relate(ctx, l, byMatch); err != nil {
		return err
	}
	d := &derived{owners: owners(k.aliases)}
	d.counted, d.siblings = k.desk.Count(all, d.owners, func(a, b admin.Result) audit.Relation {
		return k.relations[[2]recordKey{keyOf(a), keyOf(b)}].Relation
	})
	d.names = names(d.counted, k.aliases)
	k.derived = d
	k.version++
	return nil
}

// names returns the names of linked players: those in aliases, and those of players whom only an
// organiser's consent links, as in the latest record.
func names(counted []admin.Result, aliases map[string]ledger.Alias) map[string]ledger.Alias {
	all := map[string]ledger.Alias{}
	for _, r := range counted {
		for _, seat := range r.Seats {
			if seat.Player != "" {
				all[seat.Player] = ledger.Alias{Box: r.Box, Name: seat.Name}
			}
		}
	}
	maps.Copy(all, aliases)
	return all
}

func keyOf(r admin.Result) recordKey { return recordKey{r.Match, r.Box} }

func compareKeys(a, b recordKey) int {
	return cmp.Or(cmp.Compare(a.match, b.match), cmp.Compare(a.box, b.box))
}

// owners maps the id of each player to the player's box.
func owners(aliases map[string]ledger.Alias) map[string]string {
	boxes := map[string]string{}
	for player, a := range aliases {
		boxes[player] = a.Box
	}
	return boxes
}

// relate compares the records of each match that several boxes have published. It reads only
// records that have changed since they were compared.
func (k *cache) relate(ctx context.Context, l *ledger.Ledger, byMatch map[string][]recordKey) error {
	if k.relations == nil {
		k.relations = map[[2]recordKey]relation{}
	}
	for _, keys := range byMatch {
		lines := map[recordKey]string{}
		for i, a := range keys {
			for _, b := range keys[i+1:] {
				if err := k.relatePair(ctx, l, a, b, lines); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// relatePair compares two records of one match, unless they are compared already. lines holds the
// lines that were read before.
func (k *cache) relatePair(ctx context.Context, l *ledger.Ledger, a, b recordKey, lines map[recordKey]string) error {
	revs := [2]int64{k.records[a].rev, k.records[b].rev}
	if k.relations[[2]recordKey{a, b}].revs == revs {
		return nil
	}
	for _, key := range []recordKey{a, b} {
		if _, read := lines[key]; read {
			continue
		}
		var err error
		if lines[key], err = l.Lines(ctx, key.box, key.match); err != nil {
			return err
		}
	}
	k.relations[[2]recordKey{a, b}] = relation{compareLines(lines[a], lines[b]), revs}
	k.relations[[2]recordKey{b, a}] = relation{compareLines(lines[b], lines[a]), [2]int64{revs[1], revs[0]}}
	return nil
}

// compareLines returns the relation of record b to record a. A record whose names could not be
// removed has no lines; it counts as the shorter one.
func compareLines(a, b string) audit.Relation {
	switch {
	case b == "":
		return audit.Less
	case a == "":
		return audit.More
	}
	return audit.Compare(a, b)
}

func (k *cache) readResults(ctx context.Context, l *ledger.Ledger) error {
	for {
		some, rev, err := l.Results(ctx, k.rev, step)
		if err != nil {
			return err
		}
		if k.records == nil {
			k.records = map[recordKey]record{}
		}
		for _, m := range some {
			k.records[recordKey{m.ID, m.Box}], k.derived = record{resultOf(m), m.Rev}, nil
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
		Received: received.Format(time.RFC3339), ReceivedMS: m.Received, Luck: v.Luck, Witnessed: m.Witnessed, Unwitnessed: string(m.Unwitnessed), Hints: v.Hints,
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
