package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion/history"
)

func TestWhatIsBeingBroughtIsSeenByNobodyBeforeItIsWhole(t *testing.T) {
	t.Parallel()
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	for kind, text := range map[history.Kind]string{
		history.KindBackup:  longBackup(),
		history.KindRecord:  lines(1, 1000),
		history.KindPlayers: manyNames(1000),
	} {
		before, steps := seen(t, s), 0
		s.step = func(name string) {
			if name != "return" {
				return
			}
			s.mu.Unlock() // a step is done
			defer s.mu.Lock()
			if steps++; seen(t, s) == before {
				return
			}
			if left := leftOver(t, s); left != "0 0" {
				t.Errorf("%s: seen after %d steps, with %s more to come", kind, steps, left)
			}
		}
		if _, err := s.Take(t.Context(), kind, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		s.step = func(string) {}
		if steps < 4 || seen(t, s) == before {
			t.Errorf("%s: %d steps, seen at the end: %t", kind, steps, seen(t, s) != before)
		}
	}
}

// leftOver counts matches and names that are staged.
func leftOver(t testing.TB, s *Store) string {
	t.Helper()
	var matches, players int
	err := s.read(t.Context(), func(r reader) error {
		return errors.Join(
			r.tx.QueryRowContext(r.ctx, "SELECT count(*) FROM arrivals").Scan(&matches),
			r.tx.QueryRowContext(r.ctx, leftPlayers.text).Scan(&players))
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(matches, players)
}

func TestWhoHangsUpStopsAnImportWithinAStep(t *testing.T) {
	t.Parallel()
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	before := dump(t, s)
	for kind, text := range map[history.Kind]string{
		history.KindBackup:  longBackup(),
		history.KindRecord:  lines(1, 2000),
		history.KindPlayers: manyNames(2000),
	} {
		for stopAt := range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			steps, rows := 0, 0
			s.step = func(name string) {
				if name == commit.name {
					steps++
				}
				if steps == stopAt {
					cancel()
				}
				if ctx.Err() != nil && (name == addFact.name || name == stagePlayer.name) {
					rows++
				}
			}
			_, err := s.Take(ctx, kind, strings.NewReader(text))
			s.step = func(string) {}
			if !errors.Is(err, context.Canceled) || rows > stepRows {
				t.Errorf("%s, hung up after %d steps: %v, and %d rows more", kind, stopAt, err, rows)
			}
			if got := dump(t, s); got != before {
				t.Errorf("%s, hung up after %d steps: left\n%.800s", kind, stopAt, got)
			}
			cancel()
		}
	}
}

func TestANameThatSitsDownWhileItIsImportedIsKnownFromThen(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Players: "Аня\n"})
	s.step = func(name string) {
		if name == "return" {
			s.step = func(string) {}
			s.mu.Unlock()
			defer s.mu.Lock()
			keep(t, s, spelled{Players: "Имя 3\n"})
			if got := fmt.Sprint(load(t, s).Players); got != "[Имя 3 Аня]" {
				t.Errorf("known are %s", got)
			}
		}
	}
	if _, err := s.Take(t.Context(), history.KindPlayers, strings.NewReader(manyNames(5))); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(load(t, s).Players); got != "[Имя 3 Аня Имя 4 Имя 2 Имя 1 Имя 0]" {
		t.Errorf("known are %s", got)
	}
}

func TestAMatchThatBeginsWhileItIsImportedStaysAsItIs(t *testing.T) {
	s := opened(t, t.TempDir())
	text := sealed(secretA) + lines(2, 1000)
	id := sealOf(secretA)[:16]
	s.step = func(name string) {
		if name == "return" {
			s.step = func(string) {}
			s.mu.Unlock()
			defer s.mu.Lock()
			keep(t, s, spelled{Match: id, First: 1, Lines: sealed(secretA) + lines(2, 3), Secret: secretA})
			keep(t, s, spelled{Match: "other", First: 1, Lines: lines(1, 3)})
		}
	}
	added, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(text))
	if err != nil || added.Matches != 0 {
		t.Errorf("added %v, %v", added, err)
	}
	if got := record(t, s, id); got.Lines != sealed(secretA)+lines(2, 3) {
		t.Errorf("the match became\n%.500s", got.Lines)
	}
	if got := record(t, s, "other"); got.Lines != lines(1, 3) || leftOver(t, s) != "0 0" {
		t.Errorf("another became\n%.500s; left are %s", got.Lines, leftOver(t, s))
	}
}

func TestOneFileIsBroughtAfterAnother(t *testing.T) {
	s := opened(t, t.TempDir())
	r, w := io.Pipe()
	first := make(chan error, 1)
	go func() {
		_, err := s.Take(context.Background(), history.KindPlayers, r)
		first <- err
	}()
	fmt.Fprintln(w, "Аня") // it has begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Take(ctx, history.KindPlayers, strings.NewReader("Боря")); !errors.Is(err, context.Canceled) {
		t.Errorf("the second: %v, want that it waits until it is cancelled", err)
	}
	w.Close()
	if err := <-first; err != nil {
		t.Error(err)
	}
	if got := fmt.Sprint(load(t, s).Players); got != "[Аня]" {
		t.Errorf("known are %s", got)
	}
}

// BenchmarkKeepBesideAnImport is Keep of one fact while 20,000 names, or a record, are
// imported over and over; beside nothing it says what the disk itself takes just now.
func BenchmarkKeepBesideAnImport(b *testing.B) {
	for _, c := range []struct {
		name string
		kind history.Kind
		text string
	}{
		{"nothing", "", ""},
		{"names", history.KindPlayers, manyNames(20_000)},
		{"record", history.KindRecord, lines(1, mostFacts-1) + fmt.Sprintf(`{"seq":%d,"ms":%d,"kind":"ended"}`, mostFacts, mostFacts*512)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var waited []time.Duration
			for b.Loop() {
				waited = append(waited, keepBeside(b, c.kind, c.text)...)
			}
			slices.Sort(waited)
			n := len(waited)
			for name, at := range map[string]int{"p50": n / 2, "p99": n * 99 / 100, "max": n - 1} {
				b.ReportMetric(waited[at].Seconds()*1000, "ms-"+name)
			}
			b.ReportMetric(float64(n), "keeps")
		})
	}
}

// keepBeside keeps facts until a file is imported, and returns how long each took.
func keepBeside(b *testing.B, kind history.Kind, text string) (waited []time.Duration) {
	s := opened(b, b.TempDir())
	keep(b, s, spelled{Match: "m", First: 1, Lines: lines(1, 1)})
	const alone = 200 // facts, where nothing is imported
	done := make(chan error, 1)
	if kind != "" {
		go func() {
			_, err := s.Take(b.Context(), kind, strings.NewReader(text))
			done <- err
		}()
	}
	for seq := 2; ; seq++ {
		if kind == "" && seq > alone {
			return waited
		}
		select {
		case err := <-done:
			if err != nil {
				b.Fatal(err)
			}
			return waited
		default:
			k := spelled{Match: "m", First: seq, Lines: lines(seq, seq)}
			waited = append(waited, timed(b, func() error { return s.Keep(b.Context(), k.keep()) }))
		}
	}
}
