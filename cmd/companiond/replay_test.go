package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/store"
	"tabletop/companion/store/cardtest"
)

var (
	cuts      = flag.Int("cuts", 2300, "how often the power goes in the replay of recorded evenings")
	recording = flag.String("recording", "", "the file of a recording that failed, to be replayed again")
)

// perEvening is how many cuts one evening gets at most before another is recorded.
const perEvening = 100_000

// What the card may hold after the power went at any moment of an evening must open, and
// hold all that had been answered, whatever became of what was not synced. A short run
// tries the end of the evening only.
func TestReplayOfRecordedEveningsLosesNothingThatWasAnswered(t *testing.T) {
	if state := os.Getenv(recordedIn); state != "" {
		recordedDaemon(state)
	}
	releases, err := filepath.Glob(filepath.Join("..", "..", "companion", "store", "testdata", "v*.db"))
	if err != nil || len(releases) == 0 {
		t.Fatalf("no database of a release: %v", err)
	}
	evenings := max(1, (*cuts+perEvening-1)/perEvening)
	for n := range evenings {
		e := newOrFailed(t, releases[n%len(releases)], uint64(n))
		r := e.replay(t)
		p := cardtest.Plan{Cuts: *cuts / evenings}
		if testing.Short() {
			p = cardtest.Plan{From: len(e.Ops) * 9 / 10}
		}
		t.Run(fmt.Sprintf("evening %d", n+1), func(t *testing.T) { e.losesNothing(t, r, p) })
		if n == 0 && !testing.Short() {
			t.Run("without any sync", func(t *testing.T) { isFoundOut(t, r, cardtest.Plan{Lost: func(int) bool { return true }}) })
			t.Run("answered too early", func(t *testing.T) { isFoundOut(t, r, cardtest.Plan{Early: true}) })
			t.Run("without one of the syncs", func(t *testing.T) { eachSyncIsMissed(t, r, 50+*cuts/200) })
		}
	}
}

// played is a recording of an evening, and what was answered in it.
type played struct {
	From string // the database that was there before
	cardtest.Recording
	Told []answered
}

