package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// fewestLeft is the least number of seats that stay in the match when a seat leaves for good.
const fewestLeft = 2

// Seats returns the number of seats at s. The ruling join increases it.
func (s state) Seats() int { return s.seats }

// Left returns the seats whose players left for good, in ascending order.
func (s state) Left() []games.Seat { return s.gone.numbers() }

// attendance returns the rulings about who takes part that are possible now, in the order of their
// texts. In a game with turns it leaves out those that take players back in.
func (s *state) attendance() (all []games.Decision) {
	if s.play == nil {
		all = seatVerbs("back", s.returnable())
	}
	if s.joinRefusal() == nil {
		all = append(all, games.Decision("join "+strconv.Itoa(s.seats+1)))
	}
	for seat := range s.seats {
		if s.leaveRefusal(seat) == nil {
			all = append(all, games.Decision("leave "+strconv.Itoa(seat+1)))
		}
	}
	slices.Sort(all)
	return all
}

// joinRefusal returns the rule that forbids a newcomer now, or nil.
func (s *state) joinRefusal() *games.Text {
	switch {
	case s.room == 0, s.over, s.play != nil && (s.play.drawing || s.rolling() || s.lastCount()):
		return broken("rule.fix")
	case s.def != nil && s.def.Teams > 0:
		return broken("rule.join.teams")
	case s.seats >= s.room:
		return broken("rule.join.full", strconv.Itoa(s.room))
	case s.play == nil && s.breaks && s.joined().checkEnd().over:
		return broken("rule.join.end")
	}
	return nil
}

// leaveRefusal returns the rule that forbids the player of a seat, counted from 0, to leave for good
// now, or nil.
func (s *state) leaveRefusal(seat int) *games.Text {
	switch {
	case s.room == 0, s.over, s.play != nil && (s.play.drawing || s.rolling()):
		return broken("rule.fix")
	case s.def != nil && s.def.Teams > 0:
		return broken("rule.join.teams")
	case s.gone.has(seat):
		return broken("rule.leave.gone", seatName(seat))
	case (all(s.seats) &^ s.gone).size() <= fewestLeft:
		return broken("rule.leave.few")
	}
	return nil
}

// fixRefusal returns the rule that forbids a ruling that attendance and the other rulings don't
// contain.
func (s *state) fixRefusal(d games.Decision) games.Text {
	var rule *games.Text
	seat, err := strconv.Atoi(d.Word(1))
	switch verb := d.Word(0); {
	case err != nil || d != games.Decision(verb+" "+strconv.Itoa(seat)):
	case verb == "join":
		if rule = s.joinRefusal(); rule == nil {
			rule = broken("rule.join.next", strconv.Itoa(s.seats+1))
		}
	case verb == "leave" && seat >= 1 && seat <= s.seats:
		rule = s.leaveRefusal(seat - 1)
	case verb == "leave":
		rule = broken("rule.seat", strconv.Itoa(s.seats))
	}
	if rule == nil {
		return games.Say("rule.fix")
	}
	return *rule
}

// joined returns s with one more seat, which is the last. The newcomer has no numbers in earlier
// rounds. It plays in the present round unless its numbers are being written down already.
func (s state) joined() state {
	present, play := s.now(), s.plays()
	old, was, width := s.numbers, s.begun(), s.width()
	s.widen(s.seats + 1)
	s.numbers = make([]points, 0, was*s.width())
	for round := range was {
		number := absent
		if round == present && play {
			number = missing
		}
		s.numbers = append(s.numbers, old[round*width:(round+1)*width]...)
		for range s.categories {
			s.numbers = append(s.numbers, number)
		}
	}
	if s.turns != nil {
		s.turns = append(slices.Clone(s.turns), s.seats-1)
	}
	return s
}

// plays reports whether a seat that joins now plays in the present round: on a scoreboard as long as
// nobody has a number in it, in a game with turns until the points of the round are counted.
func (s *state) plays() bool {
	if s.play == nil {
		return s.untouched()
	}
	return !s.writing()
}

// widen gives s that number of seats.
func (s *state) widen(seats int) {
	g := *s.game
	g.seats = seats
	s.game = &g
}

// seatNewcomer appends the last seat to the order of turns: behind its neighbour where the turns go
// round the table, otherwise as the last of the round.
func (s *state) seatNewcomer() {
	p, seat := s.play, s.seats-1
	if p.order != sitting(seat).from(p.order.seat(0)) {
		p.order = p.order.and(seat)
		return
	}
	p.order = sitting(s.seats).from(p.order.seat(0))
}

// left returns a scoreboard without the player of a seat, whose points stay.
func (s state) left(seat int) state {
	s.gone = s.gone.with(seat)
	if !s.between() {
		s = s.withRounds(s.begun())
		leave(s.of(s.row(s.begun()-1), seat))
	}
	return s.checkEnd()
}

// leaveTurns takes the player of a seat out of a game with turns for good.
func (s *state) leaveTurns(seat int) error {
	s.gone = s.gone.with(seat)
	if s.play.out.has(seat) {
		return nil
	}
	return s.drop(seat)
}

// returned returns a scoreboard with a player who had left.
func (s state) returned(seat int) state {
	s.gone = s.gone.without(seat)
	return s
}

// returnable returns the seats whose players left a scoreboard and may take part again: all, unless
// that would end further rounds that break a tie.
func (s *state) returnable() (m set) {
	for seat := range s.seats {
		if s.gone.has(seat) && !s.over && (!s.breaks || !s.returned(seat).checkEnd().over) {
			m = m.with(seat)
		}
	}
	return m
}

// among returns the seats that can win on a scoreboard: all whose players haven't left.
func (s *state) among() set {
	if stay := all(s.seats) &^ s.gone; stay != 0 {
		return stay
	}
	return all(s.seats)
}

// parseSeatCount parses the number of seats of a match that players have joined.
func (s *state) parseSeatCount(text string) error {
	n := number(text)
	if n <= s.first || n > s.room || len(s.numbers) > 0 {
		return wrong("%.20q is not a number of seats from %d to %d", text, s.first+1, s.room)
	}
	s.widen(n)
	return nil
}

// parseGone parses the seats whose players left for good.
func (s *state) parseGone(text string) error {
	l, err := lineOf(text, s.seats)
	if err != nil {
		return err
	}
	s.gone = l.set()
	if s.room == 0 || (all(s.seats)&^s.gone).size() < fewestLeft {
		return wrong("too few seats are left")
	}
	return nil
}

// appendAttendance appends the lines about seats that joined or left, if there are any.
func (s *state) appendAttendance(text []byte) []byte {
	text = appendNumber(text, "seats", s.seats, s.first)
	if s.gone != 0 {
		text = appendSeats(text, "left", s.gone.line())
	}
	return text
}
