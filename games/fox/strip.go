package fox

import "tabletop/games"

// strip returns the most important numbers: the tricks each seat has won, the decree as its
// suit and rank, and the Treasures of the present trick. The Treasures that the seats have won
// are shown only after the round, with its tricks, until the next one begins.
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

// both returns a tally for each seat.
func both(glyph string, n [seats]uint8) []games.Tally {
	all := make([]games.Tally, seats)
	for k := range seat(seats) {
		all[k] = games.Tally{Glyph: glyph, N: int(n[k]), Seat: k.number()}
	}
	return all
}

// strip returns the decree, marked if it has just been exchanged, and the Treasures at stake.
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
