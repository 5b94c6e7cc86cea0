package gamestest

import (
	"errors"
	"math/rand/v2"
	"testing"

	"tabletop/games"
	"tabletop/games/kit"
)

// FuzzParse fuzzes the method Parse of r, with the positions of a random game as seeds. Parse
// must either refuse a text, or return a position whose output Parse accepts again.
func FuzzParse(f *testing.F, r games.Rules, setup games.Setup) {
	rnd := rand.New(rand.NewPCG(3, 4))
	s, err := r.New(setup)
	for i := 0; i < positionsEach && err == nil; i++ {
		f.Add(s.String())
		if s.Turn() == games.Nobody {
			break
		}
		s, err = s.Apply(kit.Pick(rnd, s.Legal()).At(0))
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := r.Parse(setup, text)
		if err != nil {
			return
		}
		again, err := r.Parse(setup, s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q is read as\n%s\nwhich is read as\n%v, %v", text, s, again, err)
		}
		if (s.Turn() == games.Nobody) != (len(s.Legal()) == 0) {
			t.Fatalf("Turn() = %d with %d legal decisions\n%s", s.Turn(), len(s.Legal()), s)
		}
	})
}

// FuzzApply fuzzes the methods Apply and Fix of a state. A fuzz input consists of moves and says.
// Each byte of moves selects a legal decision, and these decisions lead from the first position to
// another. There FuzzApply tries says as a decision and as a ruling. The rules must accept says,
// or refuse it with an error that wraps [games.ErrIllegal]. The seeds are first values for says.
func FuzzApply(f *testing.F, r games.Rules, setup games.Setup, seeds ...games.Decision) {
	for _, says := range seeds {
		f.Add([]byte{0, 1, 2, 3}, string(says))
	}
	f.Fuzz(func(t *testing.T, moves []byte, says string) {
		s, err := r.New(setup)
		for i := 0; i < len(moves) && err == nil && s.Turn() != games.Nobody; i++ {
			legal := s.Legal()
			if c := legal[int(moves[i])%len(legal)]; c.Grammar == "" {
				s, err = s.Apply(c.At(0))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, take := range []func(games.Decision) (games.State, error){s.Apply, s.Fix} {
			next, err := take(games.Decision(says))
			if (err == nil) == (next == nil) || err != nil && !errors.Is(err, games.ErrIllegal) {
				t.Fatalf("%q makes %v, %v", says, next, err)
			}
		}
	})
}
