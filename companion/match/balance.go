package match

import "tabletop/games"

// Balance is the time of one seat by the rules of a [Clock], up to a point of its turn.
type Balance struct {
	Main   int64 // main time left in ms; negative after the end of all time
	Turn   int64 // ms used in the present turn; 0 for a seat that is not on turn
	Lost   int   // number of byoyomi periods that have run out
	Period int64 // ms of byoyomi used in the present turn; 0 for a seat that is not on turn
}

// Spend returns the balance of the seat on turn after ms more of its turn.
func (c Clock) Spend(b Balance, ms int64) Balance {
	b.Turn += ms
	if c.Periods == 0 {
		free := max(c.Delay, c.Returned)
		b.Main -= max(b.Turn-free, 0) - max(b.Turn-ms-free, 0)
		return b
	}
	main := min(ms, max(b.Main, 0))
	b.Main, ms = b.Main-main, ms-main
	if b.Lost < c.Periods {
		in := min(ms, int64(c.Periods-b.Lost)*c.Period-b.Period%c.Period)
		b.Lost += int((b.Period+in)/c.Period - b.Period/c.Period)
		b.Period, ms = b.Period+in, ms-in
	}
	b.Main -= ms
	return b
}

// Left returns the time in ms that the clock of a seat shows: the rest of the main time, of the
// byoyomi period or of the limit a move. It is negative after the end of all time. Within a turn
// Bronstein's time is not returned yet.
func (c Clock) Left(b Balance) int64 {
	if c.Move > 0 {
		return c.Move - b.Turn
	}
	if _, running := c.PeriodsLeft(b); running {
		return c.Period - b.Period%c.Period
	}
	return b.Main - min(b.Turn, c.Returned)
}

// Waits returns the rest of the delay in ms, during which the main time doesn't run.
func (c Clock) Waits(b Balance) int64 { return max(c.Delay-b.Turn, 0) }

// PeriodsLeft returns the number of byoyomi periods that a seat has left, with the running one.
// running is true after the end of the main time, while Left is the rest of a period.
func (c Clock) PeriodsLeft(b Balance) (n int, running bool) {
	n = c.Periods - b.Lost
	return n, n > 0 && b.Main == 0
}

// Balances returns the balances of all seats at the last fact, seat 1 first. It returns nil if the
// clock has no limit.
//
// An undo doesn't give time back. A turn is known by the fact that began it. So an undo or a redo
// resumes an earlier turn with the delay and the period that are left of it, and takes back the
// time that Bronstein's end of this turn had returned. A decision after an undo begins a new turn
// of the next seat, with a new delay, period or limit. An undone turn keeps its increment only if
// it is played again.
func (m Match) Balances() []Balance {
	c := m.Clock()
	if !c.Down() {
		return nil
	}
	a, facts := newAccounts(m), m.entries()
	for i, e := range facts {
		if i > 0 {
			a.spend(facts[i-1], e)
		}
		if e.line.value.fact == e.fact {
			a.place(e.line)
		}
	}
	return a.balances(m)
}

// entries returns the facts of the history in order.
func (m Match) entries() []*entry {
	all := make([]*entry, m.history.size())
	for e := m.history; e != nil; e = e.prev {
		all[e.len-1] = &e.value
	}
	return all
}

// accounts adds up the time of the chairs, fact by fact. A turn is named by the seq of its first
// position on the line.
type accounts struct {
	clock  Clock
	seated int       // number of chairs at the start of the match
	chairs []Balance // by chair, those of all newcomers included; Turn and Period are 0
	turn   []int     // turn of each position, by the seq of its fact; 0 before the first turn
	chair  []int     // chair of each turn, by the turn's seq
	used   []Balance // Turn and Period of each turn, by the turn's seq
}

func newAccounts(m Match) *accounts {
	n := m.Seq() + 1
	a := &accounts{
		clock: m.Clock(), seated: m.chairs(), chairs: make([]Balance, m.mostSeats()),
		turn: make([]int, n), chair: make([]int, n), used: make([]Balance, n),
	}
	for i := range a.chairs {
		a.chairs[i].Main = a.clock.Budget
	}
	return a
}

// spend charges the time from the fact before to the fact e to the chair on turn, as [Match.Times]
// does.
func (a *accounts) spend(before, e *entry) {
	here := &before.line.value
	chair, ok := here.chair(a.seated)
	if !ok || e.fact.Kind == Drawn {
		return
	}
	b, turn := a.chairs[chair], &a.used[a.turn[here.fact.Seq]]
	b.Turn, b.Period = turn.Turn, turn.Period
	b = a.clock.Spend(b, e.fact.MS-before.fact.MS-e.fact.Idle)
	turn.Turn, turn.Period = b.Turn, b.Period
	b.Turn, b.Period = 0, 0
	a.chairs[chair] = b
}

// place notes the turn of a position that a fact has added to the line. No seat was on turn before
// the first seat was drawn.
func (a *accounts) place(line *trail[position]) {
	here, seq := &line.value, line.value.fact.Seq
	last := 0
	if line.prev != nil && here.fact.Kind != Drawn {
		last = a.turn[line.prev.value.fact.Seq]
	}
	chair, ok := here.chair(a.seated)
	if !ok || last > 0 && a.chair[last] == chair {
		a.turn[seq] = last
		return
	}
	a.turn[seq], a.chair[seq] = seq, chair
}

// balances returns the balances by seat. The match m is the one whose facts a contains.
func (a *accounts) balances(m Match) []Balance {
	for p := m.line; p != nil; p = p.prev {
		if seq := p.value.fact.Seq; a.turn[seq] == seq {
			a.chairs[a.chair[seq]].Main += a.clock.Increment
		}
		if p.value.fact.Kind == Drawn {
			break
		}
	}
	here := &m.line.value
	if turn := a.turn[here.fact.Seq]; turn > 0 && here.state.Turn() != games.Nobody {
		b := &a.chairs[a.chair[turn]]
		b.Turn, b.Period = a.used[turn].Turn, a.used[turn].Period
	}
	all := make([]Balance, here.seats())
	for seat := range all {
		all[seat] = a.chairs[here.chairOf(seat, a.seated)]
	}
	return all
}
