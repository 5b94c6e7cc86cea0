package table

import (
	"slices"

	"tabletop/games"
)

// position returns the position s in the form that hooks receive.
func (s *state) position() Position {
	p := s.play
	pos := Position{
		Seats: s.seats, Round: p.round, Turn: max(int(s.Turn()), 0), First: p.opening(s) + 1, Called: p.called + 1,
		Order: p.order.numbers(), Passed: s.whoPassed().numbers(),
		Ready: s.flags(p.ready), Out: s.flags(p.out), Totals: s.listed(s.totals(s.begun()))[:s.units()],
		Rounds: s.roundsTo(s.begun()), Lines: s.numbersOf(s.now(), s.now()+1),
		Last: s.lastCount(), By: p.news.by, Says: p.news.says,
	}
	if ph, ok := s.present(); ok && (s.edition() == 1 || s.closed != p.round) {
		pos.Phase = ph.Name
	}
	if s.edition() > 1 {
		pos.RoundOver = s.closed == p.round && !s.lastCount()
		pos.Counters = s.counterLists()
		pos.Sums = s.numbersOf(0, s.begun())
	}
	if s.edition() > 2 {
		pos.Written = s.writtenIn(s.now())
	}
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
// error unless each seat appears once. Since edition 2 the order may omit seats that are out, which
// then come last; and a single seat stands for the seating order that begins with this seat.
func (s *state) orderOf(seats []int) (l line, err error) {
	if s.edition() > 1 && len(seats) == 1 && seats[0] >= 1 && seats[0] <= s.seats {
		return sitting(s.seats).from(seats[0] - 1), nil
	}
	if s.edition() > 1 {
		seats = append(slices.Clone(seats), s.missingOut(seats)...)
	}
	sorted := slices.Sorted(slices.Values(seats))
	for i, seat := range sorted {
		if seat != i+1 || len(seats) != s.seats {
			return l, faulty("lead", "lead", seats, s.seats)
		}
	}
	for _, seat := range seats {
		l = l.and(seat - 1)
	}
	return l, nil
}

// missingOut returns the seats that are out and don't appear in seats, counted from 1.
func (s *state) missingOut(seats []int) (all []int) {
	for seat := range s.seats {
		if s.play.out.has(seat) && !slices.Contains(seats, seat+1) {
			all = append(all, seat+1)
		}
	}
	return all
}

// lead returns the order of the next round from the hook Lead, or an empty one.
func (s *state) lead() (line, error) {
	if s.def.Hooks.Lead == nil {
		return line{}, nil
	}
	pos := s.position()
	if s.edition() > 1 {
		pos.Phase, pos.Ended = "", s.over // the phases of the finished round are over
	}
	order, err := s.def.Hooks.Lead(pos)
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
		return next, faulty("after", "turnout", seat)
	}
	s.play.had = s.play.had.without(seat - 1)
	return seat - 1, nil
}

// askOver calls the hook Over, and ends the game if the hook requires it. It reports whether the
// game has ended, or its last count has begun. Since edition 2 it is called once after each decision, before a next round begins,
// and not while the last points are written down.
func (s *state) askOver() (bool, error) {
	if s.def.Hooks.Over == nil || s.play.round <= s.more {
		return false, nil
	}
	s.play.news.judged = true
	r, err := s.def.Hooks.Over(s.position())
	if err != nil || !r.Over {
		return false, err
	}
	won, err := s.winnersOf(r)
	if err != nil {
		return false, err
	}
	s.play.news.decided = true
	switch s.play.why = r.Why; {
	case won != 0 || s.def.Coop:
		s.ends(won, r.Why)
	case s.edition() > 1:
		if s.lastPoints(); !s.over {
			s.play.why = ""
		}
	default:
		s.finished()
	}
	return true, nil
}

