package table

import (
	"slices"

	"tabletop/games"
)

// span is a range of numbers that a seat may write down, both ends included.
type span struct{ from, to int32 }

// gathers reports whether an entered number is added to the stored one. Otherwise each number can
// be entered only once.
func (g *game) gathers() bool {
	switch {
	case g.def == nil, g.def.Once:
		return false
	case g.def.Points == Turn && g.categories[0].Name == "":
		return g.edition() < 3 || !g.oneTurn()
	}
	return g.def.Points == Any
}

// oneTurn reports whether each seat has one turn in a round, so that its number needs no other added to
// it, and can be converted to points anew. The hook After and one more circle after a call may give a seat several.
func (g *game) oneTurn() bool {
	p := g.def.Phases[0]
	return len(g.def.Phases) == 1 && !g.def.Hooks.Momentary && p.Order == Clockwise && p.circles() == 1 && p.Close == NoCall &&
		g.def.Hooks.After == nil && g.def.Call != Circle
}

// cell returns the least and greatest number that may be stored for a category.
func (g *game) cell(category int) (from, to int) {
	c := g.categories[category]
	switch {
	case g.byWorth() && !g.gathers():
		return c.From, c.To
	case g.edition() > 1 && g.gathers() && (g.hasCategories() || g.edition() > 2 && g.def.Hooks.Worth == nil): // a sum of entries
		return gathered(c.From, -MostCell), gathered(c.To, MostCell)
	}
	if g.gathers() || g.def != nil && (g.def.Hooks.Worth != nil || category >= len(g.order)) {
		return -MostCell, MostCell
	}
	return c.From, c.To
}

// gathered returns the limit of a sum of entries, given the limit of an entry: 0, or the limit of
// all numbers if entries lead there.
func gathered(limit, most int) int {
	if (limit < 0) == (most < 0) && limit != 0 {
		return most
	}
	return 0
}

// limits returns the range of numbers that may be entered at the round, seat and category of e.
// With edit it is the range for a correction.
func (s *state) limits(e entry, edit bool) (from, to int) {
	c := s.categories[e.category]
	switch {
	case s.play == nil:
		return c.From, c.To
	case edit && s.def.Points == Wins:
		return 0, 1
	case edit:
		return s.cell(e.category)
	}
	from, to = c.From, c.To
	if s.gathers() {
		now := int(s.numberAt(e).counted())
		from, to = max(from, -MostCell-now), min(to, MostCell-now)
	}
	if s.def.Beyond == Refused && s.aims {
		from, to = s.upToTarget(e, from, to)
	}
	if s.edition() > 2 {
		return s.leaving(e, from, to)
	}
	if n, ok := s.remainder(e.seat, e.category); ok && n >= from && n <= to {
		return n, n
	}
	return from, to
}

// leaving narrows a range to the numbers that leave a sum which the seats without a number can still
// reach. If a correction or a seat that dropped out has made the sum impossible, the range is the
// number that comes nearest. A sum that may be less has no least number.
func (s *state) leaving(e entry, from, to int) (least, most int) {
	l := s.lines[e.category]
	if !s.writing() || !l.sums(3) && !s.def.ZeroSum {
		return from, to
	}
	c, rest, open := s.categories[e.category], l.Sum.At, 0
	for other := range s.seats {
		switch p := s.of(s.current(), other)[e.category]; {
		case other == e.seat:
		case p == missing:
			open++
		default:
			rest -= int(p.counted())
		}
	}
	least, most = rest-open*c.To, rest-open*c.From
	if s.sumsLess() {
		least = from
	}
	return min(max(least, from), to), max(min(most, to), from)
}

// sumsLess reports whether a sum may be less than required, because a seat is out of a game whose rules
// let no seat drop out: for fewer players there may be fewer votes or cards.
func (s *state) sumsLess() bool {
	drops := slices.ContainsFunc(s.def.Counters, func(c Counter) bool { return c.Out.Is })
	return s.edition() > 2 && s.play.out != 0 && !drops && !s.def.Out && !s.def.OutAt.Is && !s.def.Survivor
}

// gathering reports whether gathers applies to the present stage of the game.
func (s *state) gathering() bool {
	return s.gathers() && (s.def.Points == Any || !s.counting())
}

// upToTarget narrows a range to the numbers that don't lead beyond the target. If there are none,
// the range is 0 alone.
func (s *state) upToTarget(e entry, from, to int) (least, most int) {
	left := s.target - int(s.totals(s.begun())[e.seat])
	if c := s.categories[e.category]; c.Factor < 0 {
		left = -left
	}
	if (s.target >= s.start) == (s.categories[e.category].Factor > 0) {
		return min(from, max(left, 0)), min(to, max(left, 0))
	}
	return max(from, min(left, 0)), max(to, min(left, 0))
}

// editLimits returns the range of corrections in each category.
func (s *state) editLimits() (all [MostLines + 1]span) {
	for i := range s.categories {
		from, to := s.limits(entry{category: i}, true)
		all[i] = span{int32(from), int32(to)}
	}
	return all
}

