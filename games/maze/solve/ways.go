package solve

import (
	"slices"

	"tabletop/games/maze"
)

// way is a way for a piece to leave its square in one move. over contains the squares that must be
// free. beside is the neighbour that a Rabbit jumps over. Unused entries are nowhere, which is
// always free.
type way struct {
	over   [3]uint8
	cost   uint8
	beside uint8
}

// nowhere is the index that stands for a square off the board, which is always free.
const nowhere = squares

type direction struct{ down, right int }

var (
	diagonals  = [...]direction{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	directions = [...]direction{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
)

// step returns the square n steps from at in a direction, or nowhere.
func step(at int, d direction, n int) uint8 {
	row, column := maze.Place(at)
	to, ok := maze.At(row+n*d.down, column+n*d.right)
	if !ok {
		return nowhere
	}
	return uint8(to)
}

// ray returns the squares from at to the edge of the board in a direction.
func ray(at int, d direction) (all []uint8) {
	for n := 1; ; n++ {
		to := step(at, d, n)
		if to == nowhere {
			return all
		}
		all = append(all, to)
	}
}

// waysOf returns the ways for a piece to leave the square at.
func waysOf(b *maze.Board, it maze.Piece, at int) (all []way) {
	for _, p := range paths(b, it, at) {
		if slices.Contains(p.over, nowhere) {
			continue
		}
		w := way{cost: aMove, beside: p.beside, over: [3]uint8{nowhere, nowhere, nowhere}}
		if n := copy(w.over[:], p.over); n > 0 && set(it.Ends()).has(int(p.over[n-1])) {
			w.cost += sticking
		}
		all = append(all, w)
	}
	return all
}

// path contains the squares that a move crosses, ending with its target, and the neighbour that a
// Rabbit jumps over. If one of the crossed squares is nowhere, the move is impossible.
type path struct {
	beside uint8
	over   []uint8
}

// paths returns the paths of the moves by which a piece can leave a square. For a piece that may
// walk any distance it returns only the first steps, because the costs need no more. For a piece
// that leaps it returns one path without squares.
func paths(b *maze.Board, it maze.Piece, at int) []path {
	switch kind := it.Kind(); kind {
	case maze.Mate, maze.Lightning:
		return steps(at, diagonals[:])
	case maze.Shadow, maze.Tree:
		if b.Leaps(kind) {
			return []path{{beside: nowhere}}
		}
		return steps(at, directions[:])
	case maze.Rabbit:
		return jumps(at)
	case maze.Stone:
		return strides(at)
	default:
		most := int(kind-maze.TimePawn1) + 1
		least := most
		if b.WalksShort() {
			least = 1
		}
		return walks(at, it, least, most)
	}
}

func steps(at int, along []direction) (all []path) {
	for _, d := range along {
		all = append(all, path{nowhere, []uint8{step(at, d, 1)}})
	}
	return all
}

func jumps(at int) (all []path) {
	for _, d := range directions {
		all = append(all, path{step(at, d, 1), []uint8{step(at, d, 2)}})
	}
	return all
}

func strides(at int) (all []path) {
	for _, d := range diagonals {
		all = append(all, path{nowhere, []uint8{step(at, direction{0, d.right}, 1), step(at, d, 1)}})
	}
	return all
}

func walks(at int, it maze.Piece, least, most int) (all []path) {
	ahead := 1
	if it >= maze.Black {
		ahead = -1
	}
	for _, d := range [...]direction{{0, ahead}, {-1, 0}, {1, 0}} {
		var over []uint8
		for n := 1; n <= most; n++ {
			over = append(over, step(at, d, n))
			if n >= least {
				all = append(all, path{nowhere, slices.Clone(over)})
			}
		}
	}
	return all
}
