package oled

// Costs in bytes of sending over I²C. Over SPI the address and the control byte are missing.
// The same windows are sent there, since the number of transfers matters most.
const (
	// transfer is the cost of a transfer's address and control byte.
	transfer = 2
	// runPrice is the cost of a run: a transfer of the commands B0h|page, low and high column,
	// and a transfer of data.
	runPrice = 2*transfer + 3
	// windowPrice is the cost of a window: a transfer of the commands 21h a b and 22h p q, and
	// a transfer of data.
	windowPrice = 2*transfer + 6
)

// window is a rectangle of the picture: its first column and page, its width in columns and its
// number of pages.
type window struct{ col, page, width, pages int }

// price returns the cost in bytes of a window of the given number of pages, without the data.
func price(pages int) int {
	if pages == 1 {
		return runPrice
	}
	return windowPrice
}

func (w window) cost() int { return price(w.pages) + w.width*w.pages }

// with returns the smallest window that contains w and o.
func (w window) with(o window) window {
	left, right := min(w.col, o.col), max(w.col+w.width, o.col+o.width)
	top, end := min(w.page, o.page), max(w.page+w.pages, o.page+o.pages)
	return window{left, top, right - left, end - top}
}

// band is a range of pages: from top up to, not including, end.
type band struct{ top, end int }

// bands is the number of entries in a table indexed by band.index. The table has an entry for
// an empty band below each page.
const bands = Pages * (Pages + 1)

// index returns the index of a band in a table of bands entries.
func (b band) index() int { return b.top*Pages + b.end - 1 }

func (b band) pages() int { return b.end - b.top }

// mask returns a bit for each page of the picture, set if the page is in the band. Page 0 has
// the lowest bit.
func (b band) mask() uint8 { return uint8(1<<b.end - 1<<b.top) }
