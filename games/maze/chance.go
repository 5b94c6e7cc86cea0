package maze

import "tabletop/games"

// drawn contains the kinds of pieces that chance draws, in the order of their letters.
var drawn = [...]kind{pawn1, pawn2, pawn3, stone, lightning, rabbit, shadow, tree}

// legalSets returns the pieces that chance can set up on the next square, as choices.
func (s *state) legalSets() []games.Choice {
	i := s.table.bag.order[s.filled]
	_, at := spot(i)
	odds := s.table.odds(&s.start, i)
	legal := make([]games.Choice, 0, len(drawn))
	for _, k := range drawn {
		if odds[k] > 0 {
			legal = append(legal, games.Choice{Says: setLine(at, k), Weight: odds[k]})
		}
	}
	return legal
}

// set applies the decision "set 3 L", by which chance sets up a piece.
func (s state) set(d games.Decision) (games.State, error) {
	at, square := squareBy[d.Word(1)]
	k, letter := kindBy[d.Word(2)]
	if !square || !letter || k == mate || d != setLine(at, k) {
		return nil, games.Refuse(d, "rule.notation.set", s.nextSquare().String())
	}
	i := s.table.bag.order[s.filled]
	c, _ := spot(i)
	switch {
	case at != s.nextSquare():
		return nil, games.Refuse(d, "rule.set.square", s.nextSquare().String())
	case s.start.count(c, k) == ofEach:
		return nil, games.Refuse(d, "rule.set.bag", pieceArg(pieceOf(c, k)), at.String())
	case s.table.odds(&s.start, i)[k] == 0:
		return nil, games.Refuse(d, "rule.set.balanced", pieceArg(pieceOf(c, k)), at.String())
	}
	s.setUp(i, k)
	s.filled++
	return s.withPhase(), nil
}

// setLine returns the notation for setting a piece up.
func setLine(at square, k kind) games.Decision {
	return games.Decision("set " + at.String() + " " + k.String())
}

// setUp puts a piece of the kind on the i-th place of the start and on its square. Kind 0 leaves
// the square free.
func (s *state) setUp(i int, k kind) {
	c, at := spot(i)
	s.start[i] = k
	if k != 0 {
		s.put(at, pieceOf(c, k))
	}
}
