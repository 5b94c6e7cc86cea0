package mice

import "tabletop/games"

// Likely is to roll while at most one roll of four fails, and else to stop. It weighs
// neither what lies lured nor who is ahead: a menu begins there, it is no advice. Of the
// lures it is the one worth most that leaves other cards alone, where there is one.
func (s state) Likely() games.Decision {
	switch s.phase {
	case toRoll:
		return "roll"
	case luring:
		return s.richest().says
	case more, five:
		if s.failing() <= allRolls/4 {
			return "roll"
		}
		return "stop"
	}
	return ""
}

// richest returns the lure that is likely, the first of equal ones.
func (s *state) richest() *lure {
	var best *lure
	for _, l := range s.allowed() {
		if s.has(l) && (best == nil || s.likelier(l, best)) {
			best = l
		}
	}
	return best
}

func (s *state) likelier(a, b *lure) bool {
	if a.steals() != b.steals() {
		return b.steals()
	}
	return s.worth(a) > s.worth(b)
}

// worth is the points of the mice of l.
func (s *state) worth(l *lure) int32 {
	total := int32(0)
	for _, m := range l.mice[:l.n] {
		total += s.value(m.colour)
	}
	return total
}
