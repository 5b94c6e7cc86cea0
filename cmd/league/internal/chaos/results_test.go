package chaos

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
)

var (
	results     = flag.Int("results", 20, "how many records are told in the test of the curve")
	mostWorkers = flag.Int("workers", 2, "how many workers take them at most: 1, then twice as many each time")
)

// tellers are how many boxes tell them.
const tellers = 64

// TestResultsOfSomeWorkers measures how many records a second 1, 2, 4 workers take, one or many in
// a transaction.
func TestResultsOfSomeWorkers(t *testing.T) {
	short(t)
	var matches []match.Match
	facts := 0
	for seed := range uint64(min(50, *results)) {
		m := audittest.Play(t, audittest.Begin(t, known, "mice", "Аня", "Боря"), seed)
		matches, facts = append(matches, m), facts+m.Seq()
	}
	begun := time.Now()
	for _, m := range matches {
		_, err := audit.Check(audittest.NewBox(0).Record("m", m), known.Elsewhere())
		ok(t, err)
	}
	t.Logf("a record has %d facts; audit takes %.2f ms of one core for it", facts/len(matches), time.Since(begun).Seconds()*1000/float64(len(matches)))
	c := pgtest.Start(t, "fsync=on")
	for workers := 1; workers <= *mostWorkers; workers *= 2 {
		for _, part := range []string{"singly", "worker"} {
			h := build(t, c, fmt.Sprint("curve", part, workers), tellers)
			h.employ(part, workers)
			h.take(part, matches)
			for _, w := range h.workers {
				w.kill()
			}
			h.broker.kill()
		}
	}
}

// take tells records and measures how they are taken.
func (h *house) take(part string, matches []match.Match) {
	h.t.Helper()
	var boxes []*light
	for n := range tellers {
		boxes = append(boxes, connect(h.t, n, h.address))
	}
	packets := make([][]byte, *results)
	for i := range packets {
		b := boxes[i%tellers]
		packets[i] = b.packet(wire.RecordKind, b.Record(fmt.Sprint("m", i), matches[i%len(matches)]), false)
	}
	before, begun := h.used(), time.Now()
	for k, b := range boxes {
		go func() {
			for i := k; i < len(packets); i += tellers {
				if err := b.send(packets[i]); err != nil {
					h.t.Errorf("tell record %d: %v", i, err)
				}
			}
		}()
	}
	waits, looks := map[string]int{}, 0
	waittest.Until(h.t, fmt.Sprintf("%d records to be taken", *results), func() (any, bool) {
		looks += h.sample(waits)
		h.beat.wait(1)
		taken := h.count(`SELECT count(*) FROM records`)
		return taken, taken >= *results
	})
	d, after := time.Since(begun), h.used()
	share := func(i int) float64 { return 100 * (after[i].cpu - before[i].cpu).Seconds() / d.Seconds() }
	h.t.Logf("%d %s  %4.0f results/s  CPU: workers %3.0f %%, PostgreSQL %3.0f %%, broker %3.0f %% of a core; a worker has %d MiB; a record takes %.1f KiB; transactions were seen %s",
		len(h.workers), part, float64(*results)/d.Seconds(), share(0), share(1), share(2), after[0].rss/len(h.workers),
		float64(h.count(`SELECT pg_total_relation_size('records') + pg_total_relation_size('results')`))/1024/float64(*results), said(waits, looks))
}

// used is what workers, database and broker have used.
func (h *house) used() []usage {
	all := []usage{{}, usageOf(h.server), usageOf(h.broker.is.Process.Pid)}
	for _, w := range h.workers {
		u := usageOf(w.is.Process.Pid)
		all[0].cpu, all[0].rss = all[0].cpu+u.cpu, all[0].rss+u.rss
	}
	return all
}

// sample notes what the transactions of workers are waiting for now, and how many there are.
func (h *house) sample(waits map[string]int) (n int) {
	rows, err := h.look.Query(`
		SELECT coalesce(wait_event_type || ' ' || wait_event, 'at work') FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`)
	ok(h.t, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var what string
		ok(h.t, rows.Scan(&what))
		waits[what]++
		n++
	}
	ok(h.t, rows.Err())
	return n
}

// said lists them, the most frequent first.
func said(waits map[string]int, of int) string {
	var all []string
	for _, what := range slices.SortedFunc(maps.Keys(waits), func(a, b string) int { return waits[b] - waits[a] }) {
		all = append(all, fmt.Sprintf("%s %d %%", what, 100*waits[what]/max(of, 1)))
	}
	return strings.Join(all[:min(len(all), 4)], ", ")
}
