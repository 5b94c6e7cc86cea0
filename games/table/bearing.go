package table

import "tabletop/games"

// bearingOf maps the word for a seat's status to the bearing for lights at the table.
var bearingOf = map[string]games.Bearing{"out": games.Gone, "passed": games.Passed, "ready": games.Ready}

// bearings returns the bearings of the seats, or nil once the game is over.
func (s *state) bearings() []games.Bearing {
	if s.over {
		return nil
	}
	all := make([]games.Bearing, s.seats)
	for seat := range all {
		all[seat] = bearingOf[s.bearing(seat)]
	}
	if next := s.onDeck(); next != nobody {
		all[next] = games.OnDeck
	}
	return all
}

// onDeck returns the seat that has the turn after the present one, or nobody if that is open.
func (s *state) onDeck() int {
	ph, turns := s.present()
	if !turns || s.play.on == nobody || ph.Order == Claimed {
		return nobody
	}
	if next := s.follower(ph, s.play.on); next != s.play.on {
		return next
	}
	return nobody
}

// ready returns the bearings at a scoreboard: a seat with points in the present round is Ready.
func (s *state) ready() []games.Bearing {
	if s.over {
		return nil
	}
	all, now := make([]games.Bearing, s.seats), s.current()
	for seat := range all {
		if countMissing(s.of(now, seat)) == 0 {
			all[seat] = games.Ready
		}
	}
	return all
}
