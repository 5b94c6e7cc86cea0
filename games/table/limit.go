package table

import (
	"strconv"

	"tabletop/games"
)

// Limit returns the seconds for the present turn, phase or round, and a text that identifies it:
// "turn 3 0 1 2" is the turn of seat 2 in the second circle of the first phase of round 3. Without
// a limit it returns 0 and "". See [games.Limit].
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

// stretch joins the kind of a part of the game and the numbers of the part to a text that
// identifies it, such as "turn 3 0 1 2".
func stretch(of string, numbers ...int) string {
	for _, n := range numbers {
		of += " " + strconv.Itoa(n)
	}
	return of
}
