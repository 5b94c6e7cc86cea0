package mice

import "tabletop/games"

// Likely returns roll while at most one roll in four fails, and otherwise stop. It ignores the
// value of the lured mice and the scores, because it selects the start of a menu and gives no
// advice. Of the lures it returns the one worth most, if possible without a mouse from a card.
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

// richest returns the lure that Likely selects, the first of equal ones.
func (s *state) richest() *lure {
	var best *lure
	for _, l := range s.allowed() {
		if s.available(l) && (best == nil || s.likelier(l, best)) {
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

// worth returns the points for the mice of l.
func (s *state) worth(l *lure) int32 {
	total := int32(0)
	for _, m := range l.mice[:l.n] {
		total += s.value(m.colour)
	}
	return total
}
