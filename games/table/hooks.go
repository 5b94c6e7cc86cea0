package table

import (
	"errors"
	"slices"

	"tabletop/games"
)

// position returns the position s in the form that hooks receive.
func (s *state) position() Position {
	p := s.play
	pos := Position{
		Seats: s.seats, Round: p.round, Turn: max(int(s.Turn()), 0), First: p.opening(s) + 1, Called: p.called + 1,
		Order: p.order.numbers(), Passed: s.whoPassed().numbers(),
		Ready: s.flags(p.ready), Out: s.flags(p.out), Totals: s.listed(s.totals(s.begun())),
	}
	if ph, ok := s.present(); ok {
		pos.Phase = ph.Name
	}
	for round := range s.begun() {
		var t tally
		s.add(&t, s.row(round))
		pos.Rounds = append(pos.Rounds, s.listed(t))
	}
	pos.Lines = s.linesOf(s.now())
	for i := range s.dice {
		if f := p.dice.faces[i]; p.dice.shown && f > 0 {
			pos.Dice = append(pos.Dice, int(f))
		}
	}
	return pos
}

// whoPassed returns the seats that passed in this phase. If this phase is not a Passing phase, it
// returns the seats that passed in the last Passing phase of the round. Between two rounds it
// returns the seats that passed in the finished round.
func (s *state) whoPassed() line {
	if ph, ok := s.present(); ok && ph.Order == Passing && s.play.on != nobody {
		return s.play.passed
	}
	return s.play.before
}

// linesOf returns the numbers of a round by line. The round is counted from 0.
func (s *state) linesOf(round int) map[string][]int {
	all := map[string][]int{}
	for i, c := range s.categories {
		numbers := make([]int, s.seats)
		for seat := range numbers {
			numbers[seat] = int(s.numberAt(entry{round: round, seat: seat, category: i}).counted())
		}
		all[c.Name] = numbers
	}
	return all
}

// numbers returns the seats of l as numbers from 1.
func (l line) numbers() []int {
	all := make([]int, l.n)
	for i := range all {
		all[i] = l.seat(i) + 1
	}
	return all
}

func (s *state) flags(m set) []bool {
	all := make([]bool, s.seats)
	for seat := range all {
		all[seat] = m.has(seat)
	}
	return all
}

func (s *state) listed(t tally) []int {
	all := make([]int, s.seats)
	for seat := range all {
		all[seat] = int(t[seat])
	}
	return all
}

// orderOf converts the seats, which are counted from 1, to an order of all seats. It returns an
// error unless each seat appears once.
func (s *state) orderOf(seats []int) (l line, err error) {
	sorted := slices.Sorted(slices.Values(seats))
	for i, seat := range sorted {
		if seat != i+1 || len(seats) != s.seats {
			return l, wrong("lead: %v is not an order of %d seats", seats, s.seats)
		}
	}
	for _, seat := range seats {
		l = l.and(seat - 1)
	}
	return l, nil
}

// lead returns the order of the next round from the hook Lead, or an empty one.
func (s *state) lead() (line, error) {
	order, err := s.def.Hooks.Lead(s.position())
	if err != nil || len(order) == 0 {
		return line{}, err
	}
	return s.orderOf(order)
}

// after returns the seat of the next turn from the hook After, or else next, the usual seat.
func (s *state) after(next int) (int, error) {
	if s.def.Hooks.After == nil {
		return next, nil
	}
	seat, err := s.def.Hooks.After(s.position())
	switch {
	case err != nil || seat == 0:
		return next, err
	case seat < 1 || seat > s.seats || !s.playing().has(seat-1) || s.play.passed.find(seat-1) >= 0:
		return next, wrong("after: seat %d can't have a turn", seat)
	}
	s.play.had = s.play.had.without(seat - 1)
	return seat - 1, nil
}

// askOver calls the hook Over, and ends the game if the hook requires it. It reports whether the
// game has ended.
func (s *state) askOver() (bool, error) {
	if s.def.Hooks.Over == nil || s.play.round <= s.more {
		return false, nil
	}
	r, err := s.def.Hooks.Over(s.position())
	if err != nil || !r.Over {
		return false, err
	}
	var won set
	for _, seat := range r.Won {
		if seat < 1 || seat > s.seats {
			return false, wrong("over: there is no seat %d", seat)
		}
		won |= s.team(seat - 1)
	}
	if s.def.Coop && won != 0 {
		won = all(s.seats)
	}
	if r.Why != "" && !s.words[r.Why] {
		return false, wrong("over: the catalogue has no %q", r.Why)
	}
	if s.play.why = r.Why; won == 0 && !s.def.Coop {
		s.finished()
	} else {
		s.ends(won, r.Why)
	}
	return true, nil
}

// entryWorth returns the points for the number that e writes down, from the hook Worth if there is
// one. Points that lead beyond the target are 0 if Beyond is Busts.
func (s *state) entryWorth(e entry) (points, error) {
	name := s.categories[e.category].Name
	n := int(e.points)
	if s.def.Hooks.Worth != nil {
		w, err := s.def.Hooks.Worth(s.position(), e.seat+1, name, n)
		if err == nil {
			err = within("worth", w, -MostCell, MostCell)
		}
		if err != nil {
			return 0, err
		}
		n = w
	}
	if s.def.Beyond != Busts {
		return points(n), nil
	}
	if s.overshoots(e.seat, s.linePoints(e.category, points(n))) {
		n = 0
	}
	if n == 0 && e.points != 0 {
		s.play.news.bust = s.play.news.bust.with(e.seat)
	}
	return points(n), nil
}

// overshoots reports whether more points would lead a seat beyond the target.
func (s *state) overshoots(seat int, more int32) bool {
	total := s.totals(s.begun())[seat] + more
	return s.aims && (s.target >= s.start && total > int32(s.target) || s.target < s.start && total < int32(s.target))
}

// giveBonus writes down the points of the hook Bonus for a round, counted from 1.
func (s *state) giveBonus(round int) error {
	if s.def.Hooks.Bonus == nil || round < 1 || round > s.begun() {
		return nil
	}
	last := len(s.categories) - 1
	r := s.row(round - 1)
	for seat := range s.seats {
		s.of(r, seat)[last] = absent
	}
	var t tally
	s.add(&t, r)
	pos := s.position()
	pos.Round, pos.Lines = round, s.linesOf(round-1)
	got, err := s.def.Hooks.Bonus(pos, s.listed(s.shared(t)))
	if err == nil && len(got) > 0 && len(got) != s.seats {
		err = wrong("bonus: %d numbers for %d seats", len(got), s.seats)
	}
	for seat, n := range got {
		if err == nil {
			err = within("bonus", n, -MostCell, MostCell)
		}
		if err == nil && n != 0 {
			s.of(r, seat)[last] = points(n)
		}
	}
	return err
}

// refused returns the rule by which the hook Refuse forbids d, or a Text without a key.
func (s *state) refused(d games.Decision) (games.Text, error) {
	if s.def.Hooks.Refuse == nil {
		return games.Text{}, nil
	}
	text, err := s.def.Hooks.Refuse(s.position(), d)
	if err == nil && text.Key != "" && !s.words[text.Key] {
		err = errors.New("refuse: the catalogue has no " + text.Key)
	}
	return text, err
}
