package maze

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// perSide is the greatest number of pieces of a colour in a start, without the Mates.
const perSide = 16

// start contains the kinds of the pieces on squares 3 to 18, which are white, and on squares 31 to
// 46, which are black. 0 is a free square. The Mates are not included.
type start [2 * perSide]kind

// spot returns the colour and the square of the i-th place of a start.
func spot(i int) (colour, square) {
	if i < perSide {
		return white, square(2 + i)
	}
	return black, square(30 + i - perSide)
}

// count returns the number of pieces of a kind and colour in the start.
func (s *start) count(c colour, k kind) int {
	n := 0
	for _, has := range s[int(c)*perSide : int(c+1)*perSide] {
		if has == k {
			n++
		}
	}
	return n
}

// String returns the start as a text in the form of the option start.
func (s *start) String() string {
	text := make([]byte, len(s))
	for i, k := range s {
		text[i] = letters[k]
	}
	return string(text)
}

// parseStart parses a start in the form of String, also in lower case. The error is a
// games.Illegal.
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

// clip returns a text for use in an error: in valid UTF-8, and cut after 40 bytes with an ellipsis.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}
