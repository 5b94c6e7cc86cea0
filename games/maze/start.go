package maze

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// perSide is the greatest number of pieces per side besides the Mates.
const perSide = 16

// start is a set-up without the Mates: the pieces of squares 3 to 18, white, then of 31 to 46,
// black. 0 is a free square.
type start [2 * perSide]kind

// spot returns the colour and the square of the i-th place of a start.
func spot(i int) (colour, square) {
	if i < perSide {
		return white, square(2 + i)
	}
	return black, square(30 + i - perSide)
}

// count returns the number of pieces of a kind and colour.
func (s *start) count(c colour, k kind) int {
	n := 0
	for _, has := range s[int(c)*perSide : int(c+1)*perSide] {
		if has == k {
			n++
		}
	}
	return n
}

// String returns the start in the form of the option of that name.
func (s *start) String() string {
	text := make([]byte, len(s))
	for i, k := range s {
		text[i] = letters[k]
	}
	return string(text)
}

// parseStart parses the output of String, also in lower case. The error is an Illegal.
func parseStart(text string) (*start, error) {
	says := games.Decision("start=" + clip(text))
	if len(text) != len(start{}) {
		return nil, games.Refuse(says, "rule.start.length", strconv.Itoa(len(start{})), strconv.Itoa(len(text)))
	}
	s := &start{}
	for i := range s {
		c, at := spot(i)
		if text[i] == letters[0] {
			continue
		}
		k, ok := kindBy[strings.ToUpper(text[i:i+1])]
		if !ok || k == mate {
			return nil, games.Refuse(says, "rule.start.letter", at.String())
		}
		if s[i] = k; s.count(c, k) > ofEach {
			return nil, games.Refuse(says, "rule.start.many", at.String(), pieceArg(pieceOf(c, k)))
		}
	}
	return s, nil
}

// clip shortens a text of any length for an error.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}
