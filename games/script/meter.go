package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"tabletop/games/table"
)

// Limits for a file. A step is an instruction of the interpreter. An operation that copies or
// compares many values at once costs a step for each value, or for each bytesAStep bytes of a
// text.
const (
	MostProgram  = 64 << 10 // greatest size of a file, in bytes
	LoadSteps    = 300_000  // steps for loading a file
	Steps        = 200_000  // steps for applying one decision and computing the next position
	MostState    = 16 << 10 // greatest size of a stored position, in bytes
	MostText     = 64 << 10 // greatest size of any text that a file creates, in bytes
	MostInt      = 1 << 53  // greatest number; the least is -MostInt
	MostDepth    = 16       // greatest nesting of lists and dicts in a position
	MostChoices  = 1000
	MostCells    = 64
	MostLines    = 32  // greatest number of lines in a view
	MostPiles    = 16  // greatest number of piles in a view
	MostMoments  = 8   // greatest number of moments, and of steps by hand, of a decision
	MostOptions  = 16  // greatest number of options of a game
	MostWords    = 600 // greatest number of keys in a catalogue
	MostLetters  = 400 // greatest length of a text in a catalogue, in letters
	MostArgument = 60  // greatest length of a decision, and of an argument of a text, in letters
	MostSeats    = table.MostSeats
)

// bytesAStep is the number of bytes of a text that one step pays for.
const bytesAStep = 32

// meter bounds the steps of one decision, over all functions called for it. They share one Starlark
// thread, which counts the steps.
type meter struct {
	g      *game
	most   uint64 // greatest number of steps
	thread starlark.Thread
	args   [mostParameters]starlark.Value // arguments of the hook that is called
}

// mostParameters is a number of parameters that few hooks exceed.
const mostParameters = 8

// newMeter returns a meter for functions of g that may use so many steps together.
func newMeter(g *game, most uint64) *meter {
	m := &meter{g: g, most: most}
	m.thread.SetLocal(local, m)
	m.thread.SetMaxExecutionSteps(most)
	return m
}

// idleMeters is the greatest number of meters that a game keeps.
const idleMeters = 2

// lend returns a meter for one decision. Each meter has only one user. A meter that has served
// before has a stack already.
func (g *game) lend() *meter {
	select {
	case m := <-g.idle:
		m.thread.Steps = 0
		return m
	default:
		return newMeter(g, Steps)
	}
}

// takeBack keeps a lent meter for another decision. A meter whose function has failed may be
// cancelled, and is not taken back.
func (g *game) takeBack(m *meter) {
	select {
	case g.idle <- m:
	default:
	}
}

// local is the key under which a Starlark thread stores its meter.
const local = "meter"

func meterOf(t *starlark.Thread) *meter {
	m, _ := t.Local(local).(*meter)
	return m
}

// left returns the number of steps that are left.
func (m *meter) left() uint64 { return m.most - min(m.most, m.thread.Steps) }

// run calls do with the thread. It turns a panic into an error.
func (m *meter) run(do func(*starlark.Thread) (starlark.Value, error)) (v starlark.Value, err error) {
	if m.left() == 0 {
		return nil, faulty("steps")
	}
	defer func() {
		if p := recover(); p != nil {
			v, err = nil, faulty("error", fmt.Sprint(p))
		}
	}()
	return do(&m.thread)
}

// charge adds n to the steps that a thread has used. It returns a fault if fewer than n steps are
// left. Callers charge before they allocate.
func charge(t *starlark.Thread, n int) error { return chargeEach(t, n, 1) }

// chargeEach charges the product of n and each in steps. Both are at most a few hundred times
// mostLength, so that the product doesn't overflow.
func chargeEach(t *starlark.Thread, n, each int) error {
	t.Steps += uint64(max(n, 0)) * uint64(max(each, 0))
	if t.Steps <= min(Steps, LoadSteps) {
		return nil // no meter has fewer steps
	}
	if m := meterOf(t); m != nil && t.Steps > m.most {
		return faulty("steps")
	}
	return nil
}
