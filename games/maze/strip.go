package maze

import "tabletop/games"

// strip returns the most important numbers of the game: the Mates that are home, the pieces stuck
// elsewhere, including rooted Trees, and the Trees that may still move. A Tree moves only once. A
// number that the last move has changed is marked.
func (s *state) strip() []games.Tally {
	home := s.atHome()
	whiteTrees, blackTrees := s.squaresOf(pieceOf(white, tree)), s.squaresOf(pieceOf(black, tree))
	return []games.Tally{
		s.tally("wM", home&s.mates[white], home&s.mates[white]),
		s.tally("bM", home&s.mates[black], home&s.mates[black]),
		s.tally("stuck", s.stuck&^home, s.stuck&^home),
		s.tally("wT", whiteTrees&^s.stuck, whiteTrees),
		s.tally("bT", blackTrees&^s.stuck, blackTrees),
	}
}

// tally returns the number of squares in the set some. The number is marked if the last move ended
// on a square in the set could, because such a move may have changed the number.
func (s *state) tally(glyph string, some, could set) games.Tally {
	t := games.Tally{Glyph: glyph, N: some.count(), Seat: games.Nobody}
	if s.last != (move{}) && could.has(s.last.to) {
		t.Mark = games.MarkLast
	}
	return t
}
