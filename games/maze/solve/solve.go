package solve

import (
	"errors"
	"fmt"

	"tabletop/games"
	"tabletop/games/maze"
)

// Options contains the bounds of a search. For Nodes, Memory, Threads and Near, 0 means the
// default.
type Options struct {
	Seed    uint64          // start of the random numbers, below 1<<48
	Nodes   int             // maximum number of positions examined for one verdict
	Memory  int             // maximum number of bytes per thread
	Threads int             // number of jobs at the same time; the answer doesn't depend on it
	Shorten int             // maximum number of positions examined to shorten a line; 0: none
	Near    int             // maximum number of positions near a line examined at a time
	Stop    <-chan struct{} // channel that ends the search soon when closed; nil: never
}

// Default values of the fields in Options.
const (
	DefaultNodes   = 5_000_000 // positions, which take 6 to 11 s of a core of x86-64
	DefaultMemory  = 24 << 20  // bytes per thread
	DefaultThreads = 1
	DefaultNear    = 20_000
)

// LeastMemory is the least number of bytes per thread.
const LeastMemory = 2 << 20

// Answer is the result of a search. If neither Won nor Lost is set, the search was stopped, or
// Nodes positions were not enough.
type Answer struct {
	Won   bool
	Lost  bool             // no moves can win the game
	Line  []games.Decision // moves that win the game
	Found int              // number of moves of the line before shortening
	Proof Proof            // proof that the game is lost
	Nodes int              // number of examined positions
	Tries int              // number of tries
}

// Proof describes the positions that the search has exhausted to prove a game lost. If Mates is
// empty, these are all positions that can be reached. Otherwise they are the positions of a part of
// the game. In that part only the pieces on the squares in Pieces move, and the sides need not
// alternate. All other pieces are removed, except those that never move again. Even so, the Mates
// can't all get home.
type Proof struct {
	Positions int   // number of exhausted positions; 0: the position is lost at sight
	Mates     []int // squares of the Mates that can't all get home, by the book's numbers
	Pieces    []int // squares of the pieces that may move in the part, Mates included
}

var errOver = errors.New("solve: not a position of maze that awaits a move")

// Solve searches for moves that win a position, which must await a move.
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

// filled returns the options with the default value for each field that is 0.
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

// check returns an error if an option is invalid.
func (o Options) check() error {
	switch {
	case o.Memory < LeastMemory:
		return fmt.Errorf("solve: %d bytes of memory per thread, want at least %d", o.Memory, LeastMemory)
	case o.Nodes < 0, o.Threads < 0, o.Shorten < 0, o.Near < 0:
		return fmt.Errorf("solve: %d positions, %d threads and %d positions to shorten a line, %d near it: none can be negative", o.Nodes, o.Threads, o.Shorten, o.Near)
	}
	return nil
}

// luby returns the i-th number, counted from 0, of the sequence 1 1 2 1 1 2 4 …, in which each
// number occurs twice as often as the next greater one.
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
