package table

import "tabletop/games"

// tally holds a total for each seat, seat 1 first.
type tally [MostSeats]int32

// add adds the points of a round, counted from 0, to a tally.
func (s *state) add(t *tally, round int) {
	for seat := range s.seats {
		t[seat] += s.roundSum(round, seat)
	}
}

// sum returns the points for the numbers of a seat in a round. Missing numbers count as 0.
func (s *state) sum(numbers []points) (total int32) {
	if s.lines != nil {
		return s.sheetSum(numbers)
	}
	for i, p := range numbers {
		total += p.counted() * int32(s.categories[i].Factor)
	}
	return total
}

// worth returns the points for the number p in a category.
func (s *state) worth(category int, p points) int32 {
	if s.lines != nil {
		return s.linePoints(category, p)
	}
	return p.counted() * int32(s.categories[category].Factor)
}

// totals returns the total of each seat after the given number of rounds.
func (s *state) totals(rounds int) tally {
	var t tally
	for i := range rounds {
		s.add(&t, i)
	}
	if s.def != nil {
		t = s.shared(t)
		for seat := range s.seats {
			t[seat] += int32(s.start)
		}
	}
	return t
}

// scores returns the score of each seat: the totals or, in a game without points, the first counter.
func (s *state) scores() tally {
	if s.def != nil && s.scored() {
		return s.counterTally(0)
	}
	return s.totals(s.begun())
}

// checkEnd returns s with the game ended if a condition holds. It checks only between two rounds:
// after a complete round, or after a correction.
func (s state) checkEnd() state {
	n := s.complete()
	if !s.between() || n <= s.more {
		return s
	}
	if n == s.most() || s.reached(n, s.totals(n)) && !s.tied() {
		return s.end()
	}
	return s
}

// reached reports whether the number of rounds or the target ends the game after the given rounds,
// regardless of ties.
func (s *state) reached(rounds int, t tally) bool {
	if s.rounds > 0 && rounds >= s.rounds {
		return true
	}
	for seat, total := range t[:s.seats] {
		if s.target > 0 && int(total) >= s.target && s.among().has(seat) {
			return true
		}
	}
	return false
}

// tied reports whether the complete rounds leave a tie that must be broken.
func (s *state) tied() bool {
	n := s.complete()
	return s.breaks && n < s.most() && len(s.best(s.totals(n))) > 1
}

// best returns the seats with the winning total, in ascending order, among those whose players
// haven't left.
func (s *state) best(t tally) []games.Seat {
	if s.play != nil {
		return s.bestLeft(t)
	}
	return s.bestOf(s.among(), t).numbers()
}

// Standing returns the standing with all points, including those of the present round.
func (s state) Standing() games.Standing {
	t := s.scores()
	st := games.Standing{Over: s.over, Lowest: s.lowest, Scores: append([]int32(nil), t[:s.seats]...)}
	switch {
	case s.play != nil:
		return s.standingOf(st, t)
	case s.over:
		st.Won = s.best(t)
		st.Why = s.why(st.Won, t)
	}
	return st
}

// why returns the reason of the victory as a text.
func (s *state) why(won []games.Seat, t tally) games.Text {
	first := int(won[0]) - 1
	n := int(t[first])
	switch {
	case len(won) > 1:
		return games.Count("why.shared", n)
	case s.wasTied():
		return games.Count("why.broken", n, seatName(first))
	case s.lowest:
		return games.Count("why.fewest", n, seatName(first))
	}
	return games.Count("why.most", n, seatName(first))
}

// wasTied reports whether further rounds have broken a tie at the top.
func (s *state) wasTied() bool {
	if !s.breaks {
		return false
	}
	var t tally
	for i := range s.begun() - 1 {
		s.add(&t, i)
		if s.reached(i+1, t) && len(s.best(t)) > 1 {
			return true
		}
	}
	return false
}
