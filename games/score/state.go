package score

import (
	"slices"

	"tabletop/games"
)

// points are what a seat got in a round.
type points int16

const (
	missing points = -1000 - iota // not entered yet
	absent                        // nothing, by ruling
)

// row is a round, seat 1 first; places of seats that nobody has are absent.
type row [MostSeats]points

// state is a scoreboard. All rows but the last are complete; it is not, while the
// present round is played.
type state struct {
	seats          int
	lowest         bool // the fewest points win
	target, rounds int  // 0: none
	breaks         bool // a tie at the top is broken by further rounds

	rows []row // never changed, always cloned
	over bool
	more int // so many rounds were played when the table ruled that it goes on
}

var _ games.State = state{}

// emptyRow returns a round in which nothing is entered.
func (s *state) emptyRow() row {
	var r row
	for i := range r {
		r[i] = absent
		if i < s.seats {
			r[i] = missing
		}
	}
	return r
}

func (r *row) complete() bool { return !slices.Contains(r[:], missing) }

// complete returns how many rounds are.
func (s *state) complete() int {
	n := len(s.rows)
	if n > 0 && !s.rows[n-1].complete() {
		n--
	}
	return n
}

// between reports whether nothing is entered in the present round.
func (s *state) between() bool { return s.complete() == len(s.rows) }

// present returns the present round.
func (s *state) present() row {
	if s.between() {
		return s.emptyRow()
	}
	return s.rows[len(s.rows)-1]
}

// Turn returns the first seat without points in the present round.
func (s state) Turn() games.Seat {
	if s.over {
		return games.Nobody
	}
	now := s.present()
	return games.Seat(slices.Index(now[:], missing) + 1)
}

// enter returns s with the points of a seat in a round, both counted from 0.
func (s state) enter(round, seat int, p points) state {
	rows := make([]row, max(len(s.rows), round+1))
	copy(rows, s.rows)
	if round == len(s.rows) {
		rows[round] = s.emptyRow()
	}
	rows[round][seat] = p
	s.rows = rows
	return s.judged()
}

// Apply enters or corrects points, or ends the game.
func (s state) Apply(d games.Decision) (games.State, error) {
	if s.over {
		return nil, games.Refuse(d, "rule.over")
	}
	var next state
	var rule *games.Text
	switch d.Word(0) {
	case "score":
		next, rule = s.score(d)
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

// score reads "score SEAT POINTS".
func (s state) score(d games.Decision) (state, *games.Text) {
	n, rule := s.read(d, 2)
	if rule != nil {
		return s, rule
	}
	seat := n[0] - 1
	if now := s.present(); now[seat] != missing {
		return s, broken("rule.twice", seatName(seat))
	}
	return s.enter(s.complete(), seat, points(n[1])), nil
}

// edit reads "edit ROUND SEAT POINTS".
func (s state) edit(d games.Decision) (state, *games.Text) {
	n, rule := s.read(d, 3)
	if rule != nil {
		return s, rule
	}
	round, seat := n[0]-1, n[1]-1
	if round < 0 || round >= len(s.rows) || s.rows[round][seat] == missing {
		return s, broken("rule.edit", seatName(seat))
	}
	return s.enter(round, seat, points(n[2])), nil
}

// finish ends the game between two rounds.
func (s state) finish(d games.Decision) (state, *games.Text) {
	switch {
	case d != "finish":
		return s, broken("rule.unknown")
	case len(s.rows) == 0:
		return s, broken("rule.empty")
	case !s.between():
		return s, broken("rule.middle")
	case s.tied():
		return s, broken("rule.tied")
	}
	return s.ended(), nil
}

func (s state) ended() state {
	s.over, s.more = true, 0
	return s
}
