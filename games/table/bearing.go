package table

import "tabletop/games"

// bearingOf is what lights at the table know of how a seat stands, by the word for it.
var bearingOf = map[string]games.Bearing{"out": games.Gone, "passed": games.Passed, "ready": games.Ready}

// bearings are how the seats stand to the turn; nil once all is over.
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

// onDeck returns who has the turn after the seat that has it now; nobody where that is open.
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

// ready are the bearings at a scoreboard: who has points in the present round is ready.
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
