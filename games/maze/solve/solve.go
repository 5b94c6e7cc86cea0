package solve

import (
	"errors"
	"fmt"

	"tabletop/games"
	"tabletop/games/maze"
)

// Options bound a search. Nodes, Memory and Threads that are 0 are as the constants say.
type Options struct {
	Seed    uint64          // another one below 1<<48 looks for another line
	Nodes   int             // how many positions may be looked at in search of a verdict
	Memory  int             // bytes that each thread takes, at most
	Threads int             // how many jobs go on at once; the answer doesn't depend on it
	Shorten int             // how many positions may be looked at to shorten a line; 0: it is given as found
	Near    int             // how many of those around a line are looked at each time; 0: as the constant says
	Stop    <-chan struct{} // once it is closed the search ends as soon as it can; nil: never
}

// What options are by default.
const (
	DefaultNodes   = 5_000_000 // 6 to 11 s of a core of x86-64
	DefaultMemory  = 24 << 20  // bytes
	DefaultThreads = 1
	DefaultNear    = 20_000
)

// LeastMemory is with how many bytes for a thread a search can begin.
const LeastMemory = 2 << 20

// Answer is what a search has found. If the position is neither won nor lost, the search
// was stopped, or its Nodes were not enough.
type Answer struct {
	Won   bool
	Lost  bool             // it can't be won, whatever is played
	Line  []games.Decision // moves that win
	Found int              // how long the line was before it was shortened, in moves
	Proof Proof            // why it is lost
	Nodes int              // how many positions were looked at
	Tries int              // how many tries that took
}

// Proof says what was exhausted in a position that can't be won. Without Mates it is all:
// every position that can be reached was looked at. With them it is a part of the game:
// if only Pieces could move, whenever they like, and all others but those that never move
// again were gone, the Mates couldn't get home all the same.
type Proof struct {
	Positions int   // that were looked at and are all there are; 0: it is plain at sight
	Mates     []int // the squares of those that can't all get home, by the book's numbers
	Pieces    []int // the squares of the pieces that were looked at, Mates among them
}

var errOver = errors.New("solve: the position awaits no move in a game of maze")

// Solve looks for moves that win a position that awaits a move.
func Solve(s games.State, o Options) (Answer, error) {
	b, ok := maze.BoardOf(s)
	if !ok {
		return Answer{}, errOver
	}
	o = o.filled()
	if err := o.check(); err != nil {
		return Answer{}, err
	}
	if b.Dead() {
		return Answer{Lost: true}, nil
	}
	p := newPool(&b, o)
	return p.answer(p.search()), nil
}

// filled returns the options with nothing left open.
func (o Options) filled() Options {
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	if o.Near == 0 {
		o.Near = DefaultNear
	}
	if o.Threads == 0 {
		o.Threads = DefaultThreads
	}
	return o
}

// check returns what is wrong with options.
func (o Options) check() error {
	switch {
	case o.Memory < LeastMemory:
		return fmt.Errorf("solve: %d bytes of memory for a thread, want %d at least", o.Memory, LeastMemory)
	case o.Nodes < 0, o.Threads < 0, o.Shorten < 0, o.Near < 0:
		return fmt.Errorf("solve: %d positions, %d threads and %d positions to shorten a line, %d near it: none can be negative", o.Nodes, o.Threads, o.Shorten, o.Near)
	}
	return nil
}

// luby is the i-th number, from 0, of 1 1 2 1 1 2 4 …: as many tries of each length as
// have together twice the next one's.
func luby(i int) int {
	for k := 1; ; k++ {
		switch full := 1<<k - 1; {
		case i+1 == full:
			return 1 << (k - 1)
		case i+1 < full:
			return luby(i - (1<<(k-1) - 1))
		}
	}
}
