package kit

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tabletop/games"
)

// CheckGames plays Bounds.Games random games with that number of seats and checks their
// positions. The first game has the default options. In every second game the table makes a
// ruling now and then.
func (k *Kit) CheckGames(t T, seats int) {
	for n := range k.Bounds.Games {
		k.checkGame(t, seats, n)
	}
}

// checkGame plays the n-th random game with that number of seats.
func (k *Kit) checkGame(t T, seats, n int) {
	if !k.goesOn() || k.declines(seats) {
		return
	}
	rnd := rand.New(rand.NewPCG(uint64(seats), uint64(n)))
	setup := k.usual(seats)
	state := k.first(t, setup)
	if n > 0 {
		setup, state = k.draw(t, rnd, seats)
	}
	if again := k.first(t, setup); again.String() != state.String() {
		t.Fatalf("New(%s) returns different positions", start(setup))
	}
	tb := &table{Kit: k, t: t, setup: setup, rnd: rnd}
	if k.reach != nil {
		k.reach.tried(k.rules.Options(), setup)
	}
	k.games++
	tb.play(state, n%2 == 1)
}

// goesOn reports whether Bounds.While lets the run continue with another position or decision.
func (k *Kit) goesOn() bool { return k.Bounds.While == nil || k.Bounds.While() }

func (tb *table) play(s games.State, rulings bool) {
	for i := 0; i < tb.Bounds.Positions && tb.goesOn(); i++ {
		tb.positions++
		tb.seen()
		if tb.reach != nil {
			tb.cover(s, nil, i < 10)
		}
		if i == 0 || s.Turn() == games.Nobody || tb.Bounds.Every < 2 || tb.rnd.IntN(tb.Bounds.Every) == 0 {
			if tb.doubts(s) {
				return
			}
			tb.check(s)
		}
		tb.checkSecrets(s)
		if rulings && tb.rnd.IntN(15) == 0 {
			if fixes := s.Fixes(); len(fixes) > 0 {
				next := tb.step(s, "fix ", fixes, s.Fix)
				if next == nil {
					return
				}
				tb.checkAttendance(s, next, tb.path[len(tb.path)-1])
				s, tb.twin = next, nil
				continue
			}
		}
		if s.Turn() == games.Nobody {
			return
		}
		next := tb.step(s, "", s.Legal(), s.Apply)
		if next == nil {
			return
		}
		tb.checkAttendance(s, next, tb.path[len(tb.path)-1])
		tb.shadow(s, next, tb.path[len(tb.path)-1])
		s = next
	}
}

// step draws a decision from choices, applies it with take, and returns the next position. If the
// game refuses the decision, step draws another. After a hundred draws it looks for a number that is
// allowed; see allowed.
func (tb *table) step(s games.State, prefix games.Decision, choices []games.Choice, take func(games.Decision) (games.State, error)) games.State {
	for range 100 {
		c := Pick(tb.rnd, choices)
		samples := tb.samples(c)
		if len(samples) == 0 {
			if len(choices) == 1 {
				tb.fail(s, "no samples of grammar %q: see Texts", c.Grammar)
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
	return tb.allowed(s, prefix, choices, take)
}

// mostSifted is the greatest number of numbers that allowed tries.
const mostSifted = 4000

// allowed applies a number of a choice of which the game may refuse some, and returns the next position.
// It tries all numbers or, if there are very many, those around 0 and some that are drawn. If none is
// allowed, it fails; but where it hasn't tried all, or where corrections have led, it keeps a doubt and
// returns nil.
func (tb *table) allowed(s games.State, prefix games.Decision, choices []games.Choice, take func(games.Decision) (games.State, error)) games.State {
	choices = slices.DeleteFunc(slices.Clone(choices), func(c games.Choice) bool { return !Sifts(s, c) })
	most := mostSifted / max(1, len(choices))
	for _, c := range choices {
		for i := range min(c.Len(), most) {
			d := tb.likely(c, i, most)
			if next, err := take(d); err == nil {
				tb.path = append(tb.path, prefix+d)
				return next
			}
		}
	}
	what := "a hundred decisions in a row were refused"
	if n := len(choices); n > 0 {
		what += fmt.Sprintf(", and each number of %q", choices[n-1].Says)
		if slices.ContainsFunc(tb.path, corrects) || slices.ContainsFunc(choices, func(c games.Choice) bool { return c.Len() > most }) {
			tb.keep(tb.found(s, "%s", what))
			return nil
		}
	}
	tb.fail(s, "%s", what)
	return nil
}

// likely returns the i-th of most numbers of c to try.
func (tb *table) likely(c games.Choice, i, most int) games.Decision {
	half := most / 2
	switch {
	case c.Len() <= most:
	case i < half:
		i += max(0, min(-int(c.From)-half/2, c.Len()-half))
	default:
		i = tb.rnd.IntN(c.Len())
	}
	return c.At(i)
}

// Pick draws a choice: by the odds if the choices have odds, otherwise uniformly.
func Pick(rnd *rand.Rand, choices []games.Choice) games.Choice {
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
