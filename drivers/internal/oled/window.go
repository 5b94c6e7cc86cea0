package oled

// Costs of sending, in bytes over I²C. Over SPI a transfer costs nothing. The same windows are
// sent, since the number of transfers matters most there.
const (
	transfer    = 2              // the address and the control byte
	runPrice    = 2*transfer + 3 // B0h|page, low and high column; the data
	windowPrice = 2*transfer + 6 // 21h a b, 22h p q; the data
)

// window is a rectangle of the picture.
type window struct{ col, page, width, pages int }

// price returns the cost of a window of this many pages, without its data.
func price(pages int) int {
	if pages == 1 {
		return runPrice
	}
	return windowPrice
}

func (w window) cost() int { return price(w.pages) + w.width*w.pages }

// with returns the window around w and o.
func (w window) with(o window) window {
	left, right := min(w.col, o.col), max(w.col+w.width, o.col+o.width)
	top, end := min(w.page, o.page), max(w.page+w.pages, o.page+o.pages)
	return window{left, top, right - left, end - top}
}

// band is a range of pages from top up to, not including, end.
type band struct{ top, end int }

// bands is the size of a table indexed by band, with an empty band below each page.
const bands = Pages * (Pages + 1)

// index returns the index of a band in such a table.
func (b band) index() int { return b.top*Pages + b.end - 1 }

func (b band) pages() int { return b.end - b.top }

// mask returns a bit for each page of the band, in the format of a column's changes.
func (b band) mask() uint8 { return uint8(1<<b.end - 1<<b.top) }
