package keys

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Key is a push button.
type Key struct {
	Name string // name of the key, passed to Edge
	Line string // name of the GPIO line, such as "GPIO5"
}

// Encoder is a rotary encoder on two lines.
type Encoder struct {
	A, B        string // names of the two lines; both are "" if there is no encoder
	Left, Right string // keys pressed by a detent counter-clockwise (Left) and clockwise (Right)
	Detent      int    // quarter steps from detent to detent: 4, 2 or 1
}

// Opts defines the keys, their wiring and their callbacks.
type Opts struct {
	Keys    []Key
	Encoder Encoder

	Chip      string // label of the GPIO chip of the lines; "" means the header's chip
	ActiveLow bool   // a closed contact pulls its line to ground
	Pull      gpio.Pull

	Debounce time.Duration // minimum time for which a contact must be closed for a press
	Release  time.Duration // minimum time for which a contact must be open for a release
	Longest  time.Duration // maximum time for which a key may be held; after that it is stuck

	// Edge is called once for each press and each release. Run calls it between two readings
	// of the lines, so it must not block.
	Edge func(key string, down bool)
	// Fault, if set, is called once with the reason when the keys can't be read, and with nil
	// when they can be read again.
	Fault func(err error)
	// Stuck, if set, is called with true when a key has been closed for longer than Longest,
	// and with false when it opens.
	Stuck func(key string, stuck bool)
}

// DefaultOpts returns options for four keys on GPIO 5, 6, 13 and 19, to ground, with the
// internal pull-ups and no encoder. The caller must set Edge.
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

// DefaultEncoder returns options for an EC11 encoder on lines a and b. It presses up and down,
// once per detent of four quarter steps.
func DefaultEncoder(a, b string) Encoder {
	return Encoder{A: a, B: b, Left: "up", Right: "down", Detent: 4}
}

// maxLines is the maximum number of lines in one request to the kernel.
const maxLines = 64

// present reports whether there is an encoder.
func (e Encoder) present() bool { return e.A != "" || e.B != "" }

// Lines returns the names of all lines: those of the keys, then A and B of the encoder. In the
// levels of a reading, the lines have their bits in this order.
func (o Opts) Lines() []string {
	var names []string
	for _, k := range o.Keys {
		names = append(names, k.Line)
	}
	if o.Encoder.present() {
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
		return fmt.Errorf("keys: %d lines: want at most %d", len(lines), maxLines)
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
		return fmt.Errorf("keys: debounce %v: want at least %v", o.Debounce, Step)
	case o.Release < o.Debounce:
		return fmt.Errorf("keys: release %v: want at least the debounce of %v", o.Release, o.Debounce)
	case o.Longest <= o.Release:
		return fmt.Errorf("keys: longest press %v: want more than the release of %v", o.Longest, o.Release)
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
	case !e.present():
		return nil
	case e.Left == "" || e.Right == "" || e.Left == e.Right:
		return errors.New("keys: encoder needs a key for each direction")
	case e.Detent != 1 && e.Detent != 2 && e.Detent != 4:
		return fmt.Errorf("keys: encoder with %d quarter steps per detent: want 1, 2 or 4", e.Detent)
	}
	return nil
}

// unique returns an error if a name is empty or occurs twice.
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
