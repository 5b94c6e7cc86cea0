package script

import (
	"fmt"

	"go.starlark.net/starlark"
)

// Limits of a file. A step is an instruction of the interpreter. An operation that copies or
// compares many things at once pays a step for each, or for bytesAStep bytes of a text.
const (
	MostProgram  = 64 << 10 // bytes of a file
	LoadSteps    = 300_000  // for loading a file
	Steps        = 200_000  // for one decision, including the functions called for the new position
	MostState    = 16 << 10 // bytes of a position as text
	MostText     = 64 << 10 // bytes of any text that a file creates
	MostInt      = 1 << 53  // also below zero, as -MostInt
	MostDepth    = 16       // of nested lists in a position
	MostChoices  = 1000
	MostCells    = 64
	MostLines    = 32  // of a view
	MostPiles    = 16  // of a view
	MostMoments  = 8   // also the limit of steps
	MostOptions  = 16  // of a game
	MostWords    = 600 // keys of a catalogue
	MostLetters  = 400 // of a word in a catalogue
	MostArgument = 60  // letters of an argument of a text, and of a decision's words
	MostSeats    = 8
)

// bytesAStep is the number of bytes of text per step.
const bytesAStep = 32

// meter counts the steps of one decision over all its calls.
type meter struct {
	g    *game
	left uint64
}

// local is the key of the meter in a thread.
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

// run calls do with a thread, and turns a panic into an error.
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

// charge takes n steps of a thread, or returns the fault that too few are left. It is called
// before anything is allocated.
func charge(t *starlark.Thread, n int) error { return chargeEach(t, n, 1) }

// chargeEach takes n times each steps. Neither number is above a few hundred times mostLength,
// so that their product doesn't overflow.
func chargeEach(t *starlark.Thread, n, each int) error {
	t.Steps += uint64(max(n, 0)) * uint64(max(each, 0))
	if m := meterOf(t); m != nil && t.Steps > m.left {
		return faulty("steps")
	}
	return nil
}
