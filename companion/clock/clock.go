// Package clock counts the time of the seats at a match, and of a sand timer beside it.
//
// A clock runs for the seat on turn while its turn is in sight. All else is nobody's time:
// setting up, real dice that are still rolling, the box's own rolling and its moments, the
// rule of the phase, the pause menu and all that opens from it, another match, a disk that
// asks, a power cut. Facts tell how much of the time before them was nobody's; what has run
// since the last one is the [Run]. While the disk writes, the clock in sight runs on; once
// it has answered, that time is counted for the seat whose turn it then was already.
//
// Nothing here reads a clock: who calls says how much time has passed.
package clock

import (
	"slices"
	"strconv"
	"time"

	"tabletop/companion/match"
	"tabletop/games"
)

// Run is what the clock of a match has counted since the fact of that seq, for the seat on
// turn. Any further fact begins another. Its zero value has counted nothing.
type Run struct {
	seq     int
	ran     time.Duration
	stopped bool        // by the table, or a power cut: until the next decision
	before  match.Times // up to that fact, so that they are added up once
}

// Stopped is the run of a clock that stands since the fact of that seq.
func Stopped(seq int) Run { return Run{seq: seq, stopped: true} }

// Clock is a match with what its clock has counted.
type Clock struct {
	mt match.Match
	Run
}

// Of returns the clock of a match, which has counted that.
func Of(mt match.Match, r Run) Clock {
	if mt.IsZero() {
		return Clock{}
	}
	if r.seq != mt.Seq() {
		r = Run{seq: mt.Seq()}
	}
	if r.before.Seats == nil && mt.Clock().On {
		r.before = mt.Times()
	}
	return Clock{mt, r}
}

// On reports whether the match has a clock.
func (c Clock) On() bool { return !c.mt.IsZero() && c.mt.Clock().On }

// Counts reports whether the clock counts for a seat, or would if it ran.
func (c Clock) Counts() bool { return c.On() && c.mt.State().Turn() > games.Chance }

// Stands reports whether the table, or a power cut, has stopped it.
func (c Clock) Stands() bool { return c.stopped }

// Down reports whether it counts a budget down.
func (c Clock) Down() bool { return c.mt.Clock().Budget > 0 }

// Add is the run after it has counted so much more.
func (c Clock) Add(past time.Duration) Run {
	c.ran += past
	return c.Run
}

// Stop is the run that stands until the next decision, or goes on.
func (c Clock) Stop(stopped bool) Run {
	c.stopped = stopped
	return c.Run
}

// Idle is how many ms of those from the last fact to ms were nobody's. Where nobody is on
// turn, that goes without saying.
func (c Clock) Idle(ms int64) int64 {
	if !c.Counts() {
		return 0
	}
	return max(0, ms-c.mt.MS()-c.ran.Milliseconds())
}

// Times are whose the time was up to now: the facts', and the run's.
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

// Nobodys are the ms of a match that was begun so long ago which were nobody's.
func (c Clock) Nobodys(since time.Duration) (ms int64) {
	ms = since.Milliseconds()
	for _, seats := range c.Times().Seats {
		ms -= seats
	}
	return ms
}

// Shows are the ms that the clock of a seat shows: what it has left, or has used.
func (c Clock) Shows(seat games.Seat) int64 { return c.shows(c.Times(), seat) }

func (c Clock) shows(t match.Times, seat games.Seat) int64 {
	if !c.Down() {
		return t.Seats[seat-1]
	}
	return c.mt.Clock().Left(t.Seats[seat-1], t.Turns[seat-1])
}

// OnTurn are the ms that the clock of the seat on turn shows.
func (c Clock) OnTurn() int64 { return c.Shows(c.mt.State().Turn()) }

// Next is when the clock that runs shows another second; where nobody sees it, when it runs
// out.
func (c Clock) Next(seen bool) (delay time.Duration, ok bool) {
	const second = 1000
	switch ms := c.OnTurn(); {
	case !seen:
		return time.Duration(ms) * time.Millisecond, c.Down() && ms > 0
	case c.Down():
		return time.Duration(ms-second*(ceiling(ms)-1)) * time.Millisecond, true
	default:
		return time.Duration(second-ms%second) * time.Millisecond, true
	}
}

// ceiling is how many seconds are left of ms: 1 ms is one, 0 none.
func ceiling(ms int64) int64 {
	s := ms / 1000
	if ms%1000 > 0 {
		s++
	}
	return s
}

// Face is what a clock shows that runs, or one that stands: "4:05", "−0:12", "■4:05".
func (c Clock) Face(ms int64, running bool) string {
	if c.Down() {
		ms = 1000 * ceiling(ms)
	}
	if !running {
		return "■" + Face(ms)
	}
	return Face(ms)
}

// Face is how a clock shows so many ms: "4:05".
func Face(ms int64) string {
	seconds, sign := ms/1000, ""
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	return sign + strconv.FormatInt(seconds/60, 10) + ":" + strconv.FormatInt(100+seconds%60, 10)[1:]
}
