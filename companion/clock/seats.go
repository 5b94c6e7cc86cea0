package clock

import (
	"time"

	"tabletop/companion/match"
	"tabletop/games"
)

// Seat is the clock of one seat in a match. Its times are in ms.
type Seat struct {
	MS      int64 `json:"ms"`   // used time so far, ms
	Left    int64 `json:"left"` // rest of the main time, the byoyomi period or the limit a move; negative if overdrawn; 0 if there is none
	Running bool  `json:"running"`
	Down    bool  `json:"down,omitempty"`    // whether the clock counts Left down
	Delay   int64 `json:"delay,omitempty"`   // rest of the delay of the turn; Left stands during it
	Periods int   `json:"periods,omitempty"` // number of byoyomi periods left, with the running one
	Period  int64 `json:"period,omitempty"`  // length of a byoyomi period
	Byoyomi bool  `json:"byoyomi,omitempty"` // whether Left is the rest of a byoyomi period
}

// set sets the fields of a clock with a limit. onTurn tells whether the seat is on turn.
func (s *Seat) set(c match.Clock, b match.Balance, onTurn bool) {
	s.Down, s.Left, s.Period = true, c.Left(b), c.Period
	s.Periods, s.Byoyomi = c.PeriodsLeft(b)
	if onTurn {
		s.Delay = c.Waits(b)
	}
}

// counting returns the time that runs on the clock of a seat on turn.
func (s Seat) counting() int64 {
	if s.Delay > 0 {
		return s.Delay
	}
	return s.Left
}

// untilUp returns the time until a seat on turn has no time left.
func (s Seat) untilUp() int64 {
	later := s.Periods
	if s.Byoyomi {
		later--
	}
	return s.Delay + s.Left + int64(later)*s.Period
}

// Up reports whether a seat on turn has no time left.
func (s Seat) Up() bool { return s.Down && s.untilUp() <= 0 }

// MostSeats is the maximum number of clocks in Seats.
const MostSeats = 12

// Seats holds the clocks of a match. A value stays equal while the same clock runs. At returns the
// times.
type Seats struct {
	seats   [MostSeats]Seat // clocks by seat; the running clock has its times at the moment since
	n       int             // number of seats; 0 if the match has no clocks
	since   time.Duration   // start of the running clock on the event clock
	control match.Clock     // time control of the match
	balance match.Balance   // balance of the running clock at the moment since
}

// SeatsOf returns the clocks of seats whose times are known at time 0 of the event clock.
func SeatsOf(seats ...Seat) Seats {
	c := Seats{n: min(len(seats), MostSeats)}
	copy(c.seats[:], seats)
	return c
}

// At returns the clocks by seat at a time on the event clock. It returns nil if there are no
// clocks.
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
		if all[i].MS += past; c.control.Down() {
			all[i].set(c.control, c.control.Spend(c.balance, past), true)
		}
	}
	return all[:c.n]
}

// Seats returns the clocks of all seats. ticking tells whether the clock of the seat on turn is
// running. counted is the time on the event clock at which the run of c was last updated.
func (c Clock) Seats(ticking bool, counted time.Duration) (all Seats) {
	if !c.On() {
		return all
	}
	turn := int(c.mt.State().Turn())
	if ticking = ticking && c.Counts(); ticking {
		c.ran, all.since = 0, counted-c.ran
	}
	all.n, all.control = min(len(c.before.Seats), MostSeats), c.mt.Clock()
	for i := range all.n {
		all.seats[i] = c.Seat(games.Seat(i + 1))
	}
	if !ticking || turn > all.n {
		return all
	}
	if all.seats[turn-1].Running = true; c.Down() {
		all.balance = c.balances[turn-1]
	}
	return all
}

// Countdown is a sand timer that runs beside any game and rings. The zero value is not set.
type Countdown struct {
	until, of time.Duration
	game      bool
	left      time.Duration // remaining time while the countdown is paused; 0 while it runs
}

// Down returns a countdown that starts at now and takes span. game is true if a game has set it,
// false if the table has.
func Down(now, span time.Duration, game bool) Countdown {
	return Countdown{until: now + span, of: span, game: game}
}

// IsSet reports whether the countdown runs or rings.
func (c Countdown) IsSet() bool { return c.of > 0 }

// Own reports whether the table has set the countdown.
func (c Countdown) Own() bool { return c.of > 0 && !c.game }

// Span returns the whole span of the countdown.
func (c Countdown) Span() time.Duration { return c.of }

// Paused reports whether the countdown is paused.
func (c Countdown) Paused() bool { return c.left > 0 }

// Pause returns the countdown paused at now, or running again if it was paused. A countdown that has
// run out stays as it is.
func (c Countdown) Pause(now time.Duration) Countdown {
	switch {
	case c.Paused():
		c.until, c.left = now+c.left, 0
	case now < c.until:
		c.left = c.until - now
	}
	return c
}

// Rings reports whether the countdown has run out.
func (c Countdown) Rings(now time.Duration) bool { return c.of > 0 && !c.Paused() && now >= c.until }

// Left returns the remaining time and the whole span, both in seconds.
func (c Countdown) Left(now time.Duration) (left, of uint16) {
	rest := c.until - now
	if c.Paused() {
		rest = c.left
	}
	return uint16(max(0, (rest+time.Second-1)/time.Second)), uint16(c.of / time.Second)
}

// Face returns the remaining time as text: "2:59", or "■2:59" while the countdown is paused.
func (c Countdown) Face(now time.Duration) string {
	left, _ := c.Left(now)
	return face(1000*int64(left), !c.Paused())
}
