package maze

import (
	"fmt"
	"strings"
)

// Sizes of packed starts in bytes, in all and per side. Each place of a start is a digit: the
// index of its kind among the kinds that chance could still draw there, in the order of kinds. The
// base of the digit is the number of these kinds. The digits of a side, least significant for the
// first place, form a number, which is stored with its highest byte first. No set-up has more than
// 7!·8^9 of these numbers per side.
const (
	PackedBytes = 2 * sideBytes
	sideBytes   = 5
)

// Pack returns a start in packed form. start has the form of the option start. Pack returns an
// error if chance can't draw the start for the set-up.
func Pack(setup, start string) (packed [PackedBytes]byte, err error) {
	b, ok := bags[setup]
	if !ok {
		return packed, fmt.Errorf("maze: unknown set-up %q", setup)
	}
	s, err := parseStart(start)
	if err != nil {
		return packed, err
	}
	for side := range 2 {
		n := b.number(s, colour(side))
		for i := range sideBytes {
			packed[(side+1)*sideBytes-1-i] = byte(n >> (8 * i))
		}
	}
	if back := b.unpack(packed[:]); back != *s {
		return packed, fmt.Errorf("maze: chance can't draw %s for set-up %s", start, setup)
	}
	return packed, nil
}

// number returns the number that packs one side of a start. The number is arbitrary if chance
// can't draw one of the pieces.
func (b *bag) number(s *start, c colour) (n uint64) {
	t := table{bag: *b, house: house{light: chequer[false]}}
	places := b.places(c)
	for i := len(places) - 1; i >= 0; i-- {
		kinds := t.drawable(s, places[i])
		digit := max(0, strings.IndexByte(kinds, s[places[i]].String()[0]))
		n = n*uint64(max(1, len(kinds))) + uint64(digit)
	}
	return n
}

// unpack returns the start that the bytes contain.
func (b *bag) unpack(packed []byte) (s start) {
	t := table{bag: *b, house: house{light: chequer[false]}}
	for side := range 2 {
		n := uint64(0)
		for _, x := range packed[side*sideBytes:][:sideBytes] {
			n = n<<8 | uint64(x)
		}
		for _, i := range b.places(colour(side)) {
			kinds := t.drawable(&s, i)
			s[i] = kindBy[kinds[n%uint64(len(kinds)):][:1]]
			n /= uint64(len(kinds))
		}
	}
	return s
}

// places returns the places of a side, in the order in which chance fills them.
func (b *bag) places(c colour) []int {
	half := len(b.order) / 2
	return b.order[int(c)*half:][:half]
}

// drawable returns the letters of the kinds that chance could draw for the i-th place, in the
// order of kinds, once the places before it are filled.
func (t *table) drawable(s *start, i int) string {
	var before start
	copy(before[:i], s[:i])
	odds, some := t.odds(&before, i), ""
	for k := shadow; k < kinds; k++ {
		if odds[k] > 0 {
			some += k.String()
		}
	}
	return some
}
