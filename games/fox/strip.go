package fox

import "tabletop/games"

// strip returns the most important numbers. During a round they are the tricks that each seat has
// won, the suit and rank of the decree, and the Treasures in the present trick. Between rounds
// they are the tricks and the Treasures that each seat won in the last round.
func (s *state) strip() []games.Tally {
	switch {
	case s.between() && !s.last.played():
		return nil
	case s.between():
		return append(both("trick", s.last.tricks), both("treasure", s.last.treasures)...)
	case s.mode == entersTricks:
		return both("trick", s.tally.won.tricks)
	}
	return append(both("trick", s.round.tricks), s.round.strip()...)
}

// both returns a tally with the same picture for each seat. The number n[k] belongs to seat k.
func both(glyph string, n [seats]uint8) []games.Tally {
	all := make([]games.Tally, seats)
	for k := range seat(seats) {
		all[k] = games.Tally{Glyph: glyph, N: int(n[k]), Seat: k.number()}
	}
	return all
}

// strip returns a tally of the decree and, if the present trick has Treasures, a tally of these.
// The decree is marked if the last card has just exchanged it.
func (r *round) strip() []games.Tally {
	decree := games.Tally{Glyph: r.decree.suit().String(), N: r.decree.rank(), Seat: games.Nobody}
	if r.exchanged() {
		decree.Mark = games.MarkLast
	}
	all := []games.Tally{decree}
	if n := treasures(r.current()...); n > 0 {
		all = append(all, games.Tally{Glyph: "treasure", N: int(n), Seat: games.Nobody, Mark: games.MarkLast})
	}
	return all
}
