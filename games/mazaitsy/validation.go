package mazaitsy

import (
	"errors"
	"fmt"
)

// validate returns an error if no game with field=off can reach this position.
func (s *state) validate() error {
	switch {
	case s.stage > over:
		return errors.New("this stage needs field=on")
	case s.unloaded && s.robbed, s.robbed && (s.stage != moving || !s.table.adv[4]):
		return errors.New("the marks of the boat are impossible")
	case s.deck.mazai == inPile && (s.stage == asking) != s.deck.mazaiMayBeOnTop():
		return errors.New("the card Мазай must be asked for exactly when it could lie on top")
	}
	return s.validateShared()
}

// validateShared returns an error if turns, deck or hares of the position are impossible.
// Positions with and without the field share these checks.
func (s *state) validateShared() error {
	switch {
	case s.newsShown && !s.news && (s.stage != adding || s.table.fullField):
		return errors.New("it is marked as told, without news or an addition")
	case s.turn < 1 || s.round < 1 || s.round > s.table.rounds || s.hares.lost < 0:
		return errors.New("turns and rounds are counted from 1, up to those agreed on")
	case s.firstAdder < 0 || s.firstAdder > s.table.seats || (s.firstAdder == 0) != (s.round == 1):
		return errors.New("a seat adds hares between the first and the second round")
	case int(s.deck.row) > s.table.seats || s.discarded() < 0:
		return errors.New("more cards than there are")
	}
	if err := s.validateMazai(); err != nil {
		return err
	}
	return s.validateHares()
}

// validateMazai returns an error if Мазай can't be at his place.
func (s *state) validateMazai() error {
	d, least := &s.deck, s.table.leastUnder(s.round)
	hidden := d.mazai == inPile
	switch {
	case hidden && (d.under < least || d.under > s.table.mostUnder(s.round) || d.pile < least):
		return errors.New("the card Мазай can't be that deep in the pile")
	case hidden && d.pile < d.under, hidden && s.stage == asking && !d.mazaiMayBeOnTop():
		return errors.New("the card Мазай must be asked for exactly when it could lie on top")
	case !hidden && (s.stage == asking || (d.mazai == aside) != (s.round == s.table.rounds)):
		return errors.New("the card Мазай must go aside in the last round, and only then")
	case d.mazai == secondInRow && (!s.table.teams || s.round != 2):
		return errors.New("the card Мазай is second from the end only once, with teams")
	case s.table.seats == 2 && d.pile == 0 && (d.mazai == inRow || d.mazai == secondInRow):
		return errors.New("with two seats, Мазай must be under a pile")
	case (s.stage == adding) && d.mazai != inRow, s.stage == replacing && d.mazai == inRow:
		return errors.New("hares are added while he lies in the row")
	case s.stage == over && (d.mazai != aside || s.turnsLeft() > 1):
		return errors.New("the game is over when the last circle is")
	}
	return nil
}

// validateHares returns an error if the box has fewer hares than the position, or if a boat or the
// written points are impossible.
func (s *state) validateHares() error {
	for v := range s.table.hares {
		if s.unsaved(v) < 0 {
			return fmt.Errorf("the box has fewer hares of %d", v)
		}
	}
	for k := 1; k <= s.table.seats; k++ {
		c := &s.hares.of[k]
		switch {
		case c.count < 0 || c.count > 0 && !s.writesDown():
			return errors.New("hares are written down after each of more than three rounds")
		case !s.table.adv[3] && c.boat.count() > mostAboard, s.table.adv[3] && c.boat.points() > mostPoints:
			return fmt.Errorf("the boat of seat %d sinks", k)
		}
	}
	return nil
}
