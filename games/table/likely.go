package table

import (
	"strconv"

	"tabletop/games"
)

// Likely returns the decision that the seat on turn usually makes. On a scoreboard this decision
// enters the points of that seat or, with categories, its first missing number.
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
	return s.missingChoices(nil, says, int(turn)-1, s.order)[0].Says
}

// Starts returns the number at which the dial for c starts: the number to correct, or else the
// seat's last number in that category in an earlier round, or else the number nearest to 0 within
// the limits.
func (s state) Starts(c games.Choice) int32 {
	e, rule := s.read(c.At(0))
	if rule != nil {
		return c.Now
	}
	for ; e.round >= 0; e.round-- {
		if p := s.numberAt(e); p > missing {
			return int32(p)
		}
	}
	return min(max(0, c.From), c.To)
}
