package screen

import "tabletop/companion/pixel"

// countdown draws the remaining time. The arguments count and of are the remaining units and all
// units. If count is at most 9, countdown draws a shrinking ring around the number; if at most 99,
// the number with a bar below; otherwise a share of all lamps.
func countdown(l *pixel.Lamps, count, of int) {
	count = min(count, of)
	switch {
	case count <= 9:
		dark := len(ring) - (count*len(ring)+of-1)/of
		for _, at := range ring[dark:] {
			l[at] = amber
		}
		digit(l, 2, 1, count)
	case count <= 99:
		l.Text(0, 0, string([]rune{rune('0' + count/10)}), white)
		l.Text(5, 0, string([]rune{rune('0' + count%10)}), white)
		lit := (count*2*pixel.Side + of - 1) / of
		for i := range lit {
			l.Set(i/2, 6+i%2, amber)
		}
	default:
		lit := (count*len(l) + of - 1) / of
		for i := range lit {
			l[i] = amber
		}
	}
}

// digit draws a digit 4 lamps wide and 6 high.
func digit(l *pixel.Lamps, x, y, n int) {
	for row, bits := range tall[n] {
		for column := range 4 {
			if bits>>(3-column)&1 == 1 {
				l.Set(x+column, y+row, white)
			}
		}
	}
}

// tall holds the digits in 4×6 lamps, one byte per row.
var tall = [10][6]byte{
	{0b0110, 0b1001, 0b1001, 0b1001, 0b1001, 0b0110},
	{0b0010, 0b0110, 0b0010, 0b0010, 0b0010, 0b0111},
	{0b0110, 0b1001, 0b0001, 0b0010, 0b0100, 0b1111},
	{0b1110, 0b0001, 0b0110, 0b0001, 0b0001, 0b1110},
	{0b0011, 0b0101, 0b1001, 0b1111, 0b0001, 0b0001},
	{0b1111, 0b1000, 0b1110, 0b0001, 0b0001, 0b1110},
	{0b0110, 0b1000, 0b1110, 0b1001, 0b1001, 0b0110},
	{0b1111, 0b0001, 0b0010, 0b0010, 0b0100, 0b0100},
	{0b0110, 0b1001, 0b0110, 0b1001, 0b1001, 0b0110},
	{0b0110, 0b1001, 0b0111, 0b0001, 0b0001, 0b0110},
}

// ring lists the lamps at the edge, clockwise from the middle of the upper edge.
var ring = ringOf()

func ringOf() (r [4 * (pixel.Side - 1)]int) {
	const last, start = pixel.Side - 1, pixel.Side / 2
	for i := range r {
		k := (i + start) % len(r)
		x, y := k%last, 0
		for range k / last {
			x, y = last-y, x
		}
		r[i] = y*pixel.Side + x
	}
	return r
}
