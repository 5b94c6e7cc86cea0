package store

import (
	"errors"
	"testing"

	"tabletop/companion"
)

// drop forgets a draft, and keeps what else is asked.
func drop(t *testing.T, s *Store, id string, k companion.Keep) {
	t.Helper()
	k.Drop = id
	if err := s.Keep(t.Context(), k); err != nil {
		t.Fatal(err)
	}
}

func TestADraftIsForgottenWithItsSecretAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	keepNames(t, s, "a", "Аня", "Боря")
	keep(t, s, spelled{Match: "open", First: 1, Lines: lines(1, 2), Secret: secretA})
	before := dump(t, s)
	draft := spelled{Match: "draft", First: 1, Lines: lines(1, 1), Secret: secretB}
	keep(t, s, draft)
	if dump(t, s) == before {
		t.Fatal("the draft was not kept")
	}
	for range 2 { // what the disk has done already changes nothing
		drop(t, s, "draft", companion.Keep{})
		if got := dump(t, s); got != before {
			t.Fatalf("left\n%swant\n%s", got, before)
		}
	}
	if _, err := s.Match(t.Context(), "draft"); !errors.Is(err, ErrUnknown) {
		t.Errorf("it is read with %v, want ErrUnknown", err)
	}
	if open, err := s.OpenMatches(t.Context()); err != nil || len(open) != 1 || open[0].ID != "open" {
		t.Errorf("open are %+v, %v", open, err)
	}
	keep(t, s, draft) // another may have its place
	drop(t, s, "draft", spelled{Match: "next", First: 1, Lines: lines(1, 1), Settings: "where\tplay next\n", Players: "Вера\n"}.keep())
	open, err := s.OpenMatches(t.Context())
	if err != nil || len(open) != 2 || open[0].ID != "next" || open[0].Facts != 1 {
		t.Errorf("with another match kept at once open are %+v, %v", open, err)
	}
	if e, err := s.Load(t.Context()); err != nil || len(e.Settings) != 1 || e.Players[0] != "Вера" {
		t.Errorf("what was kept with it is %+v, %v", e, err)
	}
}

func TestOnlyWhatNeverBeganIsForgotten(t *testing.T) {
	for name, k := range map[string]spelled{
		"somebody has decided": {Match: "m", First: 1, Lines: lines(1, 2), Secret: secretA},
		"it is over":           {Match: "m", First: 1, Lines: lines(1, 1), Secret: secretA, Over: true},
		"another":              {Match: "n", First: 1, Lines: lines(1, 1), Secret: secretA},
	} {
		s := opened(t, t.TempDir())
		keep(t, s, k)
		before := dump(t, s)
		drop(t, s, "m", companion.Keep{})
		if got := dump(t, s); got != before {
			t.Errorf("%s: left\n%swant\n%s", name, got, before)
		}
	}
}

func TestADraftThatIsDecidedInIsNotForgottenWithTheSameTransaction(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 1), Secret: secretA})
	drop(t, s, "m", spelled{Match: "m", First: 2, Lines: lines(2, 2)}.keep())
	if got, err := s.Match(t.Context(), "m"); err != nil || got.Match.Seq() != 2 {
		t.Errorf("it has %d facts, %v", got.Match.Seq(), err)
	}
}
