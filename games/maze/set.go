package maze

import "math/bits"

// set is a set of squares, one bit for each square. This loop visits each square of a set:
//
//	for rest := some; rest != 0; rest &= rest - 1 {
//		at := rest.first()
type set uint64

// all is the set of all squares.
const all set = 1<<squares - 1

// of returns the set that contains only the square at.
func of(at square) set { return 1 << (at & 63) }

func (x set) has(at square) bool { return x&of(at) != 0 }

func (x set) count() int { return bits.OnesCount64(uint64(x)) }

// first returns the square with the lowest number. The set must not be empty.
func (x set) first() square { return square(bits.TrailingZeros64(uint64(x))) }

// names returns the names of the squares in ascending order.
func (x set) names() (all []string) {
	for rest := x; rest != 0; rest &= rest - 1 {
		all = append(all, rest.first().String())
	}
	return all
}

// before returns the squares below the lowest of x, or all squares if x is empty.
func (x set) before() set { return (x & -x) - 1 }

// behind returns the squares above the highest of x, or all squares if x is empty.
func (x set) behind() set { return ^(1<<bits.Len64(uint64(x)) - 1) }

// swapped returns the set x after the squares a and b have exchanged their pieces.
func (x set) swapped(a, b square) set {
	if x.has(a) == x.has(b) {
		return x
	}
	return x ^ of(a) ^ of(b)
}
