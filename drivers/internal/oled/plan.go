package oled

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// plan finds the windows for one frame. It is a field of Dev so that nothing has
// to be allocated.
type plan struct {
	changed [Width]uint8 // which pages of a column, bit 0 the uppermost
	windows []window     // that hold every change
	costs   costs
}

// compare notes what changed from one picture to another, and reports whether
// anything did.
func (p *plan) compare(from, to *[Bytes]byte) bool {
	clear(p.changed[:])
	found := false
	for i := 0; i < Bytes; i += 8 {
		differ := binary.LittleEndian.Uint64(from[i:]) ^ binary.LittleEndian.Uint64(to[i:])
		for differ != 0 {
			n := bits.TrailingZeros64(differ) / 8
			differ &^= 0xFF << (8 * n)
			p.changed[i%Width+n] |= 1 << (i / Width)
			found = true
		}
	}
	return found
}

// runs lays out the changes in runs, and returns what they cost.
func (p *plan) runs() int {
	p.windows = p.windows[:0]
	for page := range Pages {
		p.lay(band{page, page + 1}, 0, Width)
	}
	return p.cost()
}

// lay lays out the changes of some columns in windows as high as the band. What
// is unchanged between two of them is sent along unless a new window costs less.
func (p *plan) lay(b band, left, right int) {
	mask, pages, open := b.mask(), b.pages(), false
	for x := left; x < right; x++ {
		if p.changed[x]&mask == 0 {
			continue
		}
		if open {
			w := &p.windows[len(p.windows)-1]
			if unchanged := x - w.col - w.width; unchanged*pages <= price(pages) {
				w.width += unchanged + 1
				continue
			}
		}
		p.windows = append(p.windows, window{x, b.top, 1, pages})
		open = true
	}
}

// join makes one of any two windows that cost no less than one around both. That
// lets windows cross, which cuts alone never do.
func (p *plan) join() {
	for i := 0; i < len(p.windows); i++ {
		for j := i + 1; j < len(p.windows); {
			w, o := p.windows[i], p.windows[j]
			both := w.with(o)
			if both.cost() > w.cost()+o.cost() {
				j++
				continue
			}
			p.windows[i] = both
			p.windows = slices.Delete(p.windows, j, j+1)
			j = i + 1
		}
	}
}

// cost is what the windows cost.
func (p *plan) cost() (sum int) {
	for _, w := range p.windows {
		sum += w.cost()
	}
	return sum
}
