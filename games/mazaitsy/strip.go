package mazaitsy

import "tabletop/games"

// strip returns the most important numbers of the game: the load of the boat on turn, the number
// of cards left in the pile or of turns left in the last circle, and the points of all seats or
// both teams. If there is no room for all, it omits the pile while boats move, and otherwise the
// boat.
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

// boatTally returns the load of the boat on turn, marked if the boat is full.
func (s *state) boatTally() games.Tally {
	used, most := s.load(s.seat())
	t := games.Tally{Glyph: "boat", N: used, Seat: games.Seat(s.seat())}
	if used == most {
		t.Mark = games.MarkLast
	}
	return t
}

// deckTally returns the number of cards in the pile, marked if Мазай may lie under its top card.
// In the last circle it returns the number of turns left.
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

// pointTallies returns the points of the seats; those of a team are shown for its first seat. It
// omits points that have more than two digits.
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