// winnersOf returns the winners that an answer of the hook Over names.
func (s *state) winnersOf(r Result) (won set, err error) {
	for _, seat := range r.Won {
		if seat < 1 || seat > s.seats {
			return 0, faulty("over", "range", "won", 1, s.seats)
		}
		won |= s.team(seat - 1)
	}
	if s.def.Coop && won != 0 {
		won = all(s.seats)
	}
	if r.Why != "" && !s.words[r.Why] {
		return 0, faulty("over", "word", r.Why, "")
	}
	return won, nil
}

// judge calls the hook Over at the end of a game that something else has ended, so that the hook
// may name the winners. Before edition 2 it wasn't called then.
func (s *state) judge() {
	p := s.play
	if s.def.Hooks.Over == nil || s.edition() == 1 || p.ended || p.news.decided {
		return
	}
	then := *s
	then.over = true
	then.changed()
	pos := then.position()
	s.failed(then.fail)
	pos.Ended = true
	r, err := s.def.Hooks.Over(pos)
	var won set
	if err == nil && r.Over {
		won, err = s.winnersOf(r)
	}
	s.failed(err)
	if err != nil || !r.Over {
		return
	}
	p.ended, p.won, p.why = won != 0 || s.def.Coop, won, r.Why
}

// entryWorth returns the points for the number that e writes down, from the hook Worth if there is
// one. Points that lead beyond the target are 0 if Beyond is Busts. Where points are computed from
// numbers, entryWorth returns the number.
func (s *state) entryWorth(e entry) (points, error) {
	if s.byWorth() {
		return s.unlessBust(e), nil
	}
	name := s.categories[e.category].Name
	n := int(e.points)
	if s.def.Hooks.Worth != nil {
		w, ok, err := s.def.Hooks.Worth(s.position(), e.seat+1, name, n)
		if err == nil {
			err = bound("worth", w, -MostCell, MostCell)
		}
		if err != nil {
			return 0, err
		}
		if ok || s.edition() == 1 {
			n = w
		}
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

// unlessBust returns the number of e, or 0 if its points lead beyond the target and Beyond is Busts.
// A number for which the hook Worth gives no points is bust too, and stays as it was entered.
func (s *state) unlessBust(e entry) points {
	if s.def.Beyond != Busts {
		return e.points
	}
	then := *s
	then.put(e)
	total, worth := then.totals(then.begun())[e.seat], then.cellPoints(e.round, e.seat, e.category)
	s.failed(then.fail)
	if !s.beyondTarget(total) && (worth != 0 || e.points == 0) {
		return e.points
	}
	s.play.news.bust = s.play.news.bust.with(e.seat)
	if worth == 0 {
		return e.points
	}
	return 0
}

// overshoots reports whether more points would lead a seat beyond the target.
func (s *state) overshoots(seat int, more int32) bool {
	return s.beyondTarget(s.totals(s.begun())[seat] + more)
}

// beyondTarget reports whether a total is beyond the target.
func (s *state) beyondTarget(total int32) bool {
	return s.aims && (s.target >= s.start && total > int32(s.target) || s.target < s.start && total < int32(s.target))
}

// giveBonus writes down the points of the hook Bonus for a round, counted from 1.
func (s *state) giveBonus(round int) error {
	if s.def.Hooks.Bonus == nil || s.edition() > 1 || round < 1 || round > s.begun() {
		return nil
	}
	last := len(s.categories) - 1
	r := s.row(round - 1)
	for seat := range s.seats {
		s.of(r, seat)[last] = absent
	}
	var t tally
	s.add(&t, round-1)
	pos := s.position()
	pos.Round, pos.Lines = round, s.numbersOf(round-1, round)
	got, err := s.def.Hooks.Bonus(pos, s.listed(s.shared(t)))
	if err == nil && len(got) > 0 && len(got) != s.seats {
		err = faulty("bonus", "seats", "bonus", s.seats)
	}
	for seat, n := range got {
		if err == nil {
			err = bound("bonus", n, -MostCell, MostCell)
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
	pos := s.position()
	pos.By, pos.Says = s.decider(d), d
	text, err := s.def.Hooks.Refuse(pos, d)
	if err == nil && text.Key != "" && !s.words[text.Key] {
		err = faulty("refuses", "word", text.Key, "")
	}
	return text, err
}
