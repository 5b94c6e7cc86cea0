package mice

import "tabletop/games"

// Likely returns the decision at which a menu starts. It is not advice, so Likely ignores the
// scores and the value of the lured mice. It returns "roll" if at most one roll in four would fail,
// and "stop" otherwise. Among lures it prefers those that take no mouse from a card, and of these
// the lure worth most.
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

// richest returns the lure that Likely selects. Of equally good lures it returns the first.
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
