package table

import (
	"slices"

	"tabletop/games"
)

// bestLeft returns the seats with the winning total among the seats that are not out and their
// partners. If all seats are out, it considers all seats.
func (s *state) bestLeft(t tally) []games.Seat {
	among := s.playing()
	if among == 0 {
		among = s.among()
	}
	for seat := range s.seats {
		if among.has(seat) {
			among |= s.team(seat)
		}
	}
	return s.bestOf(among, t).numbers()
}

// bestOf returns the seats of the set among with the winning total.
func (s *state) bestOf(among set, t tally) (won set) {
	best := int32(0)
	for seat := range s.seats {
		if !among.has(seat) {
			continue
		}
		if won == 0 || t[seat] != best && (t[seat] < best) == s.lowest {
			best, won = t[seat], 0
		}
		if t[seat] == best {
			won = won.with(seat)
		}
	}
	return won
}

// numbers returns the seats of m in ascending order, counted from 1.
func (m set) numbers() []games.Seat {
	all := make([]games.Seat, 0, m.size())
	for seat := range MostSeats {
		if m.has(seat) {
			all = append(all, games.Seat(seat+1))
		}
	}
	return all
}

// standingOf completes the standing of a game with turns. It adds the tie-break and, at the end,
// the winners and the reason.
func (s *state) standingOf(st games.Standing, t tally) games.Standing {
	st.Ties = s.tieValues()
	if !s.over {
		return st
	}
	if s.def.Matches > 0 {
		return s.seriesStanding(st)
	}
	return s.judged(st, t)
}

// judged completes the standing of a finished match.
func (s *state) judged(st games.Standing, t tally) games.Standing {
	if st.Won = s.winners(t); s.play.ended {
		st.Won = s.play.won.numbers()
	}
	st.Why = s.reason(st.Won, t)
	return st
}

// matchStanding returns the standing of the finished match, of several that make a series.
func (s *state) matchStanding() games.Standing {
	return s.judged(games.Standing{Over: true}, s.scores())
}

// winners returns the seats with the winning total that the steps of the tie-break leave. A tie-break
// decides if seats of several teams, or several seats without teams, have that total.
func (s *state) winners(t tally) []games.Seat {
	won, _ := s.parted(s.best(t), false)
	return won
}

// oneSide reports whether seats contains one seat, or only seats of one team.
func (s *state) oneSide(seats []games.Seat) bool {
	m := s.team(int(seats[0]) - 1)
	return !slices.ContainsFunc(seats, func(seat games.Seat) bool { return !m.has(int(seat) - 1) })
}

// whyNamed is the key of the reason that names the winner.
const whyNamed = "why.said"

// reason returns the reason of the victory as a text.
func (s *state) reason(won []games.Seat, t tally) games.Text {
	p := s.play
	switch {
	case p.why == whyNamed && len(won) > 1 && len(won) == s.seats && s.def.Teams != 1:
		return games.Say("why.together")
	case p.why != "":
		return games.Say(p.why, s.winnerName(won))
	case s.def.Coop && len(won) > 0:
		return games.Say("why.together")
	case s.def.Coop:
		return games.Say("why.lost")
	case p.ended:
		return games.Say(whyNamed, s.winnerName(won))
	}
	n := int(t[won[0]-1])
	_, by := s.parted(s.best(t), false)
	switch {
	case s.def.Points == Wins:
		return games.Count("why.wins", n, s.winnerName(won))
	case by != "":
		return games.Say("why.parted", s.winnerName(won), s.word(by))
	case !s.oneSide(won):
		return games.Count("why.shared", n)
	case s.lowest:
		return games.Count("why.fewest", n, s.winnerName(won))
	}
	return games.Count("why.most", n, s.winnerName(won))
}

// winnerName returns the winner, or the first of several, as an argument of a text.
func (s *state) winnerName(won []games.Seat) string {
	if len(won) == 0 {
		return "–"
	}
	return seatName(int(won[0]) - 1)
}
