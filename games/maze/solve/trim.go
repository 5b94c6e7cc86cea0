package solve

import (
	"slices"

	"tabletop/games/maze"
)

// trim removes moves that the rest of a winning line doesn't need, until none can be removed.
//
// The sides take turns. So if a move of one side is removed, a move of the other must be removed
// too, and the moves between them are played in another order. trim finds savings in the line as
// if there were no turns, and then tries them singly and in pairs.
func trim(b *maze.Board, line []hop) []hop {
	for {
		shorter := trimOnce(b, line)
		if shorter == nil {
			return line
		}
		line = shorter
	}
}

// saving is a change of a line that reduces its number of moves.
type saving struct {
	gone [2]int // indices of the removed moves, or noMove
	at   int    // index of the move that the field as replaces, or noMove
	as   hop
}

const noMove = -1

// trimOnce returns a shorter winning line after one or two savings, or nil.
func trimOnce(b *maze.Board, line []hop) []hop {
	all := savings(b, line)
	for i, one := range all {
		if shorter := alternate(line, one); shorter != nil && wins(*b, shorter) {
			return shorter
		}
		for _, other := range all[:i] {
			if shorter := alternate(line, one, other); shorter != nil && wins(*b, shorter) {
				return shorter
			}
		}
	}
	return nil
}

// savings returns the savings after which the line could still be played and win without turns. A
// saving removes a move, or merges two moves of a piece, or removes both if the piece returns to
// its square.
func savings(b *maze.Board, line []hop) (all []saving) {
	add := func(s saving) {
		if moves, _ := remaining(line, s); reaches(*b, moves) {
			all = append(all, s)
		}
	}
	for i, m := range line {
		add(saving{gone: [2]int{i, noMove}, at: noMove})
		switch j := again(line, i); {
		case j == noMove:
		case line[j].to == m.from:
			add(saving{gone: [2]int{i, j}, at: noMove})
		default:
			as := hop{m.from, line[j].to}
			add(saving{gone: [2]int{j, noMove}, at: i, as: as})
			add(saving{gone: [2]int{i, noMove}, at: j, as: as})
		}
	}
	return all
}

// again returns the index of the next move of the piece that makes the i-th move, or noMove.
func again(line []hop, i int) int {
	for j := i + 1; j < len(line); j++ {
		if line[j].from == line[i].to {
			return j
		}
	}
	return noMove
}

// remaining returns the moves that the savings leave, in their order, and the side that makes
// each: 0 or 1.
func remaining(line []hop, savings ...saving) (moves []hop, sides []int) {
	for i, m := range line {
		gone := false
		for _, s := range savings {
			gone = gone || slices.Contains(s.gone[:], i)
			if s.at == i {
				m = s.as
			}
		}
		if !gone {
			moves, sides = append(moves, m), append(sides, i%2)
		}
	}
	return moves, sides
}

// alternate returns the moves that the savings leave, ordered so that the sides take turns. It
// returns nil if one side has too many moves for that.
func alternate(line []hop, savings ...saving) []hop {
	moves, sides := remaining(line, savings...)
	bySide := [2][]hop{}
	for i, m := range moves {
		bySide[sides[i]] = append(bySide[sides[i]], m)
	}
	if more := len(bySide[0]) - len(bySide[1]); more != 0 && more != 1 {
		return nil
	}
	for i := range moves {
		moves[i] = bySide[i%2][i/2]
	}
	return moves
}

// wins reports whether the line can be played from b by the rules, and wins.
func wins(b maze.Board, line []hop) bool {
	for _, m := range line {
		if !set(b.Movable()).has(int(m.from)) || !set(b.Targets(int(m.from))).has(int(m.to)) {
			return false
		}
		b.Move(int(m.from), int(m.to))
	}
	return b.Won()
}

// reaches reports whether the line can be played from b as if there were no turns, and wins.
func reaches(b maze.Board, line []hop) bool {
	for _, m := range line {
		if set(b.Fixed()).has(int(m.from)) || !set(b.Targets(int(m.from))).has(int(m.to)) {
			return false
		}
		b.Move(int(m.from), int(m.to))
	}
	return b.Won()
}
