package maze

import "math/bits"

// set is some of the squares, a bit each. To walk through one:
//
//	for rest := some; rest != 0; rest &= rest - 1 {
//		at := rest.first()
type set uint64

// all are the squares of the board.
const all set = 1<<squares - 1

// of returns the set of one square.
func of(at square) set { return 1 << (at & 63) }

func (x set) has(at square) bool { return x&of(at) != 0 }

func (x set) count() int { return bits.OnesCount64(uint64(x)) }

// first returns the square of the lowest number. There must be one.
func (x set) first() square { return square(bits.TrailingZeros64(uint64(x))) }

// names are those of the squares, ascending.
func (x set) names() (all []string) {
	for rest := x; rest != 0; rest &= rest - 1 {
		all = append(all, rest.first().String())
	}
	return all
}

// before returns the squares up to the lowest of x, itself not; all if x is empty.
func (x set) before() set { return (x & -x) - 1 }

// behind returns the squares from the highest of x on, itself not; all if x is empty.
func (x set) behind() set { return ^(1<<bits.Len64(uint64(x)) - 1) }

// swapped returns x with two squares in each other's place.
func (x set) swapped(a, b square) set {
	if x.has(a) == x.has(b) {
		return x
	}
	return x ^ of(a) ^ of(b)
}
