package solve

// random generates pseudorandom numbers from a seed, by the algorithm SplitMix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a random number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }
