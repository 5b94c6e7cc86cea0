package gamestest

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tabletop/games"
)

// How much Check plays: so many games at each number of seats, up to so many
// positions each, for there are games that never end.
const (
	gamesEach     = 8
	gamesInShort  = 2 // with -short
	positionsEach = 400
)

func rounds() int {
	if testing.Short() {
		return gamesInShort
	}
	return gamesEach
}

// checkGames plays random games of seats and checks every position on the way.
// The first has no options chosen; in every second one the table rules now and then.
func (k *kit) checkGames(t *testing.T, seats int) {
	for n := range rounds() {
		rnd := rand.New(rand.NewPCG(uint64(seats), uint64(n)))
		setup := games.Setup{Seats: seats}
		state := k.first(t, setup)
		if n > 0 {
			setup, state = k.draw(t, rnd, seats)
		}
		if again := k.first(t, setup); again.String() != state.String() {
			t.Fatalf("New(%s) is one position now, another then", start(setup))
		}
		tb := &table{kit: k, t: t, setup: setup, rnd: rnd}
		tb.play(state, n%2 == 1)
	}
}

func (tb *table) play(s games.State, rulings bool) {
	for range positionsEach {
		tb.check(s)
		if fixes := s.Fixes(); rulings && len(fixes) > 0 && tb.rnd.IntN(15) == 0 {
			s = tb.step(s, "fix ", fixes, s.Fix)
			continue
		}
		if s.Turn() == games.Nobody {
			return
		}
		s = tb.step(s, "", s.Legal(), s.Apply)
	}
}

// step takes one of choices at random; a text may be refused, then another is drawn.
func (tb *table) step(s games.State, prefix games.Decision, choices []games.Choice, take func(games.Decision) (games.State, error)) games.State {
	for range 100 {
		c := pick(tb.rnd, choices)
		samples := tb.samples(c)
		if len(samples) == 0 {
			if len(choices) == 1 {
				tb.fail(s, "no samples of %q are given: see Texts", c.Grammar)
			}
			continue
		}
		d := samples[tb.rnd.IntN(len(samples))]
		next, err := take(d)
		if err != nil {
			continue
		}
		tb.path = append(tb.path, prefix+d)
		return next
	}
	tb.fail(s, "a hundred decisions in a row were refused")
	return nil
}

// pick draws a choice: by the odds where there are any, else each alike.
func pick(rnd *rand.Rand, choices []games.Choice) games.Choice {
	total := uint64(0)
	for _, c := range choices {
		total += uint64(c.Weight) * uint64(c.Len())
	}
	if total == 0 {
		return choices[rnd.IntN(len(choices))]
	}
	r := rnd.Uint64N(total)
	i := slices.IndexFunc(choices, func(c games.Choice) bool {
		w := uint64(c.Weight) * uint64(c.Len())
		if r < w {
			return true
		}
		r -= w
		return false
	})
	return choices[i]
}

// checkTwins fails if a blind seat could tell one of two twins from the other.
func (k *kit) checkTwins(t testing.TB) {
	for _, pair := range k.twins {
		if pair.One.String() == pair.Other.String() {
			t.Errorf("%s: the twins are one position:\n%s", pair.Name, pair.One)
		}
		for _, seat := range pair.Blind {
			if one, other := pair.One.View(seat), pair.Other.View(seat); !reflect.DeepEqual(one, other) {
				t.Errorf("%s: seat %d sees %+v or %+v", pair.Name, seat, one, other)
			}
			if pair.One.Turn() == seat && !slices.Equal(pair.One.Legal(), pair.Other.Legal()) {
				t.Errorf("%s: seat %d may decide %v or %v", pair.Name, seat, pair.One.Legal(), pair.Other.Legal())
			}
		}
		if one, other := pair.One.Standing(), pair.Other.Standing(); !reflect.DeepEqual(one, other) {
			t.Errorf("%s: the standing is %+v or %+v", pair.Name, one, other)
		}
	}
}
