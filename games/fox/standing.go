package fox

import "tabletop/games"

// Standing returns the points of whole rounds. The tricks of a round count when it is over. The
// points of the last round are the tie-break.
func (s state) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, seats), Ties: make([]int32, seats)}
	for k := range seat(seats) {
		st.Scores[k] = s.total[k]
		if s.last.played() {
			st.Ties[k] = s.last.points(k)
		}
	}
	if s.over() {
		st.Over = true
		st.Won, st.Why = winners(st.Scores, st.Ties)
	}
	return st
}

// winners returns the winners and the reason. It compares the total points, then the points of
// the last round. If both are equal, both seats win.
func winners(total, last []int32) ([]games.Seat, games.Text) {
	switch a, b := total[0], total[1]; {
	case a != b:
		return ahead(a, b), games.Count("why.points", int(max(a, b)))
	case last[0] != last[1]:
		return ahead(last[0], last[1]), games.Count("why.last", int(max(last[0], last[1])))
	}
	return []games.Seat{1, 2}, games.Say("why.shared")
}

// ahead returns the seat with more points. a and b are the points of seats 1 and 2 and must
// differ.
func ahead(a, b int32) []games.Seat {
	if a > b {
		return []games.Seat{1}
	}
	return []games.Seat{2}
}
