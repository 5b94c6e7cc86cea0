package companion

import "time"

// SeatClock is a seat's time in the match on the panel, in ms.
type SeatClock struct {
	MS      int64 `json:"ms"`      // used so far
	Left    int64 `json:"left"`    // of its budget, below 0 when it is over; 0 without one
	Running bool  `json:"running"` // just now
}

// MostClocks is the number of seats whose clocks a moment tells.
const MostClocks = 12

// Clocks are the clocks of a match. They are equal as long as the same clock runs on: At
// tells what it shows.
type Clocks struct {
	seats [MostClocks]SeatClock // by seat: that of the seat whose clock runs as of since
	n     int                   // seats; 0: no clocks are on
	down  bool                  // each seat has a budget
	since time.Duration         // on the clock of events: when the one that runs began to
}

// ClocksOf returns clocks that show these times at the beginning of the clock of events.
func ClocksOf(seats ...SeatClock) Clocks {
	c := Clocks{n: min(len(seats), MostClocks)}
	copy(c.seats[:], seats)
	return c
}

// At returns what the clocks show at a time on the clock of events, by seat; nil where no
// clocks are on.
func (c Clocks) At(now time.Duration) []SeatClock {
	if c.n == 0 {
		return nil
	}
	all := c.seats
	past := (now - c.since).Milliseconds()
	for i := range all {
		if !all[i].Running {
			continue
		}
		if all[i].MS += past; c.down {
			all[i].Left -= past
		}
	}
	return all[:c.n]
}
