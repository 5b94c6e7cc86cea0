package solve

import (
	"slices"

	"tabletop/games"
	"tabletop/games/maze"
)

// Prove looks for parts of the game in which Mates can't get home, at so many positions,
// without any search for a win.
func Prove(s games.State, most int) Proof {
	b, _ := maze.BoardOf(s)
	t := newTry(newGround(&b), &b, 4<<20)
	proof, _ := t.prove(&b, 1, most)
	return proof
}

// Shortening looks for a win and returns what shortens its line, at so many positions, and
// how many moves it leaves.
func Shortening(s games.State) (shorten func(most int) int) {
	b, _ := maze.BoardOf(s)
	p := newPool(&b, Options{}.filled())
	all := p.search()
	r := all[slices.IndexFunc(all, func(r report) bool { return r.verdict == won })]
	return func(most int) int { return len(r.by.shorten(&b, r.line, most, DefaultNear)) }
}
