// Package buzzer plays short signals on an active buzzer at a GPIO line. An active buzzer
// sounds by itself while it has current.
//
// Play never blocks: a goroutine plays the signals one after another, each to its end. Halt
// ends the goroutine and silences the buzzer.
//
// # Wiring
//
// A buzzer takes about 30 mA, and a GPIO line supplies 16 mA at most, so a transistor is
// needed:
//
//	Pi                  1 kΩ      NPN (BC547, 2N2222, S8050)
//	pin 37  GPIO26      → 1 kΩ →  base
//	pin 39  ground                emitter
//	pin 1   3.3 V       buzzer +; buzzer − → collector
//
// Modules with three pins have the transistor on board. Modules that sound on a low level
// (with a PNP transistor) need Opts.ActiveLow and a supply of 3.3 V: at 5 V a line of 3.3 V
// doesn't silence them. GPIO9 to 27 are pulled low until a program drives them (BCM2835 ARM
// Peripherals, table 6-31), so on these lines a buzzer that sounds on a high level is silent
// from power-on.
package buzzer

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Signal is a sequence of durations, alternately of sound and of silence, beginning with sound.
type Signal []time.Duration

// The signals. TurnChange is one short sound when the turn passes on. Edge, Refusal and Done
// answer a key press while the screen is spoken. Time is two sounds when
// the time is up. Gain is a short and a longer sound, Loss one long sound, and Fanfare four
// sounds for the end of the game. Alarm is three long sounds for events that must not be
// missed.
var (
	TurnChange = Signal{40 * time.Millisecond}
	Edge       = Signal{15 * time.Millisecond}
	Refusal    = Signal{15 * time.Millisecond, 60 * time.Millisecond, 15 * time.Millisecond}
	Done       = Signal{15 * time.Millisecond, 60 * time.Millisecond, 60 * time.Millisecond}
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

// queueSize is the maximum number of signals that wait to be played. Further signals are
// dropped: they would come too late to mean anything.
const queueSize = 3

const (
	gap   = 250 * time.Millisecond // silence between two signals
	again = 100 * time.Millisecond // pause between two attempts to silence a line that fails
)

// Opts describes how the buzzer is wired.
type Opts struct {
	ActiveLow bool // the buzzer sounds on a low level
}

// DefaultOpts describes a buzzer that sounds on a high level.
var DefaultOpts = Opts{}

// Dev is a buzzer. Its methods may be called from any goroutine.
type Dev struct {
	pin    gpio.PinOut
	silent gpio.Level

	next   chan Signal
	failed chan error // the first error since the last Play
	quit   chan struct{}
	once   sync.Once
	done   chan struct{}
}

// New silences the line and returns the buzzer on it.
func New(p gpio.PinOut, o Opts) (*Dev, error) {
	d := &Dev{
		pin: p, silent: gpio.Level(o.ActiveLow),
		next: make(chan Signal, queueSize), failed: make(chan error, 1),
		quit: make(chan struct{}), done: make(chan struct{}),
	}
	if err := d.out(d.silent); err != nil {
		return nil, err
	}
	go d.run()
	return d, nil
}

// Play queues a signal and returns at once. It returns the first error of the line since the
// previous Play, if there was one. After Halt no signal is played.
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

// Halt ends the current signal, discards the queued ones and silences the line. No signal is
// played afterwards.
func (d *Dev) Halt() error {
	d.once.Do(func() { close(d.quit) })
	<-d.done
	return d.out(d.silent)
}

// String returns the name of the driver and its line.
func (d *Dev) String() string { return fmt.Sprintf("buzzer{%s}", d.pin) }

func (d *Dev) run() {
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

// sound plays a signal, or the part of it before an error or Halt, and then silences the line.
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

// try sets the line to level l and reports whether it succeeded. It stores the first error for
// the next Play.
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

// wait waits for the time span. It returns false if Halt is called before the end of that time.
func (d *Dev) wait(span time.Duration) bool {
	select {
	case <-time.After(span):
		return true
	case <-d.quit:
		return false
	}
}
