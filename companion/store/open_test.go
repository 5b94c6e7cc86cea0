package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tabletop/companion"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

func TestOpenMatchesAreListedWithWhoSitsThere(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "a", First: 1, Lines: lines(1, 4), Secret: secretA})
	keep(t, s, spelled{Match: "b", First: 1, Lines: started("Вера", "Гоша") + lines(2, 2) +
		`{"seq":3,"ms":2000,"kind":"seated","seat":2,"says":"Ева"}` + "\n"})
	keep(t, s, spelled{Match: "c", First: 1, Lines: started("Вера", "Гоша") + `{"seq":2,"ms":2000,"kind":"ruled","says":"join 3"}` + "\n" +
		`{"seq":3,"ms":2000,"kind":"seated","seat":3,"says":"Ева"}` + "\n" + `{"seq":4,"ms":2000,"kind":"ruled","says":"join 4"}` + "\n" +
		`{"seq":5,"ms":2000,"kind":"seated","seat":4,"says":"Яна"}` + "\n" + `{"seq":6,"ms":2000,"kind":"undone","back_to":3}` + "\n"})
	keep(t, s, spelled{Match: "over", First: 1, Lines: lines(1, 3), Over: true})
	keep(t, s, spelled{Match: "bad", First: 1, Lines: "{}\n"})
	keep(t, s, spelled{Match: "a", First: 5, Lines: lines(5, 5)})
	keep(t, s, spelled{Match: "b", First: 4, Lines: `{"seq":4,"at":"2026-11-22T20:00:00Z","ms":3000,"kind":"seated","seat":2,"says":"Ева"}` + "\n"})
	got, err := s.OpenMatches(t.Context())
	at := "2026-11-21T15:30:00Z"
	want := []companion.OpenMatch{
		{ID: "b", Game: "mice", Names: []string{"Вера", "Ева"}, Started: at, Touched: "2026-11-22T20:00:00Z", Facts: 4},
		{ID: "a", Game: "mice", Names: []string{"Аня", "Боря"}, Started: at, Facts: 5},
		{ID: "bad", Facts: 1},
		{ID: "c", Game: "mice", Names: []string{"Вера", "Гоша", "Ева"}, Started: at, Facts: 6},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

func TestSeatsAreListedAsTheWholeMatchHasThem(t *testing.T) {
	t.Parallel()
	s, draw := opened(t, t.TempDir()), chance(t)
	for n := range 12 {
		m := begunBy(t, "Аня", "Боря", "Вера")
		for range 60 {
			m = changed(t, draw, m)
		}
		id := fmt.Sprint("m", n)
		keep(t, s, spelled{Match: id, First: 1, Lines: m.Since(0)})
		open, err := s.OpenMatches(t.Context())
		if err != nil || open[0].ID != id || !slices.Equal(open[0].Names, m.Names()) || open[0].Facts != m.Seq() {
			t.Fatalf("got %+v, %v; want %v, %d facts of\n%s", open[0], err, m.Names(), m.Seq(), m.Since(0))
		}
	}
}

func begunBy(t testing.TB, names ...string) match.Match {
	t.Helper()
	m, err := match.Begin(rolling, match.Fact{Kind: match.Started, Game: "mice", Seats: names})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// changed is a match with a roll, a seat given to another, or a step back or forth.
func changed(t testing.TB, draw *rand.Rand, m match.Match) match.Match {
	t.Helper()
	f := match.Fact{Kind: match.Decided, Says: "dice red white"}
	switch draw.IntN(4) {
	case 0:
		f = match.Fact{Kind: match.Seated, Seat: 1, Says: fmt.Sprint("Имя ", draw.IntN(1e6))}
	case 2:
		f = match.Fact{Kind: match.Seated, Seat: 1, Says: m.Name(2)}
	case 1:
		f = match.Fact{Kind: match.Undone, BackTo: 1 + draw.IntN(m.Seq())}
	}
	next, err := m.Fold(f)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestAMatchIsFoldedWhenItIsGoneOnWith(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, k := range night[:len(night)-3] { // up to where dice-1 is open
		keep(t, s, k)
	}
	keep(t, s, spelled{Match: "sealed", First: 1, Lines: sealed(secretB) + lines(2, 9), Secret: secretB})
	keep(t, s, spelled{Match: "open", First: 1, Lines: sealed(secretA) +
		fmt.Sprintf(`{"seq":2,"ms":0,"kind":"opened","secret":"%s"}`+"\n", secretA), Secret: secretA})
	keep(t, s, spelled{Match: "bad", First: 1, Lines: lines(1, 1) + lines(1, 1)})
	for id, want := range map[string]string{"sealed": secretB, "open": luck.Secret{}.String(), "dice-1": luck.Secret{}.String()} {
		got, err := s.Match(t.Context(), id)
		m, secret := got.Match, got.Secret
		if err != nil || m.Since(0) != record(t, s, id).Lines || secret.String() != want {
			t.Errorf("%s: %d facts, secret %v (%v), want %s", id, m.Seq(), secret, err, want)
		}
	}
	for _, id := range []string{"mice-1", "none"} {
		if _, err := s.Match(t.Context(), id); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v, want ErrUnknown", id, err)
		}
	}
	wrong := (*match.LineError)(nil)
	if _, err := s.Match(t.Context(), "bad"); !errors.As(err, &wrong) || wrong.Line != 2 {
		t.Errorf("a bad one: %v, want its line", err)
	}
}

func TestAMatchIsFoldedBesideTheWriterAndCanBeStopped(t *testing.T) {
	t.Parallel()
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 5000)})
	ctx, cancel := context.WithCancel(t.Context())
	folds := 0
	s.games = games.Of(hooked{begins: func() {
		keep(t, s, spelled{Match: "m", First: 5001 + folds, Lines: lines(5001+folds, 5001+folds)})
		folds++
		cancel()
	}})
	if _, err := s.Match(ctx, "m"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if m, err := s.Match(t.Context(), "m"); err != nil || m.Match.Seq() != 5001 {
		t.Errorf("got %d facts, %v; want the 5001 that were there when it began", m.Match.Seq(), err)
	}
}

// BenchmarkOpenMatches lists six open matches of 99,000 facts each.
func BenchmarkOpenMatches(b *testing.B) {
	s := opened(b, b.TempDir())
	for n := range 6 {
		keep(b, s, spelled{Match: fmt.Sprint("m", n), First: 1, Lines: lines(1, 99_000)})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.OpenMatches(b.Context()); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Load(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
