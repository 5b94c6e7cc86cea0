// Package tablepanel talks to a microcontroller built into the table: a key and a
// lamp per seat, sensors that see dice, motors of a dice tower or a shuffler.
//
// # The protocol
//
// Lines of ASCII, each ended by LF (a CR before it is passed over), of at most 63
// characters; words are parted by one space. Numbers are decimal, 1 to 99, without
// leading zeros; names are 1 to 16 of the letters, digits and ".", "_", "-".
// 115200 baud, 8N1.
//
// The panel says:
//
//	HELLO name version   when it has started, and whenever it is asked
//	K seat down|up       a seat's key, free of bounce
//	D sensor face        a die has come to rest: 1 to 6, red, white …
//	M motor done|stuck   a motor has ended what it was told to do, or can't
//
// The companion says:
//
//	?                    who is there? Answered with HELLO
//	T seat               whose turn it is; T 0: nobody's
//	L seat on|off|blink  a seat's lamp
//	M motor              start a motor: roll, shuffle
//	X                    nobody's turn, all lamps off, all motors stopped
//
// Nothing else is answered. A line that is none of these is ignored by both, and
// counted here: noise on a line under a table is no reason to stop a game.
//
// The companion asks "?" every second until it hears HELLO. After each HELLO, so
// also when somebody stumbled over the cable, it says X and then all that the
// panel must know.
//
// # A session
//
//	panel              companion
//	                   ?            every second: the panel has no power yet
//	                   ?
//	HELLO rim 1.2
//	                   X            the panel is told all there is
//	                   T 0
//	                   T 2          it is the turn of seat 2,
//	                   L 2 blink    who has not noticed
//	K 2 down
//	K 2 up
//	                   L 2 on
//	                   M roll       the tower drops two dice
//	M roll done
//	D 1 red
//	D 2 white
//	                   L 2 off
//	                   T 3
//	                   L 3 on
//	K 3 d%wn                        noise: ignored, counted
//	HELLO rim 1.2                   the cable was out for a moment
//	                   X
//	                   T 3
//	                   L 3 on
//	                   X            good night
//
// # Wiring
//
// Any board with a USB serial port, such as an Arduino, by USB; or a board with
// 3.3 V levels at the Pi's UART: its TX to GPIO15 (RXD), its RX to GPIO14 (TXD),
// GND to GND. Motors get a supply of their own.
package tablepanel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Port is the serial line to the panel. A Read waits for bytes; it ends with
// os.ErrDeadlineExceeded at the deadline.
type Port interface {
	io.ReadWriter
	SetReadDeadline(t time.Time) error
}

// Lamp is what a seat's lamp does.
type Lamp byte

const (
	Off Lamp = iota
	On
	Blink
)

// String returns the word for it on the line.
func (l Lamp) String() string { return [...]string{"off", "on", "blink"}[l] }

// Opts says how patient the companion is.
type Opts struct {
	Ask time.Duration // between two "?"
}

// DefaultOpts asks every second.
func DefaultOpts() Opts { return Opts{Ask: time.Second} }

// Dev is a table panel. Its methods may be called from any goroutine.
type Dev struct {
	port   Port
	opts   Opts
	junk   atomic.Int64
	halted chan struct{}

	mu    sync.Mutex // orders what is written, and guards
	turn  int
	lamps [100]Lamp // by seat
	dark  bool      // Halt was called
}

// ErrHalted is what a panel that was halted answers.
var ErrHalted = errors.New("halted")

// New returns the panel at the other end of p. Nothing is said before Run.
func New(p Port, o Opts) (*Dev, error) {
	if o.Ask <= 0 {
		return nil, fmt.Errorf("tablepanel: ask every %v: a positive time", o.Ask)
	}
	return &Dev{port: p, opts: o, halted: make(chan struct{})}, nil
}

// String names the device and its port.
func (d *Dev) String() string { return fmt.Sprintf("tablepanel{%v}", d.port) }

// Junk counts the lines that made no sense.
func (d *Dev) Junk() int { return int(d.junk.Load()) }

// Turn says whose turn it is; 0 is nobody's. While the panel is away the error
// says so, and it is told when it is back; this is true of Lamp too.
func (d *Dev) Turn(seat int) error {
	if seat < 0 || seat > 99 {
		return fmt.Errorf("tablepanel: turn of seat %d: 0 to 99", seat)
	}
	return d.say(func() string {
		d.turn = seat
		return turnLine(seat)
	})
}

// Lamp sets a seat's lamp.
func (d *Dev) Lamp(seat int, l Lamp) error {
	if seat < 1 || seat > 99 || l > Blink {
		return fmt.Errorf("tablepanel: lamp %d of seat %d: 0 to 2, 1 to 99", l, seat)
	}
	return d.say(func() string {
		d.lamps[seat] = l
		return lampLine(seat, l)
	})
}

// Motor starts a motor, such as "roll". It isn't told again after the panel was away.
func (d *Dev) Motor(name string) error {
	if !isName(name) {
		return fmt.Errorf("tablepanel: motor %q: no name", name)
	}
	return d.say(func() string { return "M " + name + "\n" })
}

// Halt darkens the panel, stops its motors and ends Run, for good.
func (d *Dev) Halt() error {
	err := d.say(func() string {
		d.dark = true
		close(d.halted)
		return allOff
	})
	if errors.Is(err, ErrHalted) {
		return nil
	}
	return errors.Join(err, d.wake())
}

const allOff = "X\n"

func turnLine(seat int) string         { return fmt.Sprintf("T %d\n", seat) }
func lampLine(seat int, l Lamp) string { return fmt.Sprintf("L %d %v\n", seat, l) }

// say writes the lines that change returns, while nobody else changes anything.
func (d *Dev) say(change func() string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dark {
		return fmt.Errorf("tablepanel: %w", ErrHalted)
	}
	lines := change()
	if _, err := io.WriteString(d.port, lines); err != nil {
		return fmt.Errorf("tablepanel: say %q: %w", strings.TrimSuffix(lines, "\n"), err)
	}
	return nil
}

// everything is what a panel that has just started must be told.
func (d *Dev) everything() string {
	lines := allOff + turnLine(d.turn)
	for seat, l := range d.lamps {
		if l != Off {
			lines += lampLine(seat, l)
		}
	}
	return lines
}

// wake ends the Read under way.
func (d *Dev) wake() error {
	if err := d.port.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return fmt.Errorf("tablepanel: end reading: %w", err)
	}
	return nil
}

// Run greets the panel and calls each for everything it says, until ctx ends or
// Halt is called; it returns nil then. It returns an error when the line fails,
// and may be called again.
func (d *Dev) Run(ctx context.Context, each func(Report)) error {
	stop := context.AfterFunc(ctx, func() { _ = d.wake() })
	defer stop()
	h := hearing{Dev: d, each: each}
	for {
		err := h.hear(ctx)
		switch {
		case d.isOver(ctx):
			return nil
		case errors.Is(err, os.ErrDeadlineExceeded):
		case err != nil:
			return fmt.Errorf("tablepanel: hear: %w", err)
		}
	}
}

func (d *Dev) isOver(ctx context.Context) bool {
	select {
	case <-d.halted:
		return true
	case <-ctx.Done():
		return true
	default:
		return false
	}
}
