package table

import "tabletop/games"

// bearingOf maps the word for a seat's status to the bearing that the lights at the table show.
var bearingOf = map[string]games.Bearing{"out": games.Gone, "passed": games.Passed, "ready": games.Ready}

// bearings returns the bearing of each seat, or nil once the game is over.
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

// onDeck returns the seat that has the next turn, or nobody if that is not known yet.
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

// ready returns the bearing of each seat at a scoreboard: Ready for a seat with all its points of
// the present round, Gone for one whose player left.
func (s *state) ready() []games.Bearing {
	if s.over {
		return nil
	}
	all, now := make([]games.Bearing, s.seats), s.current()
	for seat := range all {
		switch {
		case s.gone.has(seat):
			all[seat] = games.Gone
		case countMissing(s.of(now, seat)) == 0:
			all[seat] = games.Ready
		}
	}
	return all
}
