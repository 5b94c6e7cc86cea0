package maze

import (
	"strings"

	"tabletop/games"
)

// Steps returns the lay-out before the first move, half by half, and what to put away once the game
// is over. They serve people who set up the board, or check it after they have drawn the pieces
// themselves. Before these draw the first piece, it returns what to prepare.
func (s state) Steps() []games.Step {
	switch {
	case s.Turn() == games.Nobody:
		return []games.Step{{Text: games.Say("step.away"), Glyph: "pieces", Usual: true}}
	case s.phase == setting && s.filled == 0:
		return []games.Step{
			{Text: games.Say("step.home"), Glyph: "board", Usual: true},
			{Text: games.Say("step.mix"), Glyph: "pieces", Usual: true},
		}
	case s.phase != playing || s.moves > 0 || s.position != s.atStart():
		return nil
	}
	steps := []games.Step{s.seating()}
	for c, half := range halves {
		if s.occupied&half != 0 {
			steps = append(steps, s.halfStep(colour(c)))
		}
	}
	if s.stuck != 0 {
		text := games.Say("step.stay", strings.Join(s.stuck.names(), ", "))
		steps = append(steps, games.Step{Text: text, At: s.stuck.first().String(), Squares: s.stuck.names()})
	}
	return steps
}

// seating returns the step that says who sits where, and who begins.
func (s *state) seating() games.Step {
	text := games.Say("step.sit.alone")
	if s.table.seats > 1 {
		text = games.Say("step.sit", "@1", "@2")
	}
	return games.Step{Text: text, Glyph: "halves", Usual: true}
}

// halfStep returns the step that lays out the half that a side plays, with the number of its pieces.
// Only a problem has pieces of both colours there.
func (s *state) halfStep(c colour) games.Step {
	some := s.occupied & halves[c]
	key := "step.half." + c.String()
	if s.table.problem != nil {
		key += ".both"
	}
	return games.Step{Text: games.Count(key, some.count()), At: some.first().String(), Squares: some.names()}
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
