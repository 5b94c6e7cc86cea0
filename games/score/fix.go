package score

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// Fixes lists finish where it isn't legal, another round for a game that is over,
// and the seats that may be absent from the present round.
func (s state) Fixes() []games.Choice {
	if s.over {
		if len(s.rows) == MostRounds {
			return nil
		}
		return []games.Choice{{Says: "more"}}
	}
	var all []games.Choice
	if _, rule := s.finish("finish"); rule != nil && len(s.rows) > 0 {
		all = append(all, games.Choice{Says: "finish"})
	}
	for seat, p := range s.present() {
		if p == missing {
			all = append(all, games.Choice{Says: games.Decision("skip " + strconv.Itoa(seat+1))})
		}
	}
	return all
}

// Fix rules what Fixes lists.
func (s state) Fix(d games.Decision) (games.State, error) {
	if _, ok := games.Find(s.Fixes(), d); !ok {
		return nil, games.Refuse(d, "rule.fix")
	}
	switch d {
	case "more":
		s.over, s.more = false, len(s.rows)
		return s, nil
	case "finish":
		return s.filled().ended(), nil
	}
	seat, _ := strconv.Atoi(d.Word(1))
	return s.enter(s.complete(), seat-1, absent), nil
}

// filled returns s with nobody's points missing.
func (s state) filled() state {
	s.rows = slices.Clone(s.rows)
	last := &s.rows[len(s.rows)-1]
	for seat, p := range last {
		if p == missing {
			last[seat] = absent
		}
	}
	return s
}
