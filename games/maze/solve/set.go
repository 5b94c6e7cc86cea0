package solve

import "math/bits"

// set is some of the squares, a bit each.
type set uint64

func of(at int) set { return 1 << (at & 63) }

func (x set) has(at int) bool { return x&of(at) != 0 }

func (x set) first() int { return bits.TrailingZeros64(uint64(x)) }

func (x set) count() int { return bits.OnesCount64(uint64(x)) }
