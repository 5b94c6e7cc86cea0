package table

import (
	"strconv"

	"tabletop/games"
)

// common reports whether all seats play together with one shared number of points.
func (s *state) common() bool {
	return s.def.Coop && s.def.Teams == 1 && s.def.Points != Wins && s.def.Points != Never
}

// commonPoints returns the shared points as an argument of a text.
func (s *state) commonPoints() string { return strconv.Itoa(int(s.totals(s.begun())[0])) }

// seatLines returns the lines of a view: wrong sums of numbers, the roles, the shared points, the
// status of each seat in the order of the round, and the sheet. The line of a seat has its points
// as an argument, but the texts of the catalogue don't use it, because the panel shows the points
// beside the lines.
func (s *state) seatLines() []games.Text {
	lines := s.unbalanced()
	for _, r := range s.def.Roles {
		if seat, ok := s.inRole(r); ok && !s.over {
			lines = append(lines, games.Say("line.role", seatName(seat), s.word(r.Name)))
		}
	}
	if s.common() {
		lines = append(lines, games.Say("line.common", s.commonPoints()))
	}
	lines = append(lines, s.seriesLines()...)
	if s.over && s.def.Points != Never {
		return append(append(lines, s.counterLines()...), s.sheetLines()...)
	}
	t := s.scores()
	for i := range int(s.play.order.n) {
		seat := s.play.order.seat(i)
		lines = append(lines, games.Say("line."+s.bearing(seat), seatName(seat), strconv.Itoa(int(t[seat]))))
	}
	return append(append(lines, s.counterLines()...), s.sheetLines()...)
}

// unbalanced returns a line for each round whose numbers don't have the required sum.
func (s *state) unbalanced() (lines []games.Text) {
	for round := range s.begun() {
		r := s.row(round)
		for i := range s.order {
			l, sum := s.lines[i], 0
			if !l.sums(s.edition()) && !s.def.ZeroSum || countMissing(r) > 0 || !s.inRound(i, round) {
				continue
			}
			for seat := range s.seats {
				sum += int(s.of(r, seat)[i].counted())
			}
			if sum != l.Sum.At && !(sum < l.Sum.At && s.sumsLess()) {
				lines = append(lines, games.Count("line.sum", round+1, strconv.Itoa(sum), strconv.Itoa(l.Sum.At)))
			}
		}
	}
	return lines
}

// inRole returns the seat that has the role r now. ok is false if no seat has it.
func (s *state) inRole(r Role) (seat int, ok bool) {
	p := s.play
	from := p.opening(s)
	if r.Turn {
		from = p.on
	}
	if p.drawing || from == nobody {
		return 0, false
	}
	var left line
	for i := range int(p.order.n) {
		if !p.out.has(p.order.seat(i)) {
			left = left.and(p.order.seat(i))
		}
	}
	n := int(left.n)
	return left.seat(((left.find(from)+r.At)%n + n) % n), true
}

// bearing returns the word for a seat's status, which is also the name of its picture.
func (s *state) bearing(seat int) string {
	p := s.play
	ph, turns := s.present()
	switch {
	case p.out.has(seat) && !(s.counting() && s.awaiting() && s.missingCount(seat) > 0):
		return "out"
	case s.over:
		return "seat"
	case p.on == seat:
		return "turn"
	case p.drawing && p.drawn.find(seat) >= 0:
		return "had"
	case p.passed.find(seat) >= 0:
		return "passed"
	case turns && ph.Order == Together && p.ready.has(seat):
		return "ready"
	case turns && ph.Order == Together:
		return "thinks"
	case s.writing() && s.awaiting():
		if s.missingCount(seat) > 0 {
			return "thinks"
		}
		return "ready"
	case p.had.has(seat):
		return "had"
	}
	return "seat"
}

// seatCells returns a cell for each seat, in the order of the round, with the picture of its
// status.
func (s *state) seatCells() []games.Cell {
	cells := make([]games.Cell, s.seats)
	for i := range cells {
		seat := s.play.order.seat(i)
		cells[i] = games.Cell{Glyph: s.bearing(seat), Seat: games.Seat(seat + 1)}
		if seat == s.play.on {
			cells[i].Mark = games.MarkLast
		}
	}
	return cells
}

// sheetLines returns the lines about the sheet of the seat on turn or, at the end, of all seats.
// If points are written down only at the end, it returns none before.
func (s *state) sheetLines() []games.Text {
	turn := s.Turn()
	if !s.over && (turn == games.Chance || s.def.Points == End && !s.counting()) {
		return nil
	}
	return s.sheets(turn)
}
