package oled

import "math/bits"

// rows are the changes of columns, bit 0 of each the uppermost page.
func rows(columns [Width]uint8) (r [Pages]row) {
	for x, pages := range columns {
		for ; pages != 0; pages &= pages - 1 {
			r[bits.TrailingZeros8(pages)][x/64] |= 1 << (x % 64)
		}
	}
	return r
}

// columns are the changes of rows.
func columns(r [Pages]row) (c [Width]uint8) {
	for page := range r {
		for x := range c {
			c[x] |= uint8(r[page][x/64]>>(x%64)&1) << page
		}
	}
	return c
}
