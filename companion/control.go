package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/match"
)

// Usual clocks in the set-up: main times in minutes, limits a move in seconds, and what a clock
// with main time does in each turn.
var (
	budgets   = []int{5, 10, 15, 20, 30, 45, 60}
	moves     = []int{30, 60}
	turnTimes = []match.Clock{
		{},
		{Increment: 5000},
		{Increment: 10_000},
		{Increment: 30_000},
		{Delay: 5000},
		{Delay: 10_000},
		{Returned: 5000},
		{Returned: 10_000},
		{Periods: 3, Period: 30_000},
		{Periods: 5, Period: 30_000},
	}
)

// clockKinds lists the kinds of clocks with a limit. Their names are keys after "clock.kind.".
var clockKinds = []string{"adds", "delay", "returned", "byoyomi", "move"}

// clockKind returns the index in clockKinds of a clock.
func clockKind(c match.Clock) int {
	return slices.Index([]bool{c.Delay > 0, c.Returned > 0, c.Periods > 0, c.Move > 0}, true) + 1
}

// clockSeconds returns the time that a clock counts in seconds: the increment, the delay, the
// length of a byoyomi period or the limit a move.
func clockSeconds(c match.Clock) int64 {
	return max(c.Increment, c.Delay, c.Returned, c.Period, c.Move) / 1000
}

// clockOf returns a clock of a kind with the given main time in ms, seconds and byoyomi periods. It
// replaces 0 where the kind needs more.
func clockOf(kind int, budget, seconds int64, periods int) match.Clock {
	c, ms := match.Clock{On: true, Budget: budget}, 1000*seconds
	if kind > 0 && ms == 0 {
		ms = 1000 * usualSeconds
	}
	name := clockKinds[kind]
	if budget == 0 && name != "byoyomi" {
		c.Budget = usualMinutes * 60_000
	}
	switch name {
	case "adds":
		c.Increment = ms
	case "delay":
		c.Delay = ms
	case "returned":
		c.Returned = ms
	case "byoyomi":
		c.Period, c.Periods = ms, max(periods, 1)
	case "move":
		c.Budget, c.Move = 0, ms
	}
	return c
}

// Values of a clock of one's own before the table has set them.
const (
	usualMinutes = 15
	usualSeconds = 10
	usualPeriods = 5
)

// mainClocks returns the clocks of the set-up's first row, in the notation of match.Clock: none,
// up, the usual main times with the rest of c, the usual limits a move, and c.
func mainClocks(c match.Clock) []string {
	clocks := []string{"", "up"}
	for _, n := range budgets {
		with := c
		with.On, with.Budget, with.Move = true, int64(n)*60_000, 0
		clocks = append(clocks, with.String())
	}
	for _, n := range moves {
		clocks = append(clocks, match.Clock{On: true, Move: int64(n) * 1000}.String())
	}
	return withClock(clocks, c)
}

// turnClocks returns the clocks of the set-up's second row: the usual ones with the main time of c,
// and c.
func turnClocks(c match.Clock) (clocks []string) {
	for _, with := range turnTimes {
		if with.On, with.Budget = true, c.Budget; with.Down() {
			clocks = append(clocks, with.String())
		}
	}
	return withClock(clocks, c)
}

// withClock returns clocks with c.
func withClock(clocks []string, c match.Clock) []string {
	if slices.Contains(clocks, c.String()) {
		return clocks
	}
	return append(clocks, c.String())
}

// clockNumber is a number of a clock that a dial sets.
type clockNumber struct {
	key              string // key of its text
	least, most, now int32
	set              func(n int32) match.Clock // returns the clock with the number n
}

// clockNumbers returns the numbers of a clock: minutes, seconds and byoyomi periods.
func clockNumbers(c match.Clock) (all []clockNumber) {
	kind, seconds := clockKind(c), clockSeconds(c)
	if c.Move == 0 {
		all = append(all, clockNumber{"clock.minutes", 1 - int32(min(c.Periods, 1)), match.MostMinutes, int32(c.Budget / 60_000), func(n int32) match.Clock {
			return clockOf(kind, int64(n)*60_000, seconds, c.Periods)
		}})
	}
	all = append(all, clockNumber{"clock.second", int32(min(kind, 1)), match.MostSeconds, int32(seconds), func(n int32) match.Clock {
		return clockOf(kind, c.Budget, int64(n), c.Periods)
	}})
	if c.Periods > 0 {
		all = append(all, clockNumber{"clock.periods", 1, match.MostPeriods, int32(c.Periods), func(n int32) match.Clock {
			return clockOf(kind, c.Budget, seconds, int(n))
		}})
	}
	return all
}

// clockWord returns the text for the main time of a clock, or for its limit a move.
func (t localizer) clockWord(c match.Clock) string {
	switch {
	case !c.On:
		return t.word("clock.off")
	case c.Move > 0:
		return t.word("clock.move", strconv.FormatInt(c.Move/1000, 10))
	case !c.Down():
		return t.word("clock.up")
	}
	return t.word("clock.down", strconv.FormatInt(c.Budget/60_000, 10))
}

// turnWord returns the text for what a clock with main time does in each turn: "+10 s" for an
// increment, or the kind with its time.
func (t localizer) turnWord(c match.Clock) string {
	seconds := strconv.FormatInt(clockSeconds(c), 10)
	if c.Periods > 0 {
		return t.word("clock.byoyomi", strconv.Itoa(c.Periods), seconds)
	}
	return t.word("clock."+clockKinds[clockKind(c)], seconds)
}

// clockTexts returns the text of a clock in two parts: "10 min +5 s" and "", or "10 min" and "delay
// 10 s".
func (t localizer) clockTexts(c match.Clock) (main, turn string) {
	main = t.clockWord(c)
	switch kind := clockKind(c); {
	case c.Increment > 0:
		main = t.word("clock.plus", strconv.FormatInt(c.Budget/60_000, 10), strconv.FormatInt(c.Increment/1000, 10))
	case kind > 0 && c.Move == 0:
		turn = t.turnWord(c)
	}
	return main, turn
}

// clockText returns the whole text of a clock, such as "15 min, delay 10 s".
func (t localizer) clockText(c match.Clock) string {
	main, turn := t.clockTexts(c)
	if turn == "" {
		return main
	}
	return t.word("clock.both", main, turn)
}
