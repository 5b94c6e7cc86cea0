package oled

// What sending costs in bytes over I²C. Over SPI a transfer costs nothing, and the
// same windows are sent, since few transfers are what matters there.
const (
	transfer    = 2              // the address and the control byte
	runPrice    = 2*transfer + 3 // B0h|page, low and high column; the data
	windowPrice = 2*transfer + 6 // 21h a b, 22h p q; the data
)

// window is a rectangle of the picture.
type window struct{ col, page, width, pages int }

// price is what a window of so many pages costs besides its data.
func price(pages int) int {
	if pages == 1 {
		return runPrice
	}
	return windowPrice
}

func (w window) cost() int { return price(w.pages) + w.width*w.pages }

// with returns the window around both.
func (w window) with(o window) window {
	left, right := min(w.col, o.col), max(w.col+w.width, o.col+o.width)
	top, end := min(w.page, o.page), max(w.page+w.pages, o.page+o.pages)
	return window{left, top, right - left, end - top}
}

// band is the pages from top up to, not including, end.
type band struct{ top, end int }

// bands is room for what is known of each, and of an empty one below each page.
const bands = Pages * (Pages + 1)

// index numbers the bands.
func (b band) index() int { return b.top*Pages + b.end - 1 }

func (b band) pages() int { return b.end - b.top }

// mask has a bit for each page, as a column's changes have.
func (b band) mask() uint8 { return uint8(1<<b.end - 1<<b.top) }
