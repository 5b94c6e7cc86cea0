package table

import (
	"strconv"

	"tabletop/games"
)

// Likely returns what the seat on turn is asked first: its points, or the first number of
// its sheet that is missing.
func (s state) Likely() games.Decision {
	if s.play != nil {
		return s.usual()
	}
	turn, says := s.Turn(), "score"
	if turn == games.Nobody {
		return ""
	}
	if !s.hasCategories() {
		says += " " + strconv.Itoa(int(turn))
	}
	return s.asks(nil, says, int(turn)-1, s.order)[0].Says
}

// Starts returns where the dial of a choice starts: at the number that is corrected, or
// else at the one that the seat had last, in that category, in an earlier round; at 0, or
// as near to it as the limits are, where there is none.
func (s state) Starts(c games.Choice) int32 {
	e, rule := s.read(c.At(0))
	if rule != nil {
		return c.Now
	}
	for ; e.round >= 0; e.round-- {
		if p := s.entered(e); p > missing {
			return int32(p)
		}
	}
	return min(max(0, c.From), c.To)
}
