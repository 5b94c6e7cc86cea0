package solve

import "math/bits"

// set is a set of squares, one bit for each square.
type set uint64

func of(at int) set { return 1 << (at & 63) }

func (x set) has(at int) bool { return x&of(at) != 0 }

func (x set) first() int { return bits.TrailingZeros64(uint64(x)) }

func (x set) count() int { return bits.OnesCount64(uint64(x)) }

// numbers returns the squares in ascending order, by the book's numbers from 1.
func (x set) numbers() (all []int) {
	for rest := x; rest != 0; rest &= rest - 1 {
		all = append(all, rest.first()+1)
	}
	return all
}
