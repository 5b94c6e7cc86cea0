package maze

import "tabletop/games"

// Likely returns the first move that brings a Mate home, which hardly ever is anything but
// right. Nothing else is likely: people ponder each move anew, and the two sides by turns,
// so neither the piece that moved last nor any rule of thumb tells which of some forty
// moves they mean. The cursor begins as it does on any board then.
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
