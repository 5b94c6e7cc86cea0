package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion/history"
)

func list(t testing.TB, s *Store) []history.Entry {
	t.Helper()
	entries, err := s.List(t.Context(), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func ids(entries []history.Entry) (ids []string) {
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	return ids
}

func record(t testing.TB, s *Store, id string) history.Entry {
	t.Helper()
	e, err := s.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// keepMatches keeps that many ended matches: m1, m2 …
func keepMatches(t testing.TB, s *Store, n int) {
	t.Helper()
	for i := range n {
		keep(t, s, spelled{
			Match: fmt.Sprint("m", i+1), First: 1, Lines: lines(1, 3), Secret: secretA, Over: true, Summary: summary("Аня", "Боря"),
		})
	}
}

func TestMatchesAreListedAPageAtATimeTheOneBegunLatestFirst(t *testing.T) {
	s := opened(t, t.TempDir())
	keepMatches(t, s, 5)
	keep(t, s, spelled{Match: "m2", First: 4, Lines: lines(4, 4), Over: true}) // played later, begun before
	var pages [][]string
	before := int64(0)
	for {
		page, err := s.List(t.Context(), before, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		pages, before = append(pages, ids(page)), page[len(page)-1].Mark
	}
	if got := fmt.Sprint(pages); got != "[[m5 m4] [m3 m2] [m1]]" {
		t.Errorf("pages %s", got)
	}
}

func TestALinelessListHasSummariesAndLinesWhereThereAreNone(t *testing.T) {
	s := opened(t, t.TempDir())
	done := summary("Аня", "Боря")
	keep(t, s, spelled{Match: "old", First: 1, Lines: lines(1, 3), Over: true})
	keep(t, s, spelled{Match: "over", First: 1, Lines: lines(1, 3), Over: true, Summary: done})
	keep(t, s, spelled{Match: "open", First: 1, Lines: lines(1, 2), Secret: secretA})
	keep(t, s, spelled{Match: "again", First: 1, Lines: lines(1, 3), Over: true, Summary: done})
	keep(t, s, spelled{Match: "again", First: 4, Lines: lines(4, 4)}) // play went back
	want := []history.Entry{
		{ID: "again", Mark: 4, Lines: lines(1, 4)},
		{ID: "open", Mark: 3, Lines: lines(1, 2)},
		{ID: "over", Mark: 2, Over: true, Summary: done},
		{ID: "old", Mark: 1, Over: true, Lines: lines(1, 3)},
	}
	if got := list(t, s); !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got, want := record(t, s, "over"), (history.Entry{ID: "over", Mark: 2, Over: true, Summary: done, Lines: lines(1, 3)}); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	keep(t, s, spelled{Match: "old", Summary: done}) // written later
	if got := record(t, s, "old"); got.Summary != done || !got.Over {
		t.Errorf("got %+v, want it over, with its summary", got)
	}
}

func TestAMatchThatIsNotThereIsUnknown(t *testing.T) {
	s := opened(t, t.TempDir())
	if _, err := s.Record(t.Context(), "none'; DROP TABLE matches"); !errors.Is(err, ErrUnknown) {
		t.Errorf("got %v, want ErrUnknown", err)
	}
}

func TestASummaryNeedsAMatch(t *testing.T) {
	s := opened(t, t.TempDir())
	if err := s.Keep(t.Context(), spelled{Summary: summary("Аня")}.keep()); !errors.Is(err, errNoMatch) {
		t.Errorf("without a match: %v", err)
	}
}

func TestWhoBeganIsCountedOverAllEvenings(t *testing.T) {
	s := opened(t, t.TempDir())
	drawn := line(1) + "\n" + `{"seq":2,"ms":0,"kind":"drawn","says":"first 2","luck":"device"}` + "\n"
	decided := lines(3, 3)
	for id, c := range map[string]struct {
		lines, summary string
		over           bool
	}{
		"a": {lines(1, 3), summary("Аня", "Боря"), true},
		"b": {lines(1, 3), summary("Боря", "Аня"), true},
		"c": {lines(1, 3), summary("Аня", "Вера"), true},
		"d": {lines(1, 3), summary("Гоша"), true}, // alone: nobody had to wait
		"e": {drawn + decided, "", false},         // open: Боря
		"f": {drawn, "", false},                   // nobody has decided yet
		"g": {"{}\n", "", false},                  // can't be read
	} {
		keep(t, s, spelled{Match: id, First: 1, Lines: c.lines, Summary: c.summary, Over: c.over})
	}
	if got := fmt.Sprint(load(t, s).Firsts); got != "map[Аня:2 Боря:2]" {
		t.Errorf("got %s", got)
	}
}

func TestKeepDoesNotWaitForWhoReads(t *testing.T) {
	s := opened(t, t.TempDir())
	keepMatches(t, s, 3)
	var numbers []int64
	err := s.read(t.Context(), func(r reader) error {
		return r.rows(allPlaces, func(rows *sql.Rows) error { // a read in the middle of which others write
			keepMatches(t, s, 3+2*len(numbers))
			numbers = append(numbers, int64(len(numbers)))
			return nil
		})
	})
	if err != nil || len(numbers) != 3 {
		t.Errorf("the reader saw %d matches (%v), want the 3 that were there when it began", len(numbers), err)
	}
	if got := len(list(t, s)); got != 7 {
		t.Errorf("%d matches are there now, want 7", got)
	}
}

func TestWhoReadsIsToldWhenTheDatabaseIsClosed(t *testing.T) {
	s := opened(t, t.TempDir())
	keepMatches(t, s, 1)
	err := s.read(t.Context(), func(r reader) error {
		go s.Close()
		<-r.ctx.Done()
		_, err := r.entry("m1")
		return err
	})
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v, want os.ErrClosed", err)
	}
	if _, err := s.List(t.Context(), 0, 1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("afterwards: %v, want os.ErrClosed", err)
	}
}

func TestTheShelfCannotBeWrittenTo(t *testing.T) {
	s := opened(t, t.TempDir())
	keepMatches(t, s, 1)
	for _, text := range []string{`DELETE FROM facts`, `DROP TABLE secrets`, `UPDATE matches SET over = 0`} {
		if _, err := s.session.readers.ExecContext(t.Context(), text); err == nil || !strings.Contains(err.Error(), "readonly") {
			t.Errorf("%s: %v, want that it is read-only", text, err)
		}
	}
}

func TestReadingTheShelfNeverTellsASecret(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, k := range night {
		keep(t, s, k)
	}
	keep(t, s, spelled{Match: "open", First: 1, Lines: lines(1, 6), Secret: secretB, Settings: "guests\t" + secretB + "\n"})
	all := fmt.Sprintf("%+v", list(t, s))
	for _, e := range list(t, s) {
		all += fmt.Sprintf("%+v", record(t, s, e.ID))
	}
	all += backupOf(t, s)
	if strings.Contains(all, secretB) {
		t.Error("a secret that isn't opened is told")
	}
	if !strings.Contains(all, secretA) {
		t.Error("the secret that was opened is missing from its record")
	}
}

// BenchmarkKeepBesideReaders is Keep while others read all there is, over and over.
func BenchmarkKeepBesideReaders(b *testing.B) {
	for _, readers := range []int{0, 2} {
		b.Run(fmt.Sprint("readers=", readers), func(b *testing.B) {
			s := opened(b, b.TempDir())
			for n := range 200 {
				keep(b, s, spelled{Match: fmt.Sprint("m", n), First: 1, Lines: lines(1, 150), Over: true})
			}
			keep(b, s, spelled{Match: "m", First: 1, Lines: lines(1, 2), Secret: secretA})
			ctx, stop := context.WithCancel(b.Context())
			done := make(chan int)
			for range readers {
				go func() {
					lists := 0
					for ; ctx.Err() == nil; lists++ {
						_, _ = s.List(ctx, 0, 1000) // without summaries: all lines
					}
					done <- lists
				}()
			}
			var kept []time.Duration
			for seq := 3; b.Loop(); seq += 2 {
				k := spelled{Match: "m", First: seq, Lines: lines(seq, seq+1)}
				kept = append(kept, timed(b, func() error { return s.Keep(b.Context(), k.keep()) }))
			}
			stop()
			for range readers {
				b.ReportMetric(float64(<-done), "lists")
			}
			b.ReportMetric(float64(median(kept)), "median-ns")
			b.ReportMetric(float64(kept[len(kept)*99/100]), "p99-ns")
		})
	}
}
