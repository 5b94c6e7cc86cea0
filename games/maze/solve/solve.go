package solve

import (
	"errors"
	"fmt"

	"tabletop/games"
	"tabletop/games/maze"
)

// Options bound a search. For Nodes, Memory, Threads and Near, 0 means the default.
type Options struct {
	Seed    uint64          // a different seed, below 1<<48, leads to a different search
	Nodes   int             // bound of positions examined to find a verdict
	Memory  int             // bound of the bytes per thread
	Threads int             // number of concurrent jobs; the answer doesn't depend on it
	Shorten int             // bound of positions examined to shorten a line; 0: no shortening
	Near    int             // bound of positions near a line examined at a time; 0: DefaultNear
	Stop    <-chan struct{} // closing it ends the search soon; nil: never
}

// Defaults of options.
const (
	DefaultNodes   = 5_000_000 // 6 to 11 s of a core of x86-64
	DefaultMemory  = 24 << 20  // bytes
	DefaultThreads = 1
	DefaultNear    = 20_000
)

// LeastMemory is the least number of bytes per thread.
const LeastMemory = 2 << 20

// Answer is the result of a search. If the position is neither won nor lost, the search was
// stopped, or its Nodes were not enough.
type Answer struct {
	Won   bool
	Lost  bool             // no moves can win
	Line  []games.Decision // moves that win
	Found int              // length of the line before shortening, in moves
	Proof Proof            // the proof that it is lost
	Nodes int              // number of examined positions
	Tries int              // number of tries
}

// Proof describes the exhausted positions of a lost position. Without Mates these are all
// positions that can be reached. With Mates it is a part of the game: the Mates can't get home
// even if only Pieces move, at any time, and all others except those that never move again are
// removed.
type Proof struct {
	Positions int   // number of positions of the exhausted part; 0: it is lost at sight
	Mates     []int // squares of the Mates that can't all get home, by the book's numbers
	Pieces    []int // squares of the pieces of the part, Mates included
}

var errOver = errors.New("solve: not a position of maze that awaits a move")

// Solve searches for moves that win a position that awaits a move.
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

// filled returns the options with defaults filled in.
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

// check returns an error for invalid options.
func (o Options) check() error {
	switch {
	case o.Memory < LeastMemory:
		return fmt.Errorf("solve: %d bytes of memory per thread, want at least %d", o.Memory, LeastMemory)
	case o.Nodes < 0, o.Threads < 0, o.Shorten < 0, o.Near < 0:
		return fmt.Errorf("solve: %d positions, %d threads and %d positions to shorten a line, %d near it: none can be negative", o.Nodes, o.Threads, o.Shorten, o.Near)
	}
	return nil
}

// luby returns the i-th number, from 0, of 1 1 2 1 1 2 4 …: each length occurs twice as often
// as the next greater one.
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
