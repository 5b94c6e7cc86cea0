package maze

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// Steps returns the steps for laying out the pieces before the first move, column by column from
// the top. They serve people who set up the board, or check it after they have drawn the pieces
// themselves.
func (s state) Steps() []games.Step {
	if s.phase != playing || s.moves > 0 || s.position != s.atStart() {
		return nil
	}
	if s.table.problem != nil {
		return s.anywhere()
	}
	steps := []games.Step{{
		Text: games.Say("step.mates"), Glyph: pieceOf(white, mate).String(), At: homes[white].first().String(),
		Squares: (s.occupied & anyHome).names(),
	}}
	for column := range columns {
		some := squaresWhere(func(p place) bool { return p.column == column })
		if some&s.occupied&^anyHome != 0 {
			steps = append(steps, s.columnStep(some))
		}
	}
	return steps
}

// anywhere returns the steps for laying out a problem, which may have any piece on any square: the
// pieces of each column, and the pieces that stay for good.
func (s *state) anywhere() (steps []games.Step) {
	for column := range columns {
		some := squaresWhere(func(p place) bool { return p.column == column }) & s.occupied
		if some == 0 {
			continue
		}
		var args []string
		for rest := some; rest != 0; rest &= rest - 1 {
			args = append(args, rest.first().String(), pieceArg(s.on[rest.first()]))
		}
		text := games.Say("step.at."+strconv.Itoa(some.count()), args...)
		steps = append(steps, games.Step{Text: text, At: some.first().String(), Squares: some.names()})
	}
	if s.stuck != 0 {
		text := games.Say("step.stay", strings.Join(s.stuck.names(), ", "))
		steps = append(steps, games.Step{Text: text, At: s.stuck.first().String(), Squares: s.stuck.names()})
	}
	return steps
}

// atStart returns the position before the first move of the game.
func (s *state) atStart() position {
	if s.table.problem != nil {
		return s.table.problem.position
	}
	fresh := s.table.begun()
	for i, k := range s.start {
		fresh.setUp(i, k)
	}
	return fresh.position
}

// columnStep returns the step that lays out the squares of a column. Their numbers are
// consecutive.
func (s *state) columnStep(some set) games.Step {
	first := some.first()
	step := games.Step{At: first.String(), Squares: (some & s.occupied).names()}
	args := []string{first.String(), (first + square(some.count()) - 1).String(), "#word." + colourNames[s.colourOf(some)]}
	for rest := some; rest != 0; rest &= rest - 1 {
		args = append(args, s.kindOn(rest.first()))
	}
	step.Text = games.Say("step.column."+strconv.Itoa(some.count()), args...)
	return step
}

// colourOf returns the colour of the pieces in a column. Before the first move all have the same
// colour.
func (s *state) colourOf(column set) colour {
	return s.on[(column & s.occupied).first()].colour()
}

// kindOn returns the kind of the piece on a square, as an argument of a text.
func (s *state) kindOn(at square) string {
	switch k := s.on[at].kind(); {
	case k == 0:
		return "#word.free"
	case k >= pawn1:
		return "#word.pawn" + k.String()
	default:
		return "#word." + k.String()
	}
}