// corrects reports whether the number p of a seat may be corrected. Where one seat writes down the
// points of its team, those of its partners stay empty, and in edition 1 are not corrected either.
func (s *state) corrects(seat int, p points) bool {
	switch {
	case p == missing:
		return false
	case s.play == nil, s.def.Teams == 0, s.def.Points == Any, s.def.Points == Turn, s.def.Points == Wins, seat < s.def.Teams:
		return true
	}
	return s.edition() > 1 && p != absent
}

// put stores the number of e. If numbers gather, put adds it to the stored one.
func (s *state) put(e entry) {
	*s = s.withRounds(e.round + 1)
	cell := &s.of(s.row(e.round), e.seat)[e.category]
	if s.gathers() {
		e.points += points(cell.counted())
	}
	*cell = points(min(max(e.points, -MostCell), MostCell))
}

// writePoints stores the points for the number of e.
func (s *state) writePoints(e entry) (err error) {
	if e.points, err = s.entryWorth(e); err == nil {
		s.put(e)
	}
	return err
}

// applyScore applies "score …" or "for …", which write down points of a round or of a turn.
func (s *state) applyScore(d games.Decision) (*games.Text, error) {
	turns := s.def.Points == Turn && !s.writing()
	if d.Word(0) == "for" && (!s.hasCategories() || turns) {
		return broken("rule.verb"), nil
	}
	e, rule := s.read(d)
	switch own := e.seat+1 == int(s.Turn()); {
	case rule != nil:
		return rule, nil
	case d.Word(0) == "for" && own:
		return broken("rule.for", seatName(e.seat)), nil
	case turns && !s.isEntered(e.category):
		return broken("rule.now"), nil
	case turns && !own:
		return broken("rule.turn", seatName(int(s.Turn())-1)), nil
	case !s.gathering() && s.numberAt(e) != missing, s.writing() && !s.awaits(e):
		return broken("rule.twice", seatName(e.seat)), nil
	}
	if turns {
		return nil, s.writeTurn(e)
	}
	if err := s.writePoints(e); err != nil {
		return nil, err
	}
	return nil, s.finishCount()
}

// awaits reports whether the number at the seat and category of e is missing now.
func (s *state) awaits(e entry) bool {
	return s.of(s.current(), e.seat)[e.category] == missing && s.isEntered(e.category)
}

// writeTurn stores points of a turn. It ends the turn when the seat has written down all its
// numbers.
func (s *state) writeTurn(e entry) error {
	if err := s.writePoints(e); err != nil {
		return err
	}
	if s.knockOut(); s.over {
		return nil
	}
	of := s.of(s.current(), e.seat)
	left := slices.ContainsFunc(s.order, func(i int) bool { return of[i] == missing && s.isEntered(i) })
	if s.playing().has(e.seat) && !s.def.Once && s.hasCategories() && left {
		return s.checkEarlyEnd()
	}
	return s.done()
}

// applyAdd applies "add SEAT POINTS", which is legal at any time.
func (s *state) applyAdd(d games.Decision) (*games.Text, error) {
	e, rule := s.read(d)
	if rule != nil {
		return rule, nil
	}
	switch {
	case s.playing()&s.team(e.seat) == 0:
		return broken("rule.out", seatName(e.seat)), nil
	case !s.isEntered(e.category):
		return broken("rule.now"), nil
	}
	if err := s.writePoints(e); err != nil {
		return nil, err
	}
	if err := s.dropReached(); err != nil {
		return nil, err
	}
	if s.over || s.lastCount() {
		return nil, nil
	}
	return nil, s.checkEarlyEnd()
}

// applyEdit applies the correction "edit ROUND SEAT POINTS".
func (s *state) applyEdit(d games.Decision) (*games.Text, error) {
	e, rule := s.read(d)
	switch {
	case rule != nil:
		return rule, nil
	case !s.corrects(e.seat, s.numberAt(e)), !s.inRound(e.category, e.round):
		return broken("rule.edit", seatName(e.seat)), nil
	}
	was := s.copied()
	*s = s.withRounds(0)
	if s.edition() > 2 && s.def.Points == Wins && e.points > 0 { // a round has one winner
		clear(s.row(e.round))
	}
	s.of(s.row(e.round), e.seat)[e.category] = e.points
	if e.round+1 < s.play.round && s.hasRows() {
		if err := s.giveBonus(e.round + 1); err != nil {
			return nil, err
		}
	}
	return nil, s.reconsider(was, e.round+1)
}

// applyWin applies "win SEAT" or "tie", which end the round or, in a game without points, the
// game. The seat is counted from 0; -1 stands for a tie.
func (s *state) applyWin(seat int) error {
	if s.def.Points == Never {
		won := all(s.seats) &^ s.gone
		if seat >= 0 {
			won = s.team(seat)
		}
		s.ends(won, whyNamed)
		return nil
	}
	p := s.play
	*s = s.withRounds(p.round)
	r := s.row(p.round - 1)
	for i := range r {
		r[i] = 0
	}
	if seat >= 0 {
		s.of(r, seat)[0] = 1
	}
	return s.roundOver()
}
