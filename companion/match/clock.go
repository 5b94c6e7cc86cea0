package match

import (
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// Clock is how the seats' time is counted. Its zero value is not at all; without
// a Budget it counts up.
type Clock struct {
	On        bool
	Budget    int64 // ms a seat has for the match; a seat that has used them up plays on
	Increment int64 // ms added to them as each of its turns begins
}

// Bounds of a Clock.
const (
	MostMinutes = 999 // of a budget
	MostSeconds = 999 // of an increment
)

// ParseClock reads what String prints: "" for none, "up", or the minutes of the
// budget and the seconds of the increment, "15+10". Its error says what else stands
// there.
func ParseClock(text string) (Clock, error) {
	switch text {
	case "":
		return Clock{}, nil
	case "up":
		return Clock{On: true}, nil
	}
	minutes, seconds, _ := strings.Cut(text, "+")
	budget, wrong := strconv.ParseUint(minutes, 10, 16)
	increment, wrong2 := strconv.ParseUint(seconds, 10, 16)
	c := Clock{On: true, Budget: int64(budget) * 60_000, Increment: int64(increment) * 1000}
	if wrong != nil || wrong2 != nil || budget < 1 || budget > MostMinutes || increment > MostSeconds || c.String() != text {
		return Clock{}, fmt.Errorf(`clock is "up" or "MINUTES+SECONDS", up to "%d+%d", not %.80q`, MostMinutes, MostSeconds, text)
	}
	return c, nil
}

// String prints c as a record has it.
func (c Clock) String() string {
	switch {
	case !c.On:
		return ""
	case c.Budget == 0:
		return "up"
	}
	return fmt.Sprintf("%d+%d", c.Budget/60_000, c.Increment/1000)
}

// Left returns how many of the ms that a seat may use in so many turns it has left
// when it has used those; below 0 it is over them.
func (c Clock) Left(used int64, turns int) int64 {
	return c.Budget + c.Increment*int64(turns) - used
}

// checkClock refuses a clock that can't be read.
func (f *Fact) checkClock() error {
	_, err := ParseClock(f.Clock)
	return err
}

// Times is whose the time of a match was, up to its last fact. Seats and Nobody
// add up to Match.MS.
type Times struct {
	Seats  []int64 // ms by seat, seat 1 first: while it was on turn
	Nobody int64   // ms while chance was, or nobody, and what the facts call idle
	Turns  []int   // by seat: turns it has begun
}

// Times adds up whose the time was. Time that was spent stays spent: taking turns
// back returns none of it. Turns are those that still stand, so that a turn which is
// taken back and played again brings its increment once.
func (m Match) Times() Times {
	chairs := m.seats()
	used, begun := make([]int64, chairs), make([]int, chairs)
	t := Times{Seats: make([]int64, chairs), Turns: make([]int, chairs), Nobody: m.table.fact.MS}
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
			break // before that it was nobody's turn yet
		}
	}
	for chair := range chairs {
		seat := (chair - max(m.line.value.first, 1) + 1 + chairs) % chairs
		t.Seats[seat], t.Turns[seat] = used[chair], begun[chair]
	}
	return t
}

// chair returns whose turn it is by the chairs as they were before the first seat
// was drawn, from 0, and whether it is anybody's.
func (p *position) chair(chairs int) (chair int, ok bool) {
	seat := p.state.Turn()
	if seat <= games.Chance {
		return 0, false
	}
	return (int(seat) - 1 + max(p.first, 1) - 1) % chairs, true
}
