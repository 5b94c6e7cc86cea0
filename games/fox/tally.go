package fox

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// With mode=tricks the table enters no cards. The state holds only the number of tricks and
// Treasures that each seat has won. The players apply the powers of cards themselves.

// tally holds the tricks and Treasures won in the present round.
type tally struct {
	won result
	// lead is the seat that took the last trick, or that leads by a ruling. It is used only after
	// the first trick of the round.
	lead seat
}

// count returns the number of tricks won by both seats.
func (t *tally) count() int { return int(t.won.tricks[0]) + int(t.won.tricks[1]) }

// left returns the number of Treasures that no seat has won yet.
func (t *tally) left() uint8 { return sevens - t.won.treasures[0] - t.won.treasures[1] }

// leader returns the presumed leader of the next trick: the winner of the last one. After a Swan
// that lost the trick this is wrong, but without cards the Swan is unknown.
func (s *state) leader() seat {
	if s.between() {
		return s.first
	}
	return s.tally.lead
}

// taken is a won trick whose cards were not entered.
type taken struct {
	by        seat
	treasures uint8
}

// mostTreasures is the maximum number of Treasures in a trick.
const mostTreasures = 2

// takes maps the notation of each possible trick to the trick. trickChoices lists them in the
// order of Legal.
var takes, trickChoices = everyTake()

func everyTake() (map[games.Decision]taken, []games.Choice) {
	all := map[games.Decision]taken{}
	var choices []games.Choice
	for k := range seat(seats) {
		for n := range uint8(mostTreasures + 1) {
			says := games.Decision("trick " + k.digit())
			if n > 0 {
				says += games.Decision(" treasures " + strconv.Itoa(int(n)))
			}
			all[says] = taken{k, n}
			choices = append(choices, games.Choice{Says: says})
		}
	}
	return all, choices
}

// choices returns the possible choices for the next trick: each winner, with no more Treasures
// than are left.
func (t *tally) choices() []games.Choice {
	return slices.DeleteFunc(slices.Clone(trickChoices), func(c games.Choice) bool {
		return takes[c.Says].treasures > t.left()
	})
}

// take applies the result of a trick, such as "trick 2 treasures 1".
func (s state) take(d games.Decision) (state, error) {
	t, ok := takes[d]
	switch {
	case !ok:
		return s, games.Refuse(d, "rule.trick")
	case t.treasures > s.tally.left():
		return s, games.Refuse(d, "rule.treasures")
	}
	s.tally.won.tricks[t.by]++
	s.tally.won.treasures[t.by] += t.treasures
	s.tally.lead, s.just.taken = t.by, t
	if s.tally.count() == tricks {
		won := s.tally.won
		s.tally = tally{}
		return s.withRound(won), nil
	}
	return s, nil
}

// corrections returns the rulings that set the tricks or Treasures of a seat in the round:
// "treasures 1 2", "tricks 2 5". It omits a ruling if only one number is possible.
func (s *state) corrections() []games.Choice {
	if s.mode != entersTricks || s.over() {
		return nil
	}
	var all []games.Choice
	for k := range seat(seats) {
		n, most := s.tally.won.treasures[k], s.tally.won.tricks[k]*mostTreasures
		all = append(all, correction("treasures", k, 0, min(n+s.tally.left(), most), n))
	}
	for k := range seat(seats) {
		n, least := s.tally.won.tricks[k], (s.tally.won.treasures[k]+1)/mostTreasures
		all = append(all, correction("tricks", k, least, tricks-1-s.tally.won.tricks[k.other()], n))
	}
	return slices.DeleteFunc(all, func(c games.Choice) bool { return c.From == c.To })
}

func correction(verb string, k seat, from, to, now uint8) games.Choice {
	return games.Choice{Says: games.Decision(verb + " " + k.digit()), From: int32(from), To: int32(to), Now: int32(now)}
}

// correct sets the tricks or Treasures of a seat in the present round. It returns the key of the
// rule that refuses this, or "".
func (s *state) correct(d games.Decision) string {
	if _, ok := games.Find(s.corrections(), d); !ok {
		return "rule.correct"
	}
	k, won := seat(0), &s.tally.won.tricks
	if d.Word(1) == seat(1).digit() {
		k = 1
	}
	if d.Word(0) == "treasures" {
		won = &s.tally.won.treasures
	}
	n, _ := strconv.Atoi(d.Word(2)) // Find has checked the number
	if s.between() {
		s.tally.lead = s.first
	}
	won[k] = uint8(n)
	return ""
}
