package script

import (
	"fmt"

	"go.starlark.net/starlark"
)

// What a file may have and do. A step is an instruction of the interpreter; whatever copies
// or compares many things at once pays a step for each, or for so many bytes of a text.
const (
	MostProgram  = 64 << 10 // bytes of a file
	LoadSteps    = 300_000  // when a file is read
	Steps        = 200_000  // of one decision, with all that is asked of the position after it
	MostState    = 16 << 10 // bytes of a position as text
	MostText     = 64 << 10 // bytes of any text a file makes
	MostInt      = 1 << 53  // and as much below zero
	MostDepth    = 16       // of lists in lists in a position
	MostChoices  = 1000
	MostCells    = 64
	MostLines    = 32  // of a view
	MostPiles    = 16  // of a view
	MostMoments  = 8   // and as many steps
	MostOptions  = 16  // of a game
	MostWords    = 600 // keys of a catalogue
	MostLetters  = 400 // of a word in a catalogue
	MostArgument = 60  // letters of what is put into a word, and of a decision's words
	MostSeats    = 8
)

// bytesAStep is how much text one step pays for.
const bytesAStep = 32

// meter counts the steps of one decision over all calls that it takes.
type meter struct {
	g    *game
	left uint64
}

// local is under which name a thread has its meter.
const local = "meter"

func meterOf(t *starlark.Thread) *meter {
	m, _ := t.Local(local).(*meter)
	return m
}

// thread returns a thread with the steps that are left.
func (m *meter) thread() *starlark.Thread {
	t := &starlark.Thread{Print: func(*starlark.Thread, string) {}}
	t.SetLocal(local, m)
	t.SetMaxExecutionSteps(max(m.left, 1))
	return t
}

// run lets a thread do something, and turns a panic into an error.
func (m *meter) run(do func(*starlark.Thread) (starlark.Value, error)) (v starlark.Value, err error) {
	if m.left == 0 {
		return nil, faulty("steps")
	}
	t := m.thread()
	defer func() {
		m.left -= min(m.left, t.Steps)
		if p := recover(); p != nil {
			v, err = nil, faulty("error", fmt.Sprint(p))
		}
	}()
	return do(t)
}

// charge takes n steps of a thread, or returns the fault that there are none left. It is
// asked before anything is allocated.
func charge(t *starlark.Thread, n int) error { return chargeEach(t, n, 1) }

// chargeEach takes so many steps for each of n things. Neither number is above a few
// hundred times mostLength, so their product fits.
func chargeEach(t *starlark.Thread, n, each int) error {
	t.Steps += uint64(max(n, 0)) * uint64(max(each, 0))
	if m := meterOf(t); m != nil && t.Steps > m.left {
		return faulty("steps")
	}
	return nil
}
