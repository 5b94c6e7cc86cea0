package table

import (
	"strconv"

	"tabletop/games"
)

// Limit returns how many seconds there are for what is going on, and which turn, phase or
// round that is: "turn 3 0 1 2" is that of seat 2 in the second circle of the first phase of
// round 3; 0 and "" where there is no limit. See [games.Limit].
func (s state) Limit() (seconds int, of string) {
	if s.play == nil || s.over || s.Turn() == games.Chance {
		return 0, ""
	}
	ph, turns := s.present()
	switch {
	case turns && s.play.on != nobody && s.def.Limits.Turn > 0:
		return s.def.Limits.Turn, stretch("turn", s.play.round, s.play.phase, s.play.circle, s.play.on+1)
	case turns && ph.Limit > 0:
		return ph.Limit, stretch("phase", s.play.round, s.play.phase)
	case turns && s.def.Limits.Round > 0:
		return s.def.Limits.Round, stretch("round", s.play.round)
	}
	return 0, ""
}

// stretch names a part of the game by numbers.
func stretch(of string, numbers ...int) string {
	for _, n := range numbers {
		of += " " + strconv.Itoa(n)
	}
	return of
}
