package qr

import (
	"strings"

	"rsc.io/qr/coding"
)

// mode is a way to encode the letters of a segment. A letter takes a number of sixths of a bit:
// three digits take 10 bits, two alphanumeric letters 11. A segment takes whole bits.
type mode struct {
	letters string // letters of the mode; "" means any byte
	sixths  int    // size of a letter
	segment func(text string) coding.Encoding
}

var modes = [...]mode{
	{"0123456789", 20, func(s string) coding.Encoding { return coding.Num(s) }},
	{"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:", 33, func(s string) coding.Encoding { return coding.Alpha(s) }},
	{"", 48, func(s string) coding.Encoding { return coding.String(s) }},
}

func (m mode) encodes(b byte) bool { return m.letters == "" || strings.IndexByte(m.letters, b) >= 0 }

// whole rounds sixths of a bit up to whole bits.
func whole(sixths int) int { return (sixths + 5) / 6 * 6 }

// route holds, for each mode, the size in sixths of a bit of a text whose last letter has that
// mode, and the mode of the letter before.
type route [len(modes)]struct{ size, before int }

// split splits text into the segments that take the fewest bits in version v.
func split(text string, v coding.Version) (segments []coding.Encoding) {
	var heads [len(modes)]int // sizes of empty segments
	for m, mode := range modes {
		heads[m] = 6 * mode.segment("").Bits(v)
	}
	routes := make([]route, len(text))
	for i := range len(text) {
		for m := range modes {
			routes[i][m].size, routes[i][m].before = extend(routes[:i], m, text[i], heads[m])
		}
	}
	m, end := 0, len(text)
	for k := range modes {
		if last := routes[end-1]; whole(last[k].size) < whole(last[m].size) {
			m = k
		}
	}
	for i := end - 1; i >= 0; i-- {
		before := routes[i][m].before
		if i == 0 || before != m {
			segments = append([]coding.Encoding{modes[m].segment(text[i:end])}, segments...)
			m, end = before, i
		}
	}
	return segments
}

// extend appends a letter in mode m to the text of the last route, and returns the smallest size
// and the mode of the letter before. head is the size of an empty segment in mode m.
func extend(routes []route, m int, letter byte, head int) (size, before int) {
	const never = 1 << 30
	if !modes[m].encodes(letter) {
		return never, m
	}
	if len(routes) == 0 {
		return head + modes[m].sixths, m
	}
	last := routes[len(routes)-1]
	size, before = last[m].size, m
	for k := range modes {
		if changed := whole(last[k].size) + head; changed < size {
			size, before = changed, k
		}
	}
	return min(size+modes[m].sixths, never), before
}
