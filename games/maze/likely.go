package maze

import "tabletop/games"

// Likely returns the first move that brings a Mate home, which is almost always right, or "" if
// there is none. No other move is likely. People consider each move anew and the sides alternate,
// so neither the piece that moved last nor a rule of thumb predicts which of about forty moves
// they choose. Without a likely move the cursor begins at its usual place.
func (s state) Likely() games.Decision {
	if s.phase != playing {
		return ""
	}
	for c, mates := range s.mates {
		goals := homes[colour(c).other()]
		for rest := s.movable() & mates; rest != 0; rest &= rest - 1 {
			at := rest.first()
			if to := s.mateTargets(at) & goals; to != 0 {
				return says[at][to.first()]
			}
		}
	}
	return ""
}
