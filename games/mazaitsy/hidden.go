package mazaitsy

import "tabletop/games"

// hidesTokens reports whether what seats have saved is still hidden: with
// tokens=hidden, as the book has it, tokens ashore lie face down until the count, and
// only what lies in the boats is shown.
func (s *state) hidesTokens() bool { return s.table.hiddenTokens && s.stage != over }

// Veiled reports that what was unloaded is not to be looked up before the count.
func (s state) Veiled() bool { return s.hidesTokens() }

// shown returns what everybody may see of seat k.
func (s *state) shown(k int) seatHares {
	if s.hidesTokens() {
		return seatHares{boat: s.hares.of[k].boat}
	}
	return s.hares.of[k]
}

// Standing counts points, and hares to part equal points. Partners share both. Where
// tokens are hidden both are those of what lies in the boats, until the game is over.
func (s state) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, s.table.seats), Ties: make([]int32, s.table.seats)}
	counted := s
	for k := range counted.hares.of {
		counted.hares.of[k] = s.shown(k)
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
