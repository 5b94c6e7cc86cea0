package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// Fixes returns the possible rulings. On a finished scoreboard the only one is another round. On a
// scoreboard in play they are finish where it isn't a legal decision, a newcomer, the leave of a
// player, the absence of a seat with missing numbers in the present round and, before that round has
// begun, the exchange of two seats.
func (s state) Fixes() []games.Choice {
	if s.play != nil {
		return s.rulings()
	}
	if s.over {
		if s.begun() == s.most() {
			return nil
		}
		return []games.Choice{{Says: "more"}}
	}
	var all []games.Choice
	for _, d := range s.attendance() {
		all = append(all, games.Choice{Says: d})
	}
	if _, rule := s.finish("finish"); rule != nil && s.begun() > 0 {
		all = append(all, games.Choice{Says: "finish"})
	}
	now := s.current()
	for seat := range s.seats {
		if countMissing(s.of(now, seat)) > 0 {
			all = append(all, games.Choice{Says: games.Decision("skip " + strconv.Itoa(seat+1))})
		}
	}
	if s.untouched() {
		all = append(all, s.swaps()...)
	}
	slices.SortFunc(all, bySays)
	return all
}

// swaps returns the rulings by which two seats exchange their turns.
func (s *state) swaps() (all []games.Choice) {
	for one := range s.seats {
		for other := one + 1; other < s.seats; other++ {
			all = append(all, games.Choice{Says: games.Decision("swap " + strconv.Itoa(one+1) + " " + strconv.Itoa(other+1))})
		}
	}
	slices.SortFunc(all, bySays)
	return all
}

// Fix returns the position after d, one of the rulings of Fixes.
func (s state) Fix(d games.Decision) (games.State, error) {
	if _, ok := games.Find(s.Fixes(), d); !ok {
		return nil, games.Illegal{Says: d, Rule: s.fixRefusal(d)}
	}
	if s.play != nil {
		return s.applyRuling(d)
	}
	s.closed = 0
	switch d {
	case "more":
		s.over, s.more = false, s.begun()
		return s, nil
	case "finish":
		s = s.withRounds(0)
		leave(s.numbers)
		return s.end(), nil
	}
	seat, _ := strconv.Atoi(d.Word(1)) // no error, because d is one of the fixes
	switch d.Word(0) {
	case "join":
		return s.joined(), nil
	case "leave":
		return s.left(seat - 1), nil
	case "back":
		return s.returned(seat - 1), nil
	}
	if other, err := strconv.Atoi(d.Word(2)); err == nil {
		return s.swapped(seat-1, other-1), nil
	}
	return s.skip(seat - 1), nil
}

// swapped returns s with the turns of two seats exchanged.
func (s state) swapped(one, other int) state {
	turns, usual := make([]int, s.seats), true
	for i := range turns {
		switch turns[i] = s.inOrder(i); turns[i] {
		case one:
			turns[i] = other
		case other:
			turns[i] = one
		}
		usual = usual && turns[i] == i
	}
	if s.turns = turns; usual {
		s.turns = nil
	}
	return s
}

// skip returns s with the missing numbers of a seat in the present round marked as absent.
func (s state) skip(seat int) state {
	round := s.complete()
	s = s.withRounds(round + 1)
	leave(s.of(s.row(round), seat))
	return s.checkEnd()
}

// leave marks each missing number in a list as absent.
func leave(numbers []points) {
	for i, p := range numbers {
		if p == missing {
			numbers[i] = absent
		}
	}
}
