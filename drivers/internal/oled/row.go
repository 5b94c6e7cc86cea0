package oled

import "math/bits"

// row has a bit for each column of a page, the leftmost lowest, in two halves.
type row [2]uint64

// half is how many columns are in each.
const half = Width / 2

func (r row) count() int { return bits.OnesCount64(r[0]) + bits.OnesCount64(r[1]) }

func (r row) or(o row) row { return row{r[0] | o[0], r[1] | o[1]} }

func (r row) and(o row) row { return row{r[0] & o[0], r[1] & o[1]} }

// run returns where the lowest run of ones begins and ends, and w without it.
func run(w uint64) (start, end int, rest uint64) {
	carried := w + w&-w
	return bits.TrailingZeros64(w), bits.TrailingZeros64(carried), w & carried
}

// starts are the lowest ones of all runs.
func starts(w uint64) uint64 { return w &^ (w << 1) }

// ends are the zeros right above all runs.
func ends(w uint64) uint64 { return w << 1 &^ w }

// closed returns w with its gaps of so many zeros filled. It has no smaller ones.
func closed(w uint64, gap int) uint64 {
	after := ends(w) << gap & starts(w)
	for range gap {
		after >>= 1
		w |= after
	}
	return w
}

// nonzero has a bit for each of eight bytes that isn't zero.
func nonzero(bytes uint64) uint64 {
	const low7, gather = 0x7F7F7F7F7F7F7F7F, 0x0102040810204080
	highest := (bytes&low7 + low7 | bytes) &^ low7
	return highest >> 7 * gather >> 56
}
