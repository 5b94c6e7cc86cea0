package clock

import (
	"time"

	"tabletop/games"
)

// Seat is a seat's time in a match, in ms.
type Seat struct {
	MS      int64 `json:"ms"`      // used so far
	Left    int64 `json:"left"`    // of its budget, below 0 when it is over; 0 without one
	Running bool  `json:"running"` // just now
}

// MostSeats is the number of seats whose clocks are told.
const MostSeats = 12

// Seats are the clocks of a match. They are equal as long as the same clock runs on: At
// tells what it shows.
type Seats struct {
	seats [MostSeats]Seat // by seat: that of the seat whose clock runs as of since
	n     int             // seats; 0: no clocks are on
	down  bool            // each seat has a budget
	since time.Duration   // on the clock of events: when the one that runs began to
}

// SeatsOf returns clocks that show these times at the beginning of the clock of events.
func SeatsOf(seats ...Seat) Seats {
	c := Seats{n: min(len(seats), MostSeats)}
	copy(c.seats[:], seats)
	return c
}

// At returns what the clocks show at a time on the clock of events, by seat; nil where no
// clocks are on.
func (c Seats) At(now time.Duration) []Seat {
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

// Seats are the clocks of all seats: that of the seat on turn runs, if it does, since it has
// counted up to that time on the clock of events.
func (c Clock) Seats(ticking bool, counted time.Duration) (all Seats) {
	if !c.On() {
		return all
	}
	all.n, all.down = min(len(c.before.Seats), MostSeats), c.Down()
	for i := range all.n {
		all.seats[i].MS = c.before.Seats[i]
		if all.down {
			all.seats[i].Left = c.shows(c.before, games.Seat(i+1))
		}
	}
	turn := int(c.mt.State().Turn())
	if !c.Counts() || turn > all.n {
		return all
	}
	of := &all.seats[turn-1]
	if ticking {
		of.Running, all.since = true, counted-c.ran
		return all
	}
	ran := c.ran.Milliseconds()
	if of.MS += ran; all.down {
		of.Left -= ran
	}
	return all
}

// Countdown is a sand timer: it runs beside any game, and rings. Its zero value is not set.
type Countdown struct {
	until, of time.Duration
	game      bool
}

// Down is a countdown of that span from now on. Game says that it counts what a game gives,
// and was not set by the table.
func Down(now, span time.Duration, game bool) Countdown {
	return Countdown{until: now + span, of: span, game: game}
}

// IsSet reports whether it runs or rings.
func (c Countdown) IsSet() bool { return c.of > 0 }

// Own reports whether the table has set it itself.
func (c Countdown) Own() bool { return c.of > 0 && !c.game }

// Rings reports whether it has run out.
func (c Countdown) Rings(now time.Duration) bool { return c.of > 0 && now >= c.until }

// Left returns the seconds that are left, and of how many.
func (c Countdown) Left(now time.Duration) (left, of uint16) {
	return uint16(max(0, (c.until-now+time.Second-1)/time.Second)), uint16(c.of / time.Second)
}
