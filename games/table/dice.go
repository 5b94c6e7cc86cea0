package table

import (
	"strconv"

	"tabletop/games"
)

// cup is the state of the dice in a game.
type cup struct {
	faces [MostDice]uint8 // face of each die, from 1; 0: not known yet
	shown bool            // whether the dice have been rolled
	left  int8            // number of dice still to be rolled
	held  set             // dice that a roll leaves as they are
	rolls int8            // number of rolls in this turn
}

// rolling reports whether chance must give the face of a die.
func (s *state) rolling() bool { return s.play.dice.left > 0 }

// mayRoll reports whether the seat on turn may roll the dice.
func (s *state) mayRoll() bool {
	d := &s.play.dice
	most := s.def.Cup.Rolls
	if s.dice == 0 || s.play.on == nobody || most > 0 && int(d.rolls) >= most || d.rolls == MostFaces {
		return false
	}
	return d.held.size() < s.dice
}

// mayHold reports whether the seat on turn may hold dice.
func (s *state) mayHold() bool {
	return s.def.Cup.Hold && s.play.dice.rolls > 0 && s.play.on != nobody
}

// roll starts a roll: chance must give the faces of all dice that are not held.
func (s *state) roll() {
	d := &s.play.dice
	d.rolls++
	d.shown, d.left = true, int8(s.dice-d.held.size())
	for i := range s.dice {
		if !d.held.has(i) {
			d.faces[i] = 0
		}
	}
}

// die sets the first unknown die to a face.
func (s *state) die(face int) {
	d := &s.play.dice
	for i := range s.dice {
		if d.faces[i] == 0 {
			d.faces[i] = uint8(face)
			break
		}
	}
	d.left--
}

// releaseDice clears the held dice and the number of rolls at the end of a turn. The faces stay
// until the next roll.
func (s *state) releaseDice() {
	d := &s.play.dice
	d.held, d.rolls = 0, 0
}

// dieChoices returns the possible faces of a die as choices of chance.
func (s *state) dieChoices() []games.Choice {
	return []games.Choice{{Says: "die", From: 1, To: int32(s.faces), Weight: 1}}
}

// diceCells returns the dice as cells of a view, or nil before the first roll.
func (s *state) diceCells() []games.Cell {
	d := &s.play.dice
	if !d.shown {
		return nil
	}
	cells := make([]games.Cell, s.dice)
	for i := range cells {
		cells[i] = games.Cell{Seat: games.Nobody}
		if d.faces[i] > 0 {
			cells[i].Glyph = strconv.Itoa(int(d.faces[i]))
		}
		if d.held.has(i) {
			cells[i].Mark, cells[i].Tag = games.MarkStuck, "·"
		}
	}
	return cells
}
