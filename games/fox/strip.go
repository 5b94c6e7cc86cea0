package fox

import "tabletop/games"

// strip returns the most important numbers. During a round they are the tricks that each seat has
// won, the points that these tricks are worth now, and the card to look at. After the
// last round they are the tricks and the Treasures that each seat won in it. Between other rounds
// nothing is at stake.
func (s *state) strip() []games.Tally {
	switch {
	case s.over():
		return append(both("trick", s.last.tricks), both("treasure", s.last.treasures)...)
	case s.mode == entersTricks:
		return s.tally.won.strip()
	case s.between():
		return nil
	}
	return append(s.round.result().strip(), s.round.notable())
}

// strip returns the tricks of each seat and the points that they are worth. It leaves out Treasures,
// because nobody may look at those in earlier tricks.
func (t result) strip() []games.Tally {
	worth := [seats]uint8{uint8(byTricks[t.tricks[0]]), uint8(byTricks[t.tricks[1]])}
	return append(both("trick", t.tricks), both("worth", worth)...)
}

// both returns a tally with the same picture for each seat. The number n[k] belongs to seat k.
func both(glyph string, n [seats]uint8) []games.Tally {
	all := make([]games.Tally, seats)
	for k := range seat(seats) {
		all[k] = games.Tally{Glyph: glyph, N: int(n[k]), Seat: k.number()}
	}
	return all
}

// notable returns the Treasures in the present trick, or without any the decree. The decree is
// marked if the last card has just exchanged it.
func (r *round) notable() games.Tally {
	if n := treasures(r.current()...); n > 0 {
		return games.Tally{Glyph: "treasure", N: int(n), Seat: games.Nobody, Mark: games.MarkLast}
	}
	decree := games.Tally{Glyph: r.decree.suit().String(), N: r.decree.rank(), Seat: games.Nobody}
	if r.exchanged() {
		decree.Mark = games.MarkLast
	}
	return decree
}
