package mazaitsy

import "tabletop/games"

// strip is what the table looks at most: the boat on turn and how full it is, how many
// cards the pile has left, or the last circle turns, and the points of all seats, or of
// both teams. Where there is no room for all that, it has the boat while boats move, and
// then the pile.
func (s *state) strip() []games.Tally {
	counts, points := []games.Tally{s.boatTally(), s.deckTally()}, s.pointTallies()
	switch room := games.MostTallies - len(points); {
	case s.stage == over:
		return points
	case room >= len(counts):
	case s.stage == moving || s.stage == taking || s.stage == pulling:
		counts = counts[:1]
	default:
		counts = counts[1:]
	}
	return append(counts, points...)
}

// boatTally is how full the boat on turn is.
func (s *state) boatTally() games.Tally {
	used, most := s.load(s.seat())
	t := games.Tally{Glyph: "boat", N: used, Seat: games.Seat(s.seat())}
	if used == most {
		t.Mark = games.MarkLast
	}
	return t
}

// deckTally is how many cards the pile has, marked where Мазай may lie under its top, or
// how many turns the last circle has.
func (s *state) deckTally() games.Tally {
	if s.deck.mazai == aside {
		return games.Tally{Glyph: "mazai-card", N: s.turnsLeft(), Seat: games.Nobody, Mark: games.MarkLast}
	}
	t := games.Tally{Glyph: "pile", N: int(s.deck.pile), Seat: games.Nobody}
	if s.deck.mazai == inPile && s.deck.pile <= s.deck.under+1 {
		t.Mark = games.MarkLast
	}
	return t
}

// pointTallies are the points of the seats, of a team beside its first. Those that two
// digits can't tell have no room.
func (s *state) pointTallies() []games.Tally {
	var all []games.Tally
	for i, n := range s.Standing().Scores {
		k := i + 1
		if n < 0 || n > 99 || k > 2 && s.table.teams {
			continue
		}
		all = append(all, games.Tally{Glyph: "hares", N: int(n), Seat: games.Seat(k)})
	}
	return all
}
