package keys

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Key is a push button: what it is called, and the line it hangs on.
type Key struct {
	Name string // as Edge will tell it
	Line string // "GPIO5"
}

// Encoder is a rotary encoder on two lines.
type Encoder struct {
	A, B        string // lines; both "" for no encoder
	Left, Right string // the keys that a detent counter-clockwise and clockwise presses
	Detent      int    // quarter steps from detent to detent: 4, 2 or 1
}

// Opts says which keys there are, how they are wired and who hears them.
type Opts struct {
	Keys    []Key
	Encoder Encoder

	Chip      string // label of the GPIO chip the lines are asked of; "" is the header's
	ActiveLow bool   // a closed contact pulls its line to ground
	Pull      gpio.Pull

	Debounce time.Duration // how long a contact is closed before it is a press
	Release  time.Duration // how long it is open before it is a release
	Longest  time.Duration // a key that is held longer is stuck

	// Edge hears each press and each release once. It is called by Run, between
	// two readings of the lines, and so must not wait.
	Edge func(key string, down bool)
	// Fault is told once why the keys can't be read, and nil once they can again.
	// It may be nil.
	Fault func(err error)
	// Stuck is told that a key has been closed for longer than Longest, and when
	// it opened at last. It may be nil.
	Stuck func(key string, stuck bool)
}

// DefaultOpts has four keys on GPIO 5, 6, 13 and 19, to ground, with the internal
// pull-ups, and no encoder. Edge is the caller's to add.
func DefaultOpts() Opts {
	return Opts{
		Keys: []Key{
			{Name: "back", Line: "GPIO5"},
			{Name: "up", Line: "GPIO6"},
			{Name: "down", Line: "GPIO13"},
			{Name: "ok", Line: "GPIO19"},
		},
		ActiveLow: true,
		Pull:      gpio.PullUp,
		Debounce:  4 * time.Millisecond,
		Release:   25 * time.Millisecond,
		Longest:   30 * time.Second,
	}
}

// DefaultEncoder is an EC11 on lines a and b that turns through a list: up and
// down, a detent for each full step.
func DefaultEncoder(a, b string) Encoder {
	return Encoder{A: a, B: b, Left: "up", Right: "down", Detent: 4}
}

// maxLines is how many lines the kernel gives out in one request.
const maxLines = 64

// there says whether there is an encoder.
func (e Encoder) there() bool { return e.A != "" || e.B != "" }

// Lines names all lines in the order of their bits: the keys, then A and B.
func (o Opts) Lines() []string {
	var names []string
	for _, k := range o.Keys {
		names = append(names, k.Line)
	}
	if o.Encoder.there() {
		names = append(names, o.Encoder.A, o.Encoder.B)
	}
	return names
}

func (o Opts) check() error {
	if o.Edge == nil {
		return errors.New("keys: no Edge")
	}
	return errors.Join(o.checkWiring(), o.checkTimes())
}

func (o Opts) checkWiring() error {
	lines := o.Lines()
	switch {
	case len(lines) == 0:
		return errors.New("keys: neither a key nor an encoder")
	case len(lines) > maxLines:
		return fmt.Errorf("keys: %d lines, at most %d", len(lines), maxLines)
	}
	var names []string
	for _, k := range o.Keys {
		names = append(names, k.Name)
	}
	return errors.Join(unique("key", names), unique("line", lines), o.checkPull(), o.Encoder.check())
}

func (o Opts) checkTimes() error {
	switch {
	case o.Debounce < Step:
		return fmt.Errorf("keys: debounce %v, at least %v", o.Debounce, Step)
	case o.Release < o.Debounce:
		return fmt.Errorf("keys: release %v, at least the debounce of %v", o.Release, o.Debounce)
	case o.Longest <= o.Release:
		return fmt.Errorf("keys: longest press %v, more than the release of %v", o.Longest, o.Release)
	}
	return nil
}

func (o Opts) checkPull() error {
	switch {
	case o.ActiveLow && o.Pull == gpio.PullDown:
		return errors.New("keys: a pull-down would hold every active-low key")
	case !o.ActiveLow && o.Pull == gpio.PullUp:
		return errors.New("keys: a pull-up would hold every active-high key")
	}
	return nil
}

func (e Encoder) check() error {
	switch {
	case !e.there():
		return nil
	case e.Left == "" || e.Right == "" || e.Left == e.Right:
		return errors.New("keys: the encoder needs a key for each direction")
	case e.Detent != 1 && e.Detent != 2 && e.Detent != 4:
		return fmt.Errorf("keys: the encoder has %d quarter steps from detent to detent, not 1, 2 or 4", e.Detent)
	}
	return nil
}

// unique refuses names that are empty or come twice.
func unique(what string, names []string) error {
	seen := map[string]bool{}
	for _, name := range names {
		if name == "" {
			return fmt.Errorf("keys: a %s without a name", what)
		}
		if seen[name] {
			return fmt.Errorf("keys: %s %s twice", what, name)
		}
		seen[name] = true
	}
	return nil
}
