package oled

import (
	"encoding/binary"
	"slices"
)

// plan finds the windows to send for one frame. It is a field of Dev, so that planning
// allocates nothing.
type plan struct {
	changed [Pages]row
	windows []window // windows that cover every change
	layout  layout
}

// compare sets p.changed to the bytes that differ between two pictures, and returns their
// number. It compares eight bytes at a time. The argument inverted is a mask of 64 bits: a bit
// that is 1 in the mask is inverted in one of the pictures.
func (p *plan) compare(from, to *[Bytes]byte, inverted uint64) (sum int) {
	for page := range p.changed {
		var r row
		for x := 0; x < Width; x += 8 {
			at := page*Width + x
			bits := binary.LittleEndian.Uint64(from[at:]) ^ binary.LittleEndian.Uint64(to[at:])
			r[x/half] |= nonzero(bits^inverted) << (x % half)
		}
		p.changed[page] = r
		sum += r.count()
	}
	return sum
}

// runs covers the changes with runs, and returns their cost in bytes.
func (p *plan) runs() int {
	p.windows = p.windows[:0]
	for page, r := range p.changed {
		p.lay(band{page, page + 1}, r)
	}
	return p.cost()
}

// least covers the changes with runs and windows, and returns their cost in bytes.
func (p *plan) least() int {
	p.windows = p.windows[:0]
	p.layout.find(&p.changed)
	p.layout.lay(p)
	p.join()
	return p.cost()
}

// lay appends windows as high as the band b to cover the changed columns. It includes the
// unchanged columns between two changes unless a new window costs less.
func (p *plan) lay(b band, changed row) {
	pages, end := b.pages(), -Width
	for i, w := range changed {
		for w != 0 {
			var left, right int
			left, right, w = run(w)
			left, right = i*half+left, i*half+right
			if (left-end)*pages > price(pages) {
				p.windows = append(p.windows, window{left, b.top, 0, pages})
			}
			last := &p.windows[len(p.windows)-1]
			last.width, end = right-last.col, right
		}
	}
}

// join replaces any two windows by the window around both if that costs no more. So a window
// may extend over the cuts between segments.
func (p *plan) join() {
	for i := 0; i < len(p.windows); i++ {
		for j := p.partner(i); j > 0; j = p.partner(i) {
			p.windows[i] = p.windows[i].with(p.windows[j])
			p.windows = slices.Delete(p.windows, j, j+1)
		}
	}
}

// partner returns the index of a later window to join with window i, or 0.
func (p *plan) partner(i int) int {
	w := p.windows[i]
	left, right, cost := w.col-windowPrice, w.col+w.width+windowPrice, w.cost()
	for j := i + 1; j < len(p.windows); j++ {
		o := &p.windows[j]
		near := o.col <= right && o.col+o.width >= left
		if near && w.with(*o).cost() <= cost+o.cost() {
			return j
		}
	}
	return 0
}

// cost returns the cost of all windows in bytes.
func (p *plan) cost() (sum int) {
	for _, w := range p.windows {
		sum += w.cost()
	}
	return sum
}
