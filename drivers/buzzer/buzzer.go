// Package buzzer gives short signals on an active buzzer, one that sounds by itself
// while it has current, at a GPIO line.
//
// Play never waits: a goroutine sounds the signals one after another, so none cuts
// another short. Halt ends the goroutine and leaves silence behind.
//
// # Wiring
//
// A buzzer takes about 30 mA, a GPIO line gives 16 at most, so a transistor stands
// between:
//
//	Pi                  1 kΩ      NPN (BC547, 2N2222, S8050)
//	pin 37  GPIO26      → 1 kΩ →  base
//	pin 39  ground                emitter
//	pin 1   3.3 V       buzzer +; buzzer − → collector
//
// Modules with three pins have the transistor on board; those that sound on a low
// level (with a PNP transistor) need Opts.ActiveLow and a supply of 3.3 V, since a
// line of 3.3 V doesn't silence them at 5 V. GPIO9 to 27 are pulled low until
// somebody drives them (BCM2835 ARM Peripherals, table 6-31), so there a buzzer that
// sounds on a high level is silent from power-on.
package buzzer

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Signal is how long it sounds, pauses, sounds again and so on.
type Signal []time.Duration

// The signals: one short sound when the turn passes on, two when the time is up, three long
// ones for what must not be missed; one that rises for what is won, a long one for what is
// lost, and for the end of the game a fanfare.
var (
	TurnChange = Signal{40 * time.Millisecond}
	Time       = Signal{80 * time.Millisecond, 120 * time.Millisecond, 80 * time.Millisecond}
	Gain       = Signal{40 * time.Millisecond, 60 * time.Millisecond, 120 * time.Millisecond}
	Loss       = Signal{450 * time.Millisecond}
	Fanfare    = Signal{
		80 * time.Millisecond, 60 * time.Millisecond, 80 * time.Millisecond, 60 * time.Millisecond,
		80 * time.Millisecond, 60 * time.Millisecond, 400 * time.Millisecond,
	}
	Alarm = Signal{
		200 * time.Millisecond, 100 * time.Millisecond,
		200 * time.Millisecond, 100 * time.Millisecond,
		400 * time.Millisecond,
	}
)

// waiting is how many signals wait for the one that sounds; more are dropped, for
// they would come too late to mean anything.
const waiting = 3

const (
	gap   = 250 * time.Millisecond // between two signals
	again = 100 * time.Millisecond // between tries to silence a line that doesn't obey
)

// Opts says what is wired to the line.
type Opts struct {
	ActiveLow bool // the buzzer sounds on a low level
}

// DefaultOpts is a buzzer that sounds on a high level.
var DefaultOpts = Opts{}

// Dev is a buzzer. Its methods may be called from anywhere.
type Dev struct {
	pin    gpio.PinOut
	silent gpio.Level

	next   chan Signal
	failed chan error // the first since the last Play
	quit   chan struct{}
	once   sync.Once
	done   chan struct{}
}

// New silences the line and returns the buzzer on it.
func New(p gpio.PinOut, o Opts) (*Dev, error) {
	d := &Dev{
		pin: p, silent: gpio.Level(o.ActiveLow),
		next: make(chan Signal, waiting), failed: make(chan error, 1),
		quit: make(chan struct{}), done: make(chan struct{}),
	}
	if err := d.out(d.silent); err != nil {
		return nil, err
	}
	go d.work()
	return d, nil
}

// Play sounds a signal soon and returns at once. An error is that of an earlier
// signal, told once: the line refused. After Halt nothing sounds.
func (d *Dev) Play(s Signal) error {
	var earlier error
	select {
	case earlier = <-d.failed:
	default:
	}
	select {
	case d.next <- s:
	default:
	}
	return earlier
}

// Halt ends what sounds, for good, and silences the line.
func (d *Dev) Halt() error {
	d.once.Do(func() { close(d.quit) })
	<-d.done
	return d.out(d.silent)
}

// String names the driver and the line.
func (d *Dev) String() string { return fmt.Sprintf("buzzer{%s}", d.pin) }

func (d *Dev) work() {
	defer close(d.done)
	for {
		select {
		case <-d.quit:
			return
		case s := <-d.next:
			d.sound(s)
		}
	}
}

// sound plays a signal and ends with silence, whatever happens.
func (d *Dev) sound(s Signal) {
	for i, span := range s {
		level := d.silent
		if i%2 == 0 {
			level = !level
		}
		if !d.try(level) || !d.wait(span) {
			break
		}
	}
	for !d.try(d.silent) && d.wait(again) {
	}
	d.wait(gap)
}

// try drives the line and keeps the first failure for the next Play.
func (d *Dev) try(l gpio.Level) bool {
	err := d.out(l)
	if err == nil {
		return true
	}
	select {
	case d.failed <- err:
	default:
	}
	return false
}

func (d *Dev) out(l gpio.Level) error {
	if err := d.pin.Out(l); err != nil {
		return fmt.Errorf("buzzer: drive %s %s: %w", d.pin, l, err)
	}
	return nil
}

// wait reports whether span passed before Halt.
func (d *Dev) wait(span time.Duration) bool {
	select {
	case <-time.After(span):
		return true
	case <-d.quit:
		return false
	}
}
