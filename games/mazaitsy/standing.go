package mazaitsy

import "tabletop/games"

// score returns the points of seat k, or of its team.
func (s *state) score(k int) int32 {
	return s.summed(k, (*catch).score)
}

// tokens returns the hares of seat k or its team, those written down included.
func (s *state) tokens(k int) int32 {
	return s.summed(k, (*catch).tokens)
}

// aboard returns the hares in the boat of seat k, or in both of its team.
func (s *state) aboard(k int) int32 {
	return s.summed(k, func(c *catch) int32 { return int32(c.boat.count()) })
}

func (s *state) summed(k int, of func(*catch) int32) int32 {
	n := of(&s.hares.of[k])
	if p := s.table.partner(k); p > 0 {
		n += of(&s.hares.of[p])
	}
	return n
}

// Standing counts points, and hares to part equal points. Partners share both.
func (s state) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, s.table.seats), Ties: make([]int32, s.table.seats)}
	for i := range st.Scores {
		st.Scores[i], st.Ties[i] = s.score(i+1), s.tokens(i+1)
	}
	if s.stage == over {
		st.Over = true
		st.Won, st.Why = s.winners()
	}
	return st
}

// winners compares points, then hares, then how few are left in the boat.
func (s *state) winners() ([]games.Seat, games.Text) {
	won := make([]games.Seat, s.table.seats)
	for i := range won {
		won[i] = games.Seat(i + 1)
	}
	for _, by := range []struct {
		key   string
		worth func(*state, int) int32
		low   int32 // -1: the fewest
	}{
		{"points", (*state).score, 1},
		{"hares", (*state).tokens, 1},
		{"boat", (*state).aboard, -1},
	} {
		if won = best(won, func(k int) int32 { return by.low * by.worth(s, k) }); s.alone(won) {
			return won, s.why(by.key, int(by.worth(s, int(won[0]))))
		}
	}
	return won, games.Say("why.shared")
}

// best returns the seats that have most.
func best(among []games.Seat, has func(int) int32) []games.Seat {
	var found []games.Seat
	for _, seat := range among {
		switch {
		case len(found) == 0 || has(int(seat)) > has(int(found[0])):
			found = []games.Seat{seat}
		case has(int(seat)) == has(int(found[0])):
			found = append(found, seat)
		}
	}
	return found
}

// alone reports whether won is one seat, or one team.
func (s *state) alone(won []games.Seat) bool {
	return len(won) == 1 || s.table.teams && len(won) == 2
}

func (s *state) why(key string, n int) games.Text {
	if s.table.teams {
		key = "team." + key
	}
	return games.Count("why."+key, n)
}
