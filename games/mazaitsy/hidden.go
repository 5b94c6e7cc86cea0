package mazaitsy

import "tabletop/games"

// hidesTokens reports whether the view hides saved hares. With tokens=hidden, the rule of the
// book, tokens ashore lie face down until the count, and only the hares in the boats are shown.
func (s *state) hidesTokens() bool { return s.table.hiddenTokens && s.stage != over }

// Veiled reports whether past decisions must not be shown, because unloaded hares stay secret
// until the count.
func (s state) Veiled() bool { return s.hidesTokens() }

// visibleHares returns the hares of seat k that everybody may see.
func (s *state) visibleHares(k int) seatHares {
	if s.hidesTokens() {
		return seatHares{boat: s.hares.of[k].boat}
	}
	return s.hares.of[k]
}

// Standing returns the points of each seat, and the number of its hares, which breaks ties.
// Partners share both. With hidden tokens it counts only the hares in the boats until the game is
// over.
func (s state) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, s.table.seats), Ties: make([]int32, s.table.seats)}
	counted := s
	for k := range counted.hares.of {
		counted.hares.of[k] = s.visibleHares(k)
	}
	for i := range st.Scores {
		st.Scores[i], st.Ties[i] = counted.score(i+1), counted.tokens(i+1)
	}
	if s.stage == over {
		st.Over = true
		st.Won, st.Why = s.winners()
	}
	return st
}
