package table

import (
	"slices"

	"tabletop/games"
)

// points is a number that a seat has in a round, or in one of its categories.
type points int32

const (
	missing points = -1<<30 - iota // number not entered yet
	absent                         // number that a ruling left empty, or that no seat must enter
)

// row holds the numbers of a round: those of seat 1 by category, then those of seat 2 …
type row []points

// state is a position of a game. On a scoreboard all rounds but the one in progress are complete.
type state struct {
	*game
	play *play // state of the turns; nil: a scoreboard without turns

	numbers []points // numbers of all rounds, row after row; never modified, always cloned
	over    bool
	more    int // number of rounds after which the table ruled that the game continues; 0: none
	// turns contains the seats, counted from 0, in the order in which a scoreboard asks them. nil
	// means seating order.
	turns  []int
	closed int // round, from 1, that the last decision has completed; 0: none
	gone   set // seats whose players left for good

	matches []finishedMatch // finished matches of a series

	past []past    // facts about finished rounds, for hooks; see remembers
	made *computed // points that follow from the numbers; nil: not computed yet
	was  *snapshot // points computed before the last change; nil: none
	fail error     // first fault of a hook that was called where points are computed
}

var _ games.State = state{}

// hasCategories reports whether a round consists of categories.
func (s *game) hasCategories() bool { return s.categories[0].Name != "" }

// most returns the greatest number of rounds of the game.
func (s *game) most() int {
	switch {
	case s.def == nil:
	case s.def.Points == End, s.def.Points == Never, s.def.Once:
		return MostLast
	case s.def.Final:
		return s.mostRows() - 1
	}
	return s.mostRows()
}

// mostRows returns the greatest number of rounds with numbers.
func (s *game) mostRows() int {
	if s.edition() > 1 {
		return min(MostRounds, MostNumbers/len(s.categories))
	}
	return MostRounds / len(s.categories)
}

// width returns the number of numbers in a row: seats times categories.
func (s *game) width() int { return s.seats * len(s.categories) }

// begun returns the number of rounds in which a number is written down.
func (s *state) begun() int { return len(s.numbers) / s.width() }

// row returns the numbers of a round, counted from 0.
func (s *state) row(round int) row {
	w := s.width()
	return row(s.numbers[round*w : (round+1)*w])
}

// of returns the numbers of a seat, counted from 0, in the row r.
func (s *state) of(r row, seat int) []points {
	n := len(s.categories)
	return r[seat*n : (seat+1)*n]
}

// complete returns the number of complete rounds.
func (s *state) complete() int {
	n := s.begun()
	if n > 0 && slices.Contains(s.row(n-1), missing) {
		n--
	}
	return n
}

// between reports whether no number is entered in the present round.
func (s *state) between() bool { return s.complete() == s.begun() }

// current returns the numbers of the present round.
func (s *state) current() row {
	switch {
	case s.play != nil:
		return s.written(s.now())
	case s.between():
		r := slices.Repeat(row{missing}, s.width())
		s.leaveGone(r)
		return r
	}
	return s.row(s.begun() - 1)
}

// leaveGone marks as absent the numbers that seats whose players left have no more in r, the row of
// a new round on a scoreboard.
func (s *state) leaveGone(r row) {
	for seat := range s.seats {
		if s.gone.has(seat) {
			leave(s.of(r, seat))
		}
	}
}

// now returns the index, from 0, of the round whose numbers are written down now.
func (s *state) now() int {
	switch {
	case s.play == nil:
		return s.complete()
	case s.def.Points == End, s.def.Once:
		return 0
	case s.lastCount():
		return s.play.round
	}
	return s.play.round - 1
}

// written returns the numbers of a round, counted from 0. If nobody has written down a number in
// that round, it returns a row of missing numbers.
func (s *state) written(round int) row {
	if round < s.begun() {
		return s.row(round)
	}
	return slices.Repeat(row{missing}, s.width())
}

// Turn returns the seat on turn. On a scoreboard it is the first seat, in the order in which seats
// are asked, with the fewest numbers in the present round.
func (s state) Turn() games.Seat {
	if s.over {
		return games.Nobody
	}
	if s.play != nil {
		return s.onTurn()
	}
	return s.slowest()
}

// slowest returns the first seat, in the order in which seats are asked, with the most missing
// numbers.
func (s *state) slowest() games.Seat {
	now, most, turn := s.current(), 0, 0
	for i := range s.seats {
		seat := s.inOrder(i)
		left := countMissing(s.of(now, seat))
		if s.play != nil {
			left = s.missingCount(seat)
		}
		if left > most {
			most, turn = left, seat
		}
	}
	return games.Seat(turn + 1)
}

