package match

import (
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// Clock is the time control of a match. The zero value counts no time. A clock without a limit
// counts each seat's time up; see Down. A turn of a seat begins when the seat follows another seat
// or is the first one on turn. Chance within a turn doesn't end the turn.
//
// At most one of Increment, Delay, Returned, Periods and Move is set:
//
//   - Increment (Fischer): the main time grows at the start of each turn. FIDE Laws of Chess,
//     Glossary, "cumulative (Fischer) mode"; US Chess rule 5, "increment time".
//   - Delay (simple delay, US delay): the main time runs only after the delay of the turn. Unused
//     delay is lost. FIDE Glossary, "delay (Bronstein) mode"; US Chess rule 5, "delay time".
//   - Returned (Bronstein): the main time runs at once. The end of the turn returns the time used
//     in the turn, but at most Returned. The time after a turn is the same as with Delay, but a
//     seat whose main time is shorter than its turn runs out of time.
//   - Periods (Japanese byoyomi): after the main time each turn has a period of Period ms. It
//     begins anew with the next turn of the seat. A period that runs out is gone, and the next one
//     begins. KGS and OGS write "5x30 byo-yomi" in the property OT of SGF.
//   - Move (a limit a move): each turn has Move ms. Unused time is lost. OGS names it "simple".
//
// A seat without time left may continue.
type Clock struct {
	On        bool
	Budget    int64 // main time of each seat for the match in ms
	Increment int64 // ms added to a seat's time at the start of each of its turns
	Delay     int64 // ms at the start of each turn that don't count
	Returned  int64 // maximum ms that the end of a turn returns
	Periods   int   // number of byoyomi periods after the main time
	Period    int64 // length of a byoyomi period in ms
	Move      int64 // ms for each turn
}

// Bounds of a Clock.
const (
	MostMinutes = 999 // maximum budget in minutes
	MostSeconds = 999 // maximum of each time in seconds
	MostPeriods = 99  // maximum number of byoyomi periods
)

// ParseClock parses the format of String:
//
//	""         no clock
//	"up"       counts up
//	"15+10"    15 minutes, and an increment of 10 seconds
//	"15d10"    15 minutes, with a delay of 10 seconds (US Chess: G/15 d10)
//	"15b10"    15 minutes, with a Bronstein delay of 10 seconds
//	"30 5x20"  30 minutes or 0, and 5 byoyomi periods of 20 seconds (SGF: OT[5x20 byo-yomi])
//	"move 60"  60 seconds for each turn
//
// Older versions know only the first three and refuse a record with another clock.
func ParseClock(text string) (Clock, error) {
	c := Clock{On: true}
	switch form := clockForm(text); form {
	case "":
		return Clock{}, nil
	case "up":
		return c, nil
	case "move":
		c.Move = clockNumber(text[len("move "):], MostSeconds) * 1000
	case "x":
		minutes, periods, _ := strings.Cut(text, " ")
		number, seconds, _ := strings.Cut(periods, "x")
		c.Budget, c.Periods = clockNumber(minutes, MostMinutes)*60_000, int(clockNumber(number, MostPeriods))
		c.Period = clockNumber(seconds, MostSeconds) * 1000
	default:
		minutes, seconds, _ := strings.Cut(text, form)
		c.Budget = clockNumber(minutes, MostMinutes) * 60_000
		*map[string]*int64{"+": &c.Increment, "d": &c.Delay, "b": &c.Returned}[form] = clockNumber(seconds, MostSeconds) * 1000
	}
	if !c.Down() || c.String() != text {
		return Clock{}, fmt.Errorf(`clock is "up", "15+10", "15d10", "15b10", "30 5x30" or "move 60", up to %d minutes, %d seconds and %d periods, not %.80q`, MostMinutes, MostSeconds, MostPeriods, text)
	}
	return c, nil
}

// clockForm returns the part of text that tells its format: "", "up", "move", "x" for byoyomi, or
// "+", "d" or "b" between minutes and seconds. It returns "+" for an unknown format.
func clockForm(text string) string {
	if text == "" || text == "up" {
		return text
	}
	if strings.HasPrefix(text, "move ") {
		return "move"
	}
	for _, form := range []string{"x", "d", "b"} {
		if strings.Contains(text, form) {
			return form
		}
	}
	return "+"
}

// clockNumber returns the number in text, or 0 if it is no number from 0 to most.
func clockNumber(text string, most uint64) int64 {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n > most {
		return 0
	}
	return int64(n)
}

// String returns the clock in the format of records, which [ParseClock] parses.
func (c Clock) String() string {
	minutes := c.Budget / 60_000
	switch {
	case !c.On:
		return ""
	case c.Move > 0:
		return fmt.Sprintf("move %d", c.Move/1000)
	case c.Periods > 0 && c.Period > 0:
		return fmt.Sprintf("%d %dx%d", minutes, c.Periods, c.Period/1000)
	case c.Budget == 0:
		return "up"
	case c.Delay > 0:
		return fmt.Sprintf("%dd%d", minutes, c.Delay/1000)
	case c.Returned > 0:
		return fmt.Sprintf("%db%d", minutes, c.Returned/1000)
	}
	return fmt.Sprintf("%d+%d", minutes, c.Increment/1000)
}

// Down reports whether the clock has a limit, and counts the time down.
func (c Clock) Down() bool { return c.Budget > 0 || c.Periods > 0 || c.Move > 0 }

// checkClock returns an error for a clock that can't be parsed.
func (f *Fact) checkClock() error {
	_, err := ParseClock(f.Clock)
	return err
}

// Times contains the parts of the match time up to the last fact: one for each seat, and Nobody.
// The sum of Seats and Nobody is Match.MS.
type Times struct {
	Seats  []int64 // time on turn of each seat in ms, seat 1 first
	Nobody int64   // ms in which chance, nobody or an undone newcomer was on turn, and idle time
	Turns  []int   // number of turns begun by each seat, seat 1 first
}

// Times returns the match time divided among the seats. An undo doesn't give time back. Undone
// turns don't count in Turns, so a turn that is undone and played again brings its increment
// once.
func (m Match) Times() Times {
	chairs, seats, most := m.chairs(), m.line.value.seats(), m.mostSeats()
	used, begun := make([]int64, most), make([]int, most)
	t := Times{Seats: make([]int64, seats), Turns: make([]int, seats), Nobody: m.table.fact.MS}
	for e := m.history; e.prev != nil; e = e.prev {
		fact, before := e.value.fact, e.prev.value
		past := fact.MS - before.fact.MS
		t.Nobody += past
		if chair, ok := before.line.value.chair(chairs); ok && fact.Kind != Drawn {
			used[chair] += past - fact.Idle
			t.Nobody -= past - fact.Idle
		}
	}
	for p, later := m.line, -1; p != nil; p = p.prev {
		if chair, ok := p.value.chair(chairs); ok && chair != later {
			begun[chair]++
			later = chair
		}
		if p.value.fact.Kind == Drawn {
			break // no seat was on turn before the first seat was drawn
		}
	}
	for seat := range seats {
		chair := m.line.value.chairOf(seat, chairs)
		t.Seats[seat], t.Turns[seat], used[chair] = used[chair], begun[chair], 0
	}
	for _, ms := range used {
		t.Nobody += ms // of newcomers whose coming was undone
	}
	return t
}

// mostSeats returns the greatest number of seats after any fact of the match.
func (m Match) mostSeats() (most int) {
	for e := m.history; e != nil; e = e.prev {
		most = max(most, e.value.line.value.seats())
	}
	return most
}

// chair returns the index of the chair on turn, from 0. Chairs have the order in which the
// players sat before the first seat was drawn, followed by the seats of newcomers. ok is false if no
// seat is on turn.
func (p *position) chair(chairs int) (chair int, ok bool) {
	seat := p.state.Turn()
	if seat <= games.Chance {
		return 0, false
	}
	return p.chairOf(int(seat)-1, chairs), true
}

// chairOf returns the index of the chair of a seat, both counted from 0.
func (p *position) chairOf(seat, chairs int) int {
	if seat >= chairs {
		return seat
	}
	return (seat + max(p.first, 1) - 1) % chairs
}
