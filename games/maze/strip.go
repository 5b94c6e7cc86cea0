package maze

import "tabletop/games"

// strip is what both players look at most: the Mates that are home, what is stuck
// elsewhere, Trees that have rooted among it, and the Trees that may still move, which each
// does once. What the last move has changed is marked.
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

// tally counts some squares; it is marked if the last move has ended on one that could
// change the number.
func (s *state) tally(glyph string, some, could set) games.Tally {
	t := games.Tally{Glyph: glyph, N: some.count(), Seat: games.Nobody}
	if s.last != (move{}) && could.has(s.last.to) {
		t.Mark = games.MarkLast
	}
	return t
}
