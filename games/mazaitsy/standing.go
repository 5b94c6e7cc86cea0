package mazaitsy

import "tabletop/games"

// score returns the points of seat k or, with teams, of its team.
func (s *state) score(k int) int32 {
	return s.teamSum(k, (*seatHares).score)
}

// tokens returns the number of hares that seat k or its team has saved, including those written
// down.
func (s *state) tokens(k int) int32 {
	return s.teamSum(k, (*seatHares).tokens)
}

// aboard returns the number of hares in the boat of seat k, or in both boats of its team.
func (s *state) aboard(k int) int32 {
	return s.teamSum(k, func(c *seatHares) int32 { return int32(c.boat.count()) })
}

func (s *state) teamSum(k int, of func(*seatHares) int32) int32 {
	n := of(&s.hares.of[k])
	if p := s.table.partner(k); p > 0 {
		n += of(&s.hares.of[p])
	}
	return n
}

// winners returns the winners and the reason. It compares points, then saved hares, then the hares
// left in the boat, of which fewer are better.
func (s *state) winners() ([]games.Seat, games.Text) {
	won := make([]games.Seat, s.table.seats)
	for i := range won {
		won[i] = games.Seat(i + 1)
	}
	for _, by := range []struct {
		key   string
		worth func(*state, int) int32
		low   int32 // 1 if the greatest number wins, -1 if the least wins
	}{
		{"points", (*state).score, 1},
		{"hares", (*state).tokens, 1},
		{"boat", (*state).aboard, -1},
	} {
		if won = seatsWithMost(won, func(k int) int32 { return by.low * by.worth(s, k) }); s.oneSide(won) {
			return won, s.whyText(by.key, int(by.worth(s, int(won[0]))))
		}
	}
	return won, games.Say("why.shared")
}

// seatsWithMost calls has for each seat in among and returns the seats with the greatest result.
func seatsWithMost(among []games.Seat, has func(int) int32) []games.Seat {
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

// oneSide reports whether won contains one seat, or the seats of one team.
func (s *state) oneSide(won []games.Seat) bool {
	return len(won) == 1 || s.table.teams && len(won) == 2
}

func (s *state) whyText(key string, n int) games.Text {
	if s.table.teams {
		key = "team." + key
	}
	return games.Count("why."+key, n)
}
