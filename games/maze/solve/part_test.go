package solve_test

import (
	"slices"
	"testing"

	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

func TestAProofByAPartOfThePiecesCanBeChecked(t *testing.T) {
	found := 0
	for n := 0; found < 8 && n < 60; n++ {
		s := stumbled(t, drawn(t, "balanced", n), n, 60, true)
		proof := solve.Prove(s, 20_000)
		if len(proof.Mates) == 0 {
			continue
		}
		found++
		b, _ := maze.BoardOf(s)
		looked, home := partByForce(&b, proof)
		if home || looked < proof.Positions {
			t.Errorf("%+v: the Mates get home: %v, among %d positions\n%s", proof, home, looked, s)
		}
	}
	if found < 8 {
		t.Errorf("only %d proofs were found, want 8", found)
	}
}

// partByForce looks at all positions of the part of the game that a proof names, without
// the solver's keys, and reports whether its Mates get home in any.
func partByForce(whole *maze.Board, proof solve.Proof) (looked int, home bool) {
	root := whole.Cleared(false)
	for at := range maze.Squares {
		if walled := whole.Walls()>>at&1 != 0; walled || slices.Contains(proof.Pieces, at+1) {
			root.Put(at, whole.On(at), walled)
		}
	}
	seen := map[maze.Board]bool{root: true}
	for queue := []maze.Board{root}; len(queue) > 0; queue = queue[1:] {
		b := queue[0]
		if allHome(whole, &b, proof.Mates) {
			return len(seen), true
		}
		for from := range maze.Squares {
			if b.On(from) == 0 || b.Fixed()>>from&1 != 0 {
				continue
			}
			targets := b.TargetsAtBest(from, b.Occupied())
			for to := range maze.Squares {
				if targets>>to&1 == 0 {
					continue
				}
				if next := moved(&b, from, to); !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return len(seen), false
}

// moved returns the board after a move, with the same side to move.
func moved(b *maze.Board, from, to int) maze.Board {
	next := b.Cleared(b.BlackToMove())
	for at := range maze.Squares {
		if at != from && b.On(at) != 0 {
			next.Put(at, b.On(at), b.Fixed()>>at&1 != 0)
		}
	}
	next.Put(to, b.On(from), b.On(from).Ends()>>to&1 != 0)
	return next
}

// allHome reports whether Mates that stood on some squares stand on homes of the other
// colour.
func allHome(whole, b *maze.Board, numbers []int) bool {
	var want, has [2]int
	for _, n := range numbers {
		want[side(whole.On(n-1))]++
	}
	for i, homes := range [2][2]int{{46, 47}, {0, 1}} {
		for _, at := range homes {
			if it := b.On(at); it.Kind() == maze.Mate && side(it) == i {
				has[i]++
			}
		}
	}
	return has[0] >= want[0] && has[1] >= want[1]
}

// side is 0 of a white piece, 1 of a black one.
func side(it maze.Piece) int { return int(it / maze.Black) }
