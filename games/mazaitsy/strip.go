package mazaitsy

import "tabletop/games"

// strip returns the most important numbers of the game: the load of the boat on turn, how near Мазай
// is or the end, and the number of cards in the pile. Once the game is over, it returns nothing.
func (s *state) strip() []games.Tally {
	if s.stage == over {
		return nil
	}
	all := []games.Tally{s.boatTally()}
	switch s.deck.mazai {
	case inPile:
		all = append(all, s.mazaiTally())
	case aside:
		all = append(all, games.Tally{Glyph: "mazai-card", N: s.turnsLeft(), Seat: games.Nobody, Mark: games.MarkLast})
	}
	return append(all, games.Tally{Glyph: "pile", N: int(s.deck.pile), Seat: games.Nobody})
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

// mazaiTally returns the number of cards before Мазай may lie on top of the pile. It is marked if he
// may lie under the top card, or on top.
func (s *state) mazaiTally() games.Tally {
	t := games.Tally{Glyph: "mazai-card", N: s.deck.beforeMazai(), Seat: games.Nobody}
	if t.N <= 1 {
		t.Mark = games.MarkLast
	}
	return t
}
