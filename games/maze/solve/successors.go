package solve

import "tabletop/games/maze"

// hop is a move from one square to another.
type hop struct{ from, to uint8 }

// successor is the position after a move from an expanded position.
type successor struct {
	key      key
	hash     uint64
	from, to int
	after    class // class of the moved piece after the move
}

// expander finds the successors of positions: all positions after one move.
type expander struct {
	ground     *ground
	rules      maze.Board
	grid       grid       // position that was expanded last
	board      maze.Board // the same position, as a board of the rules
	successors []successor
}

// expand unpacks the position k and finds its successors. It omits those in which a Mate stays for
// good away from its goal.
func (x *expander) expand(k key) {
	k.unpack(&x.grid)
	x.successors = x.successors[:0]
	x.board = x.grid.board(&x.rules)
	k[0] ^= blackKey
	for rest := set(x.board.Movable()); rest != 0; rest &= rest - 1 {
		from := rest.first()
		for targets := set(x.board.Targets(from)); targets != 0; targets &= targets - 1 {
			x.succeed(&k, from, targets.first())
		}
	}
}

// succeed adds the position after a move to the successors. k is the key before the move, but with
// the other side to move.
func (x *expander) succeed(k *key, from, to int) {
	c := x.grid.on[from]
	after := c
	if x.ground.ends[c].has(to) {
		after = c.fixed()
	}
	if after >= whiteHome && int(x.ground.goals[c][from]) != to {
		return
	}
	x.successors = append(x.successors, successor{key: *k, from: from, to: to, after: after})
	s := &x.successors[len(x.successors)-1]
	s.key.toggle(c, of(from))
	s.key.toggle(after, of(to))
	s.hash = s.key.hash()
}

// allHome is the number of Mates at home when the game is won.
const allHome = 4

// homesAfter returns the number of Mates that are home in a successor.
func (x *expander) homesAfter(s *successor) int {
	homes := 0
	for c := whiteMate; c <= blackMate; c++ {
		mates := x.grid.of[c] | x.grid.of[c.fixed()]
		if s.after == c || s.after == c.fixed() {
			mates = mates&^of(s.from) | of(s.to)
		}
		homes += (mates & x.ground.homes[c]).count()
	}
	return homes
}
