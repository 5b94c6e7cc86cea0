package score

import (
	"strconv"

	"tabletop/games"
)

// Fixes lists finish where it isn't legal, another round for a game that is over,
// and the seats that may be absent from the present round.
func (s state) Fixes() []games.Choice {
	if s.over {
		if s.begun() == s.most() {
			return nil
		}
		return []games.Choice{{Says: "more"}}
	}
	var all []games.Choice
	if _, rule := s.finish("finish"); rule != nil && s.begun() > 0 {
		all = append(all, games.Choice{Says: "finish"})
	}
	now := s.present()
	for seat := range s.seats {
		if lacks(s.of(now, seat)) > 0 {
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
		s.over, s.more = false, s.begun()
		return s, nil
	case "finish":
		s = s.opened(0)
		leave(s.numbers)
		return s.ended(), nil
	}
	seat, _ := strconv.Atoi(d.Word(1))
	return s.skip(seat - 1), nil
}

// skip returns s with a seat absent from the rest of the present round.
func (s state) skip(seat int) state {
	round := s.complete()
	s = s.opened(round + 1)
	leave(s.of(s.row(round), seat))
	return s.judged()
}

// leave makes nothing of what is missing.
func leave(numbers []points) {
	for i, p := range numbers {
		if p == missing {
			numbers[i] = absent
		}
	}
}
