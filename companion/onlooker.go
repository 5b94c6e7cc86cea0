package companion

import "tabletop/games"

// SeatClock is a seat's time in the match on the panel, in ms.
type SeatClock struct {
	MS      int64 `json:"ms"`      // used so far
	Left    int64 `json:"left"`    // of its budget, below 0 when it is over; 0 without one
	Running bool  `json:"running"` // just now
}

// Clocks returns the clocks of the match on the panel by seat, as of the last event;
// nil where none is on.
func (m Model) Clocks() []SeatClock {
	s := m.session()
	if s.match.IsZero() || !s.match.Clock().On {
		return nil
	}
	t, turn, runs := s.times(), s.match.State().Turn(), m.ticking()
	clocks := make([]SeatClock, len(t.Seats))
	for i := range clocks {
		seat := games.Seat(i + 1)
		clocks[i] = SeatClock{MS: t.Seats[i], Running: runs && seat == turn}
		if s.match.Clock().Budget > 0 {
			clocks[i].Left = s.shown(t, seat)
		}
	}
	return clocks
}

// Rings reports whether the sand timer or the time that a game gives has run out, and nobody
// has taken note.
func (m Model) Rings() bool { return m.face.count.rings(m.now) }

// Ready reports whether the match on the panel waits under its seal for somebody to
// say that all have stirred who want to.
func (m Model) Ready() bool {
	return m.front() == frontTable && len(m.open) > 0 && m.open[0].first != settled
}
