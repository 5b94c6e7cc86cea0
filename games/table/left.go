package table

import "tabletop/games"

// strip returns the number of rounds to play, the present one included, and the number of points
// that the seat nearest to the target still needs. It omits a number without a limit in the set-up.
func (s *state) strip() []games.Tally {
	var all []games.Tally
	if s.over {
		return nil
	}
	if n := s.roundsLeft(); n > 0 {
		all = append(all, games.Tally{Glyph: "left-rounds", N: n, Seat: games.Nobody})
	}
	if n := s.pointsLeft(); n > 0 && n <= games.MostCounted {
		all = append(all, games.Tally{Glyph: "left-points", N: n, Seat: games.Nobody})
	}
	return all
}

// roundsLeft returns the number of rounds to play, the present one included. It returns 0 if there
// is no last round, or if further rounds break a tie.
func (s *state) roundsLeft() int {
	round, last := s.complete()+1, s.rounds
	if s.play != nil {
		round = s.play.round
		if s.play.last > 0 {
			last = s.play.last
		}
	}
	if last == 0 {
		return 0
	}
	return max(last-round+1, 0)
}

// pointsLeft returns the number of points between the target and the nearest total, or 0 if there is
// no target.
func (s *state) pointsLeft() int {
	if !s.aims || s.def != nil && s.def.Points == Never {
		return 0
	}
	least, t := beyond, s.totals(s.begun())
	for seat, total := range t[:s.seats] {
		if s.gone.has(seat) {
			continue
		}
		least = min(least, max(s.target-int(total), int(total)-s.target))
	}
	return least
}
