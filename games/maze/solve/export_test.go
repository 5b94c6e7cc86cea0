package solve

import (
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
