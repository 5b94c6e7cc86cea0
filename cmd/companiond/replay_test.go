package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
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
	cuts      = flag.Int("cuts", 150, "how often the power goes in the replay of recorded evenings; a few thousand are after every operation")
	cutSeed   = flag.Uint64("cut-seed", 0, "what it is drawn from after which operations it goes, and which syncs are left out; 0: chosen by chance")
	recording = flag.String("recording", "", "the file of a recording that failed, to be replayed again")
)

// Few cuts, and the syncs that are left out, are some that are drawn.
const (
	perPlace = 6  // cuts, of which two don't draw what is lost
	perSync  = 30 // cuts for a sync that is left out
)

// perEvening is how many cuts one evening gets at most before another is recorded.
const perEvening = 100_000

// What the card may hold after the power went at any moment of an evening must open, and
// hold all that had been answered, whatever became of what was not synced.
func TestReplayOfRecordedEveningsLosesNothingThatWasAnswered(t *testing.T) {
	if state := os.Getenv(recordedIn); state != "" {
		recordedDaemon(state)
	}
	t.Parallel()
	releases, err := filepath.Glob(filepath.Join("..", "..", "companion", "store", "testdata", "v*.db"))
	if err != nil || len(releases) == 0 {
		t.Fatalf("no database of a release: %v", err)
	}
	evenings := max(1, (*cuts+perEvening-1)/perEvening)
	draw := *cutSeed
	if draw == 0 {
		draw = rand.Uint64()
	}
	for n := range evenings {
		e := newOrFailed(t, releases[n%len(releases)], uint64(n))
		r := e.replay(t)
		p := cardtest.Plan{Cuts: *cuts / evenings, Places: max(1, *cuts/evenings/perPlace), Draw: draw}
		t.Logf("-cut-seed %d", draw)
		t.Run(fmt.Sprintf("evening %d", n+1), func(t *testing.T) { e.losesNothing(t, r, p) })
		if n == 0 {
			p.Cuts = 0
			t.Run("without any sync", func(t *testing.T) { p.Lost = func(int) bool { return true }; isFoundOut(t, r, p) })
			t.Run("answered too early", func(t *testing.T) { p.Lost, p.Early = nil, true; isFoundOut(t, r, p) })
			t.Run("without one of the syncs", func(t *testing.T) { someSyncsAreMissed(t, r, draw) })
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

// save writes the recording of a failure, where it stays.
func (e played) save(t *testing.T, p cardtest.Plan) {
	f, err := os.CreateTemp("", "recording-*.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := json.NewEncoder(f).Encode(e); err != nil {
		t.Fatal(err)
	}
	t.Logf("the same again: go test ./cmd/companiond -run Replay -cuts %d -cut-seed %d -recording %s", p.Cuts, p.Draw, f.Name())
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
			r.Continues(n) // the rest of a long answer
			continue
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
		e.save(t, p)
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

// someSyncsAreMissed leaves out one sync after the other, as many as the cuts allow. By some
// cuts each something is lost, or the recording says why nothing can be.
func someSyncsAreMissed(t *testing.T, r *cardtest.Replay, draw uint64) {
	said := map[string]int{}
	syncs := r.Flushes()
	rand.New(rand.NewPCG(draw, 0)).Shuffle(len(syncs), func(i, j int) { syncs[i], syncs[j] = syncs[j], syncs[i] })
	for _, f := range syncs[:min(len(syncs), max(1, *cuts/perSync))] {
		n := 50 + *cuts/200
		if f.Reason == "" {
			n = 5000 // until something is lost
		}
		switch lost := r.Without(f, n); {
		case lost != nil && f.Reason != "" && strings.Contains(lost[0].String(), "set aside"):
			said["a card that has lied is noticed, nothing is lost"]++
		case lost != nil && f.Reason != "":
			t.Errorf("without sync %d, of %s, nothing should be lost, since %s; but %v", f.Op, f.Name, f.Reason, lost[0])
		case lost != nil:
			said["something is lost without one of "+f.Name]++
		case f.Reason == "":
			t.Errorf("nothing is lost without sync %d, of %s", f.Op, f.Name)
		default:
			said["nothing is lost, since "+f.Reason]++
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
		text, err = cardtest.DumpDatabase(filepath.Join(dir, "companion.db"))
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
