package solve

import (
	"math/bits"

	"tabletop/games/maze"
)

// squares is the number of squares. As an index it stands for a square off the board, which is
// always free.
const squares = maze.Squares

// grid is a position in the form of the search: the class on each square, and the squares of each
// class.
type grid struct {
	on       [squares + 1]class
	of       [classes]set
	occupied set
	black    bool // whether black is to move
}

// gridOf returns the position on a board as a grid.
func gridOf(b *maze.Board) grid {
	var g grid
	for rest := set(b.Occupied()); rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := classOf(b.On(at))
		if set(b.Fixed()).has(at) {
			c = c.fixed()
		}
		g.put(at, c)
	}
	g.black = b.BlackToMove()
	return g
}

func (g *grid) put(at int, c class) {
	g.on[at] = c
	g.of[c] |= of(at)
	g.occupied |= of(at)
}

func (g *grid) take(at int) {
	g.of[g.on[at]] &^= of(at)
	g.on[at] = none
	g.occupied &^= of(at)
}

// fixed returns the squares of the pieces that stay for good.
func (g *grid) fixed() set { return g.of[wall] | g.of[whiteHome] | g.of[blackHome] }

// key is a grid in packed form. The five bits of a square's class are spread over the five words,
// and the highest bit of the first word is the side to move. Equal keys mean equal grids.
type key [5]uint64

const blackKey = 1 << 63

func (g *grid) key() key {
	var k key
	for c := whiteMate; c < classes; c++ {
		k.toggle(c, g.of[c])
	}
	if g.black {
		k[0] |= blackKey
	}
	return k
}

// toggle adds a class to the given squares, or removes it from them.
func (k *key) toggle(c class, some set) {
	for i := range k {
		k[i] ^= uint64(some) & -(uint64(c) >> i & 1)
	}
}

// unpack sets the grid g to the position that the key contains.
func (k *key) unpack(g *grid) {
	*g = grid{black: k[0]&blackKey != 0}
	for rest := set((k[0] | k[1] | k[2] | k[3] | k[4]) &^ blackKey); rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := k[0]>>at&1 | k[1]>>at&1<<1 | k[2]>>at&1<<2 | k[3]>>at&1<<3 | k[4]>>at&1<<4
		g.put(at, class(c))
	}
}

// hash returns a 64-bit hash of the key.
func (k *key) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(odd)
	for _, word := range k {
		high, low := bits.Mul64(h^word, 0xd6e8feb86659fd93)
		h = high ^ low + odd
	}
	return h
}

// board returns the grid as a board with the same house rules as the given board. Walls become
// Stones that stay for good.
func (g *grid) board(of *maze.Board) maze.Board {
	b := of.Cleared(g.black)
	for rest := g.occupied; rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := g.on[at]
		b.Put(at, pieces[c], c >= wall)
	}
	return b
}