// newOrFailed is a new recording, or the one that failed.
func newOrFailed(t *testing.T, database string, seed uint64) (e played) {
	t.Helper()
	if *recording == "" {
		e.From = database
		e.Recording, e.Told = record(t, database, seed)
		return e
	}
	text, err := os.ReadFile(*recording)
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// save writes the recording of a failure, after so many cuts, where it stays.
func (e played) save(t *testing.T, cuts int) {
	f, err := os.CreateTemp("", "recording-*.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := json.NewEncoder(f).Encode(e); err != nil {
		t.Fatal(err)
	}
	t.Logf("the same again: go test ./cmd/companiond -run Replay -cuts %d -recording %s", cuts, f.Name())
}

// replay prepares the replay. An answer that told of so many facts of a match must find
// them in what was there by then, whatever it was.
func (e played) replay(t *testing.T) *cardtest.Replay {
	t.Helper()
	ours := map[string]bool{}
	for _, a := range e.Told {
		ours[a.Match] = true
	}
	r, err := cardtest.New(e.Recording, cardtest.Folder(t), opening(ours))
	if err != nil {
		t.Fatal(err)
	}
	steps := r.Steps()
	heard := 0
	for n, said := range r.Answers() {
		if !strings.HasPrefix(said, "ok ") && !strings.HasPrefix(said, "HTTP/1.1 ") {
			continue // the rest of a long answer
		}
		a := e.Told[heard]
		heard++
		if err := r.Claim(n, a.in); err != nil {
			t.Error(err)
		}
		if steps[n] > 1 && !a.Many {
			t.Errorf("answer %d, %.40q, is %d transactions, want one", n, said, steps[n])
		}
	}
	if heard != len(e.Told) {
		t.Fatalf("%d answers were recorded, %d were heard", heard, len(e.Told))
	}
	t.Logf("from %s: %d operations, %d transactions, %d answers", e.From, len(e.Ops), r.States()-1, heard)
	return r
}

// losesNothing tries cuts, and tells how many of each kind.
func (e played) losesNothing(t *testing.T, r *cardtest.Replay, p cardtest.Plan) {
	began := time.Now()
	tally := r.Run(p)
	for n, f := range tally.Faults {
		if n < 20 {
			t.Error(f)
		}
	}
	if len(tally.Faults) > 0 {
		t.Errorf("%d of the cuts lose something", len(tally.Faults))
		e.save(t, p.Cuts)
	}
	cuts, images := 0, 0
	for _, policy := range cardtest.Policies {
		t.Logf("%-8s %8d cuts %8d images", policy, tally.Cuts[policy], tally.Images[policy])
		cuts, images = cuts+tally.Cuts[policy], images+tally.Images[policy]
	}
	t.Logf("%-8s %8d cuts %8d images in %v", "all", cuts, images, time.Since(began).Round(time.Second/10))
	if cuts < p.Cuts {
		t.Errorf("%d cuts, want %d", cuts, p.Cuts)
	}
}

// isFoundOut runs what must lose something.
func isFoundOut(t *testing.T, r *cardtest.Replay, p cardtest.Plan) {
	tally := r.Run(p)
	all := tally.Cuts[cardtest.Nothing] + tally.Cuts[cardtest.All]
	t.Logf("%d of %d cuts lose something", len(tally.Faults), all)
	if len(tally.Faults) == 0 {
		t.Error("no cut shows it")
	}
}

// eachSyncIsMissed leaves out one sync after the other. By so many cuts each something is
// lost, or the recording says why nothing can be.
func eachSyncIsMissed(t *testing.T, r *cardtest.Replay, cuts int) {
	said := map[string]int{}
	for _, f := range r.Flushes() {
		n := cuts
		if f.Why == "" {
			n = 5000 // until something is lost
		}
		switch lost := r.Without(f, n); {
		case lost != nil && f.Why != "" && strings.Contains(lost[0].String(), "set aside"):
			said["a card that has lied is noticed, nothing is lost"]++
		case lost != nil && f.Why != "":
			t.Errorf("without sync %d, of %s, nothing should be lost, since %s; but %v", f.Op, f.Name, f.Why, lost[0])
		case lost != nil:
			said["something is lost without one of "+f.Name]++
		case f.Why == "":
			t.Errorf("nothing is lost without sync %d, of %s", f.Op, f.Name)
		default:
			said["nothing is lost, since "+f.Why]++
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(said)) {
		t.Logf("%3d syncs: %s", said[reason], reason)
	}
}

// opening opens state folders as the daemon does, and returns all that is in their
// databases. The matches that are open and ours must be such as can be gone on with;
// those of the same database are read once.
func opening(ours map[string]bool) cardtest.Open {
	var read sync.Map
	return func(dir string) (text string, err error) {
		s, err := store.Open(dir, time.Now(), catalogue.Games())
		if err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		e, err := s.Load(context.Background())
		if err != nil {
			return "", err
		}
		if broken, _ := filepath.Glob(filepath.Join(dir, "*.broken*")); len(broken) > 0 || e.Rescue.Aside != "" {
			return "", fmt.Errorf("set aside: %q %q", e.Rescue.Aside, broken)
		}
		text, err = cardtest.Everything(filepath.Join(dir, "companion.db"))
		if _, done := read.Load(text); err != nil || done {
			return text, err
		}
		for _, m := range e.Open {
			if ours[m.ID] {
				_, bad := s.Match(context.Background(), m.ID)
				err = errors.Join(err, bad)
			}
		}
		if err == nil {
			read.Store(text, true)
		}
		return text, err
	}
}

// in reports whether all that was answered is in all that a database holds.
func (a answered) in(text string) bool {
	facts := factsOf(text, a.Match)
	return strings.Count(facts, "\n") >= a.Seq && strings.HasPrefix(facts, a.Facts)
}

// factsOf are the facts of a match in all that a database holds.
func factsOf(text, id string) string {
	_, matches, _ := strings.Cut(text, "\nmatches\n")
	before, _, ok := strings.Cut(matches, "\t"+id+"\t")
	if !ok {
		return ""
	}
	number := before[strings.LastIndex(before, "\n")+1:] + "\t"
	_, facts, _ := strings.Cut(text, "\nfacts\n")
	facts, _, _ = strings.Cut(facts, "\nmatches\n")
	var b strings.Builder
	for row := range strings.Lines(facts + "\n") {
		if rest, ours := strings.CutPrefix(row, number); ours {
			_, line, _ := strings.Cut(rest, "\t")
			line, _, _ = strings.Cut(line, "\t") // behind it stands its link
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
