package match

import (
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// Clock is the time control of a match. The zero value counts no time. A clock with a Budget of
// 0 counts each seat's time up, without a limit.
type Clock struct {
	On        bool
	Budget    int64 // ms that each seat has for the match; a seat without time left may continue
	Increment int64 // ms added to a seat's time at the start of each of its turns
}

// Bounds of a Clock.
const (
	MostMinutes = 999 // maximum budget in minutes
	MostSeconds = 999 // maximum increment in seconds
)

// ParseClock parses the format of String: "" for no clock, "up" for a clock that counts up, or
// "15+10" for a budget of 15 minutes and an increment of 10 seconds.
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

// String returns the clock in the format of records, which [ParseClock] parses.
func (c Clock) String() string {
	switch {
	case !c.On:
		return ""
	case c.Budget == 0:
		return "up"
	}
	return fmt.Sprintf("%d+%d", c.Budget/60_000, c.Increment/1000)
}

// Left returns the time that a seat has left, in ms. used is the time that the seat has used, in
// ms, and turns is its number of turns. The result is negative after the budget is used up.
func (c Clock) Left(used int64, turns int) int64 {
	return c.Budget + c.Increment*int64(turns) - used
}

// checkClock returns an error for a clock that can't be parsed.
func (f *Fact) checkClock() error {
	_, err := ParseClock(f.Clock)
	return err
}

// Times contains the parts of the match time up to the last fact: one for each seat, and Nobody.
// The sum of Seats and Nobody is Match.MS.
type Times struct {
	Seats  []int64 // time on turn of each seat in ms, seat 1 first
	Nobody int64   // ms in which chance or nobody was on turn, and idle time
	Turns  []int   // number of turns begun by each seat, seat 1 first
}

// Times returns the match time divided among the seats. An undo doesn't give time back. Undone
// turns don't count in Turns, so a turn that is undone and played again brings its increment
// once.
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
			break // no seat was on turn before the first seat was drawn
		}
	}
	for chair := range chairs {
		seat := (chair - max(m.line.value.first, 1) + 1 + chairs) % chairs
		t.Seats[seat], t.Turns[seat] = used[chair], begun[chair]
	}
	return t
}

// chair returns the index of the chair on turn, from 0. Chairs have the order in which the
// players sat before the first seat was drawn. ok is false if no seat is on turn.
func (p *position) chair(chairs int) (chair int, ok bool) {
	seat := p.state.Turn()
	if seat <= games.Chance {
		return 0, false
	}
	return (int(seat) - 1 + max(p.first, 1) - 1) % chairs, true
}
