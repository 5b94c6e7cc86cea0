package oled

import (
	"math"
	"math/bits"
)

// This file holds two ways to find the least that windows can cost. Both are far
// too slow for the driver.

// grid is changes of so many blocks a page, on so many pages.
type grid struct{ blocks, pages, width, apart int }

func (g grid) left(block int) int { return block * (g.width + g.apart) }

// changed is what changed in a pattern: bit block*pages+page is a block.
func (g grid) changed(pattern int) (changed [Width]uint8) {
	for i := range g.blocks {
		for x := range g.width {
			changed[g.left(i)+x] = uint8(pattern >> (i * g.pages) & (1<<g.pages - 1))
		}
	}
	return changed
}

// least returns for every pattern the least that windows cost which cover it. It
// tries all windows that cover the leftmost block, uppermost, on what it found for
// what is left. No window needs other edges than those of blocks.
func (g grid) least() []int {
	least := make([]int, 1<<(g.blocks*g.pages))
	for pattern := 1; pattern < len(least); pattern++ {
		least[pattern] = math.MaxInt
		first := bits.TrailingZeros(uint(pattern))
		block, page := first/g.pages, first%g.pages
		for last := block; last < g.blocks; last++ {
			for top := 0; top <= page; top++ {
				for end := page + 1; end <= g.pages; end++ {
					w := window{g.left(block), top, g.left(last) + g.width - g.left(block), end - top}
					rest := pattern
					for i := block; i <= last; i++ {
						rest &^= int(band{top, end}.mask()) << (i * g.pages)
					}
					least[pattern] = min(least[pattern], w.cost()+least[rest])
				}
			}
		}
	}
	return least
}

// sweep goes from column to column and knows for every way to have windows open
// there what it costs at least. A way is one of the 1597 tilings of eight pages
// with windows and pages that are in none, so these windows never cross: where
// crossing saves something, there is less than the sweep finds.
type sweep struct {
	tilings []tiling
	by      [Pages + 1][]int // those with so many windows
}

type tiling struct {
	sent    uint8 // pages that are in windows
	pages   int   // how many
	without []int // the tilings that lack one of the windows
	high    []int // and how many pages that has
}

func newSweep() *sweep {
	var all [][]band
	var tile func(page int, open []band)
	tile = func(page int, open []band) {
		if page == Pages {
			all = append(all, open)
			return
		}
		tile(page+1, open[:len(open):len(open)])
		for end := page + 1; end <= Pages; end++ {
			tile(end, append(open[:len(open):len(open)], band{page, end}))
		}
	}
	tile(0, nil)
	number := map[string]int{}
	for i, open := range all {
		number[name(open, -1)] = i
	}
	s := &sweep{}
	for i, open := range all {
		var t tiling
		for k, b := range open {
			t.sent |= b.mask()
			t.pages += b.pages()
			t.without = append(t.without, number[name(open, k)])
			t.high = append(t.high, b.pages())
		}
		s.tilings = append(s.tilings, t)
		s.by[len(open)] = append(s.by[len(open)], i)
	}
	return s
}

// name tells tilings apart, one of the windows left out.
func name(open []band, but int) string {
	var n []byte
	for i, b := range open {
		if i != but {
			n = append(n, byte(b.top), byte(b.end))
		}
	}
	return string(n)
}

// least returns the least that windows cost which cover all that changed and don't
// cross.
func (s *sweep) least(changed *[Width]uint8) int {
	cost := make([]int, len(s.tilings))
	for i := range cost {
		cost[i] = math.MaxInt32
	}
	cost[s.by[0][0]] = 0
	for x, end := 0, 0; x < Width; x = end {
		for end = x + 1; end < Width && changed[end] == changed[x]; end++ {
		}
		s.step(cost, changed[x], end-x)
	}
	best := math.MaxInt32
	for _, c := range cost {
		best = min(best, c)
	}
	return best
}

// step closes windows, which is free, opens others, and sends columns in which the
// same changed. No window need begin or end within those.
func (s *sweep) step(cost []int, pages uint8, columns int) {
	for n := Pages; n > 0; n-- {
		for _, i := range s.by[n] {
			for _, j := range s.tilings[i].without {
				cost[j] = min(cost[j], cost[i])
			}
		}
	}
	for n := 1; n <= Pages; n++ {
		for _, i := range s.by[n] {
			for k, j := range s.tilings[i].without {
				cost[i] = min(cost[i], cost[j]+price(s.tilings[i].high[k]))
			}
		}
	}
	for i, t := range s.tilings {
		cost[i] += t.pages * columns
		if pages&^t.sent != 0 {
			cost[i] = math.MaxInt32
		}
	}
}

// NewLeast returns what finds the least that windows cost which don't cross and
// bring one picture to another.
func NewLeast() func(from, to *[Bytes]byte) int {
	s, p := newSweep(), &plan{}
	return func(from, to *[Bytes]byte) int {
		p.compare(from, to, 0)
		changed := columns(p.changed)
		return s.least(&changed)
	}
}
