package kit

import (
	"math/rand/v2"
	"slices"

	"tabletop/games"
)

// CheckListed plays n random games with drawn set-ups and fails if the game refuses a decision
// that it lists, proposes or offers as a ruling. It checks nothing else, so that it can play many
// more games than CheckGames. A game ends after Bounds.Positions positions. CheckListed returns
// the number of decisions tried.
func (k *Kit) CheckListed(t T, n int) (tried int) {
	least, most := k.rules.Seats()
	for i := range n {
		rnd := rand.New(rand.NewPCG(uint64(i), 0x11))
		setup, s := k.draw(t, rnd, least+rnd.IntN(most-least+1))
		tb := &table{Kit: k, t: t, setup: setup, rnd: rnd}
		for p := 0; p < k.Bounds.Positions && s.Turn() != games.Nobody && k.goesOn(); p++ {
			s = tb.listed(s)
		}
		tried += len(tb.path)
	}
	return tried
}

// listed makes a random decision of the lists at s, and one time in 15 a ruling. Where the game
// proposes the last outcome again, it makes that decision one time in four.
func (tb *table) listed(s games.State) games.State {
	if fixes := s.Fixes(); len(fixes) > 0 && tb.rnd.IntN(15) == 0 {
		return tb.accepted(s, "fix ", Pick(tb.rnd, fixes), s.Fix)
	}
	if again, ok := games.Again(s); ok && tb.rnd.IntN(4) == 0 {
		return tb.accepted(s, "", games.Choice{Says: again}, s.Apply)
	}
	choices := slices.Concat(games.Entry(s), games.Aside(s))
	return tb.accepted(s, "", Pick(tb.rnd, choices), s.Apply)
}

// accepted makes a random decision of c by take and returns the next position. It fails if the
// decision is refused, except for a text or one of many numbers, which a game may refuse. Then it returns s.
func (tb *table) accepted(s games.State, prefix games.Decision, c games.Choice, take func(games.Decision) (games.State, error)) games.State {
	samples := tb.samples(c)
	if len(samples) == 0 {
		return s
	}
	d := samples[tb.rnd.IntN(len(samples))]
	next, err := take(d)
	if err != nil && !tb.mayRefuse(s, c, err) {
		tb.fail(s, "the listed %q is refused: %v", prefix+d, err)
	}
	if err != nil {
		return s
	}
	tb.path = append(tb.path, prefix+d)
	return next
}
