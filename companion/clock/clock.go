// Package clock counts the time of the seats at a match, and of a sand timer beside it.
//
// The clock runs for the seat on turn while its turn is on the panel. Any other time belongs to no
// seat: set-up, rolling dice, moments, rules, the pause menu and its pages, another match, a
// question about the disk, a power cut. Each fact records how much of the time before it belonged
// to no seat. The [Run] is the time since the last fact. The visible clock runs on while the disk
// writes; the time of the write counts for the seat on turn after the write.
//
// The package itself reads no clock: the caller passes the elapsed time.
package clock

import (
	"slices"
	"strconv"
	"time"

	"tabletop/companion/match"
	"tabletop/games"
)

// Run is the time counted for the seat on turn since a fact, whose sequence number is in the field
// seq. The next fact begins a new run. The zero value has counted nothing.
type Run struct {
	seq int
	ran time.Duration
	// stopped is true if the table or a power cut has stopped the clock, until the next decision.
	stopped bool
	before  match.Times // times of the seats up to the fact seq; cached
	// balances are those of the seats at the fact seq, if the clock has a limit; cached.
	balances []match.Balance
}

// Stopped returns the run of a clock that was stopped at the fact with that seq.
func Stopped(seq int) Run { return Run{seq: seq, stopped: true} }

// Clock is the clock of a match: the match with its run.
type Clock struct {
	mt match.Match
	Run
}

// Of returns the clock of a match with the run r. If the match has had a further fact since r
// began, the clock starts a new run.
func Of(mt match.Match, r Run) Clock {
	if mt.IsZero() {
		return Clock{}
	}
	if r.seq != mt.Seq() {
		r = Run{seq: mt.Seq()}
	}
	if r.before.Seats == nil && mt.Clock().On {
		r.before, r.balances = mt.Times(), mt.Balances()
	}
	return Clock{mt, r}
}

// On reports whether the match has a clock.
func (c Clock) On() bool { return !c.mt.IsZero() && c.mt.Clock().On }

// Counts reports whether a running clock counts time for a seat: the match has a clock, and a seat
// is on turn.
func (c Clock) Counts() bool { return c.On() && c.mt.State().Turn() > games.Chance }

// Stands reports whether the table or a power cut has stopped the clock.
func (c Clock) Stands() bool { return c.stopped }

// Down reports whether the clock counts a limit down.
func (c Clock) Down() bool { return c.mt.Clock().Down() }

// Add returns the run with the duration past added.
func (c Clock) Add(past time.Duration) Run {
	c.ran += past
	return c.Run
}

// Stop returns the run stopped until the next decision, or running again if stopped is false.
func (c Clock) Stop(stopped bool) Run {
	c.stopped = stopped
	return c.Run
}

// Idle returns the time in ms that belongs to no seat, in the interval from the last fact to now.
// The argument ms is the time from the start of the match to now. Idle returns 0 if no seat is on
// turn, because then the whole interval belongs to no seat.
func (c Clock) Idle(ms int64) int64 {
	if !c.Counts() {
		return 0
	}
	return max(0, ms-c.mt.MS()-c.ran.Milliseconds())
}

// Times returns the times of the seats up to now, including the run.
func (c Clock) Times() match.Times {
	t := c.before
	if t.Seats == nil {
		t = c.mt.Times()
	}
	if c.Counts() {
		t.Seats = slices.Clone(t.Seats)
		t.Seats[c.mt.State().Turn()-1] += c.ran.Milliseconds()
	}
	return t
}

// Nobodys returns the time in ms since the start of the match that belongs to no seat. The argument
// since is the whole time since the start.
func (c Clock) Nobodys(since time.Duration) (ms int64) {
	ms = since.Milliseconds()
	for _, seats := range c.Times().Seats {
		ms -= seats
	}
	return ms
}

// Seat returns the clock of a seat up to now, including the run.
func (c Clock) Seat(seat games.Seat) Seat {
	s, onTurn := Seat{MS: c.before.Seats[seat-1]}, c.mt.State().Turn() == seat
	ran := int64(0)
	if onTurn {
		ran = c.ran.Milliseconds()
	}
	if s.MS += ran; c.Down() {
		s.set(c.mt.Clock(), c.mt.Clock().Spend(c.balances[seat-1], ran), onTurn)
	}
	return s
}

// OnTurn returns the clock of the seat on turn.
func (c Clock) OnTurn() Seat { return c.Seat(c.mt.State().Turn()) }

// Next returns the delay until the running clock shows another second. If the clock is not on the
// screen (seen is false), Next returns the delay until the seat's time is up, and ok is false if the
// clock has no limit or if the time is already up.
func (c Clock) Next(seen bool) (delay time.Duration, ok bool) {
	const second = 1000
	s := c.OnTurn()
	switch {
	case !seen:
		left := s.untilUp()
		return time.Duration(left) * time.Millisecond, c.Down() && left > 0
	case c.Down():
		ms := s.counting()
		return time.Duration(ms-second*(ceiling(ms)-1)) * time.Millisecond, true
	default:
		return time.Duration(second-s.MS%second) * time.Millisecond, true
	}
}

// ceiling returns ms in seconds, rounded up.
func ceiling(ms int64) int64 {
	s := ms / 1000
	if ms%1000 > 0 {
		s++
	}
	return s
}

// Face returns the text of a seat's clock: "4:05" or "−0:12", "3×0:30" within a byoyomi period, of
// which three are left, or "+0:05" during a delay. It begins with "■" if the clock isn't running.
func (c Clock) Face(s Seat, running bool) string {
	if !c.Down() {
		return face(s.MS, running)
	}
	text := Face(1000 * ceiling(s.counting()))
	switch {
	case s.Delay > 0:
		text = "+" + text
	case s.Byoyomi:
		text = strconv.Itoa(s.Periods) + "×" + text
	}
	if !running {
		return "■" + text
	}
	return text
}

// face returns the text of Face, with "■" before it unless the clock is running.
func face(ms int64, running bool) string {
	if !running {
		return "■" + Face(ms)
	}
	return Face(ms)
}

// Face returns ms as text in minutes and seconds: "4:05".
func Face(ms int64) string {
	seconds, sign := ms/1000, ""
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	return sign + strconv.FormatInt(seconds/60, 10) + ":" + strconv.FormatInt(100+seconds%60, 10)[1:]
}
