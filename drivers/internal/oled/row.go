package oled

import "math/bits"

// row is a set of columns of a page. It has a bit for each column, in two halves, with the
// leftmost column in the lowest bit.
type row [2]uint64

// half is the number of columns in each half of a row.
const half = Width / 2

func (r row) count() int { return bits.OnesCount64(r[0]) + bits.OnesCount64(r[1]) }

func (r row) or(o row) row { return row{r[0] | o[0], r[1] | o[1]} }

func (r row) and(o row) row { return row{r[0] & o[0], r[1] & o[1]} }

// run returns the index of the first bit of the lowest run of ones in w, the index after its
// last bit, and w without the run.
func run(w uint64) (start, end int, rest uint64) {
	carried := w + w&-w
	return bits.TrailingZeros64(w), bits.TrailingZeros64(carried), w & carried
}

// starts returns w reduced to the lowest bit of each run of ones.
func starts(w uint64) uint64 { return w &^ (w << 1) }

// ends returns a bit for each run of ones in w: the zero just above the run.
func ends(w uint64) uint64 { return w << 1 &^ w }

// closed returns w with each gap of the given number of zeros between ones filled. w must have
// no smaller gaps.
func closed(w uint64, gap int) uint64 {
	after := ends(w) << gap & starts(w)
	for range gap {
		after >>= 1
		w |= after
	}
	return w
}

// nonzero returns a bit for each of the eight bytes, set if the byte isn't zero. The bit of the
// lowest byte is the lowest.
func nonzero(bytes uint64) uint64 {
	const low7, gather = 0x7F7F7F7F7F7F7F7F, 0x0102040810204080
	highest := (bytes&low7 + low7 | bytes) &^ low7
	return highest >> 7 * gather >> 56
}