// inOrder returns the seat that is asked i-th; i and the seat are counted from 0.
func (s *state) inOrder(i int) int {
	if s.play != nil {
		return s.play.order.seat(i)
	}
	if s.turns == nil {
		return i
	}
	return s.turns[i]
}

// countMissing returns the number of missing entries in a list.
func countMissing(numbers []points) (n int) {
	for _, p := range numbers {
		if p == missing {
			n++
		}
	}
	return n
}

// withRounds returns s with a copy of its numbers, extended by missing numbers to at least the
// given number of rounds. On a scoreboard the seats whose players left are absent in these rounds.
func (s state) withRounds(rounds int) state {
	s.changed()
	numbers := make([]points, max(len(s.numbers), rounds*s.width()))
	n := copy(numbers, s.numbers)
	for i := n; i < len(numbers); i++ {
		numbers[i] = missing
	}
	s.numbers = numbers
	for round := n / s.width(); s.play == nil && round < s.begun(); round++ {
		s.leaveGone(s.row(round))
	}
	return s
}

// enter returns s with the number of e stored, and the end of the game checked.
func (s state) enter(e entry) state {
	s = s.withRounds(e.round + 1)
	s.of(s.row(e.round), e.seat)[e.category] = e.points
	return s.checkEnd()
}

// Apply returns the position after d, which enters or corrects points, or ends the game.
func (s state) Apply(d games.Decision) (games.State, error) {
	if s.over {
		return nil, games.Refuse(d, "rule.over")
	}
	if s.play != nil {
		return s.applyTurns(d)
	}
	s.closed = 0
	var next state
	var rule *games.Text
	switch d.Word(0) {
	case "score":
		next, rule = s.score(d)
	case "for":
		next, rule = s.scoreFor(d)
	case "edit":
		next, rule = s.edit(d)
	default:
		next, rule = s.finish(d)
	}
	if rule != nil {
		return nil, games.Illegal{Says: d, Rule: *rule}
	}
	return next, nil
}

// score applies "score SEAT POINTS" or, for the seat on turn, "score CATEGORY NUMBER".
func (s state) score(d games.Decision) (state, *games.Text) {
	return s.write(s.read(d))
}

// scoreFor applies "for SEAT CATEGORY NUMBER", for a seat that is not on turn.
func (s state) scoreFor(d games.Decision) (state, *games.Text) {
	if !s.hasCategories() {
		return s, s.unknown()
	}
	e, rule := s.read(d)
	if rule == nil && e.seat+1 == int(s.Turn()) {
		rule = broken("rule.for", seatName(e.seat))
	}
	return s.write(e, rule)
}

// write enters the number of e, which may complete the round. It returns the violated rule if the
// number is already entered. If rule is not nil, write returns rule and enters nothing.
func (s state) write(e entry, rule *games.Text) (state, *games.Text) {
	switch {
	case rule != nil:
		return s, rule
	case s.gone.has(e.seat):
		return s, broken("rule.leave.gone", seatName(e.seat))
	case s.numberAt(e) != missing:
		return s, broken("rule.twice", seatName(e.seat))
	}
	next := s.enter(e)
	if n := next.complete(); n > s.complete() {
		next.closed = n
	}
	return next, nil
}

// edit applies the correction "edit ROUND SEAT POINTS". With categories, the category stands
// before the points.
func (s state) edit(d games.Decision) (state, *games.Text) {
	e, rule := s.read(d)
	switch {
	case rule != nil:
		return s, rule
	case s.numberAt(e) == missing:
		return s, broken("rule.edit", seatName(e.seat))
	}
	return s.enter(e), nil
}

// untouched reports whether no seat has a number in the present round: the round has not begun, or
// only has absent seats.
func (s *state) untouched() bool {
	return s.between() || !slices.ContainsFunc(s.row(s.begun()-1), func(p points) bool { return p > missing })
}

// finish ends the game between two rounds. If the present round contains nothing but absent
// numbers, finish drops that round.
func (s state) finish(d games.Decision) (state, *games.Text) {
	switch {
	case d != "finish":
		return s, s.unknown()
	case s.complete() == 0 && s.untouched():
		return s, broken("rule.empty")
	case !s.untouched():
		return s, broken("rule.middle")
	case s.tied():
		return s, broken("rule.tied")
	}
	s.numbers = s.numbers[:s.complete()*s.width()]
	return s.end(), nil
}

func (s state) end() state {
	s.over, s.more = true, 0
	return s
}
