package table

import (
	"slices"

	"tabletop/games"
)

// opened returns the first position of a match. It ignores the error of a hook, because the hook
// fails again at the first decision, which can be refused.
func (s state) opened() state {
	s.play = &play{order: sitting(s.seats), on: nobody, called: nobody, marker: nobody, counts: s.startCounts()}
	_ = s.nextRound()
	s.play.news, s.closed = news{}, 0
	return s
}

// nextRound begins the next round. If the order of that round must first be drawn by chance or
// named by the table, nextRound begins the drawing or naming instead.
func (s *state) nextRound() error {
	p := s.play
	order, err := s.orderByHook()
	switch {
	case err != nil:
		return err
	case order.n > 0:
		return s.startRound(order)
	}
	switch kind := s.orderKind(); kind {
	case DrawnFirst, Shuffled, Taken:
		p.drawing, p.drawn = true, line{}
		return s.completeOrder()
	default:
		return s.startRound(s.orderFor(kind))
	}
}

// orderByHook counts the next round, and returns its order by the hook Lead, or an empty one. The
// hook sees the finished round; in edition 1 it sees the next one.
func (s *state) orderByHook() (order line, err error) {
	p := s.play
	if s.edition() > 1 && p.round > 0 {
		p.endTurns(s)
		order, err = s.lead()
		p.round++
		return order, err
	}
	p.round++
	p.endTurns(s)
	if p.round > 1 {
		order, err = s.lead()
	}
	return order, err
}

// orderKind returns the First that determines the order of the round.
func (s *state) orderKind() First {
	if s.play.round == 1 {
		return s.def.First
	}
	return s.def.Next
}

// endTurns ends all remaining turns of a round.
func (p *play) endTurns(s *state) {
	if ph, ok := s.present(); ok {
		p.note(ph)
	}
	before, marker := p.before, p.marker
	p.rest()
	p.before, p.marker = before, marker
}

// startRound begins the first phase of a round with the seats in the given order.
func (s *state) startRound(order line) error {
	p := s.play
	was := p.opening(s)
	p.order, p.drawing, p.drawn = order, false, line{}
	p.before, p.marker = line{}, nobody
	if is := p.opening(s); p.round > 1 {
		p.news.first = is + 1
		p.news.moved = is != was
	}
	return s.beginPhase(0)
}

// opening returns the seat that begins the round: the first in its order that is not out.
func (p *play) opening(s *state) int { return p.order.first(all(s.seats) &^ p.out) }

// orderFor returns the order of a round for which nothing is drawn or named.
func (s *state) orderFor(kind First) line {
	p := s.play
	seat := nobody
	switch kind {
	case PassedOrder:
		return p.passingOrder()
	case Ranked:
		return s.ranked()
	case ByKeys:
		return s.sorted(s.def.NextBy, p.order)
	case Moves:
		seat = s.mover()
	case PassedFirst:
		if p.before.n > 0 {
			seat = p.before.seat(0)
		}
	case Marker:
		seat = p.marker
	case Winner, Loser:
		seat = s.extreme(s.roundPoints(p.round-1), kind == Winner)
	case Ahead, Behind:
		seat = s.extreme(s.totals(s.begun()), kind == Ahead)
	}
	if seat == nobody {
		return p.order
	}
	return p.order.from(seat)
}

// passingOrder returns the seats in the order in which they passed, followed by all others.
func (p *play) passingOrder() line {
	order := p.before
	for i := range int(p.order.n) {
		if seat := p.order.seat(i); order.find(seat) < 0 {
			order = order.and(seat)
		}
	}
	return order
}

// mover returns the first seat after the one that began the round, in the order of that round. It
// skips seats that have dropped out.
func (s *state) mover() int {
	p := s.play
	for i := 1; i <= int(p.order.n); i++ {
		if seat := p.order.seat(i % int(p.order.n)); !p.out.has(seat) {
			return seat
		}
	}
	return nobody
}

// ranked returns the seats from the worst total to the best. Seats with equal totals keep their
// order.
func (s *state) ranked() line {
	t := s.totals(s.begun())
	return s.play.order.sorted(func(a, b int) int {
		if s.lowest {
			a, b = b, a
		}
		return int(t[a] - t[b])
	})
}

// extreme returns the seat with the best number in t, or with the worst if best is false. Of
// several such seats it returns the first in the order of the round. It ignores seats that are out,
// and returns nobody if all numbers are equal.
func (s *state) extreme(t tally, best bool) int {
	p, seat, differ := s.play, nobody, false
	for i := range int(p.order.n) {
		other := p.order.seat(i)
		switch {
		case p.out.has(other):
		case seat == nobody:
			seat = other
		case t[other] != t[seat]:
			differ = true
			if (t[other] > t[seat]) == (best != s.lowest) {
				seat = other
			}
		}
	}
	if !differ {
		return nobody
	}
	return seat
}

// roundPoints returns the points of each seat in a round, counted from 1.
func (s *state) roundPoints(round int) (t tally) {
	if round >= 1 && round <= s.begun() && !s.def.Once {
		s.add(&t, round-1)
		t = s.shared(t)
	}
	return t
}

// undrawn returns the seats that have no place in the order of the next round yet.
func (s *state) undrawn() set { return s.playing() &^ s.play.drawn.set() }

// completeOrder begins the round as soon as its whole order is known.
func (s *state) completeOrder() error {
	p, kind := s.play, s.orderKind()
	rest := s.undrawn()
	switch {
	case kind == DrawnFirst && p.drawn.n > 0:
		return s.startRound(p.order.from(p.drawn.seat(0)))
	case kind == DrawnFirst && rest.size() == 1:
		return s.startRound(p.order.from(rest.line().seat(0)))
	case kind != DrawnFirst && rest.size() <= 1:
		order := p.drawn
		for _, more := range []set{rest, p.out} {
			for i := range int(more.line().n) {
				order = order.and(more.line().seat(i))
			}
		}
		return s.startRound(order)
	}
	return nil
}

// draw gives a seat the next place in the order of the round.
func (s *state) draw(seat int) error {
	s.play.drawn = s.play.drawn.and(seat)
	return s.completeOrder()
}

// byChance reports whether chance, and not the table, determines an order that is not known yet.
func (s *state) byChance() bool {
	return s.orderKind() != Taken
}

// drawChoices returns the seats that may have the next place in the order, as choices in the given
// order.
func (s *state) drawChoices(by sorting) (choices []games.Choice) {
	for _, d := range seatVerbs("draw", s.undrawn()) {
		if s.byChance() {
			choices = append(choices, games.Choice{Says: d, Weight: 1})
		} else {
			choices = append(choices, games.Choice{Says: "next" + d[len("draw"):]})
		}
	}
	if by == forTools {
		slices.SortFunc(choices, bySays)
	}
	return choices
}
