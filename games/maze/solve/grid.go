package solve

import (
	"math/bits"

	"tabletop/games/maze"
)

// squares is the number of squares. The index after the last stands for a square that is always
// free.
const squares = maze.Squares

// grid is a position in the form of the search.
type grid struct {
	on       [squares + 1]class
	of       [classes]set
	occupied set
	black    bool // black is to move
}

// gridOf returns the grid of a board.
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

// key is a packed grid: the bits of each square's class over five words, and the side to move
// as the highest bit of the first. Equal keys mean equal grids.
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

// toggle adds the class to those squares, or removes it.
func (k *key) toggle(c class, some set) {
	for i := range k {
		k[i] ^= uint64(some) & -(uint64(c) >> i & 1)
	}
}

// unpack sets a grid to the position.
func (k *key) unpack(g *grid) {
	*g = grid{black: k[0]&blackKey != 0}
	for rest := set((k[0] | k[1] | k[2] | k[3] | k[4]) &^ blackKey); rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := k[0]>>at&1 | k[1]>>at&1<<1 | k[2]>>at&1<<2 | k[3]>>at&1<<3 | k[4]>>at&1<<4
		g.put(at, class(c))
	}
}

// hash returns a hash of the key.
func (k *key) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(odd)
	for _, word := range k {
		high, low := bits.Mul64(h^word, 0xd6e8feb86659fd93)
		h = high ^ low + odd
	}
	return h
}

// board returns the grid as a board of the rules; walls become some piece that stays.
func (g *grid) board(of *maze.Board) maze.Board {
	b := of.Cleared(g.black)
	for rest := g.occupied; rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := g.on[at]
		b.Put(at, pieces[c], c >= wall)
	}
	return b
}
