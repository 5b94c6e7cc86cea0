// Package scanner reads a barcode or QR scanner module in serial mode: small boards with a
// camera and a lamp, such as Grow's GM60-S and GM65-S, and hand scanners set to a virtual COM
// port.
//
// # Setup of the module
//
// The module is configured by scanning codes from its manual (GM65-S User Manual V1.3:
// communication in section 2, read modes in the sections after it; GM60-S V1.1: sections 3.1
// and 4). Choose the serial output if the module is delivered as a keyboard, 9600 baud, 8N1,
// and a terminator after each code: carriage return, line feed or both. Switch prefixes off,
// such as a code identifier: they would become a part of the code. For cards that are left in
// front of the module, choose the continuous or the induction mode.
//
// # Wiring
//
// Connect the module by USB as a virtual COM port; or connect TX of the module to GPIO15
// (RXD), RX to GPIO14 (TXD), GND to GND, VCC to 3.3 V (160 mA while it reads). Modules with
// RS-232 levels need a converter.
//
// # Codes
//
// A code is the bytes before a terminator, if they are valid UTF-8 without control characters
// and no longer than [Opts.Longest]. The driver rejects and counts any other line as a whole,
// so a part of a code is never reported as a code. It also rejects a line whose next byte
// doesn't arrive within [Opts.Gap]. The module reads a card in front of its lamp repeatedly:
// the same code counts once until it has not been read for [Opts.Repeat].
package scanner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Port is the serial line to the module. Read waits for bytes until the deadline and then
// returns os.ErrDeadlineExceeded.
type Port interface {
	io.Reader
	SetReadDeadline(t time.Time) error
}

// Opts defines which lines are valid codes and which codes are repetitions.
type Opts struct {
	Longest int           // maximum length of a code in bytes
	Gap     time.Duration // maximum time between two bytes of a code
	Repeat  time.Duration // time without a reading after which the same code counts again
	Refused func()        // if set, called by Run for each line that is not a valid code
}

// DefaultOpts returns options that accept codes of up to 64 bytes. A code counts again after
// 1.5 s without a reading.
func DefaultOpts() Opts {
	return Opts{Longest: 64, Gap: 500 * time.Millisecond, Repeat: 1500 * time.Millisecond}
}

// Dev is a scanner.
type Dev struct {
	port    Port
	opts    Opts
	last    string    // the last code
	seen    time.Time // time of the last code
	refused atomic.Int64
	halted  chan struct{}
	halt    sync.Once
}

// New returns the scanner at the other end of p. Run reads from p.
func New(p Port, o Opts) (*Dev, error) {
	if o.Longest < 1 || o.Gap <= 0 || o.Repeat < 0 {
		return nil, fmt.Errorf("scanner: codes of %d bytes, gap %v, repeat %v: out of range", o.Longest, o.Gap, o.Repeat)
	}
	return &Dev{port: p, opts: o, halted: make(chan struct{})}, nil
}

// String returns the name of the driver and its port.
func (d *Dev) String() string { return fmt.Sprintf("scanner{%v}", d.port) }

// Refused returns the number of lines that were not valid codes.
func (d *Dev) Refused() int { return int(d.refused.Load()) }

// Halt ends Run permanently. It may be called at any time from any goroutine.
func (d *Dev) Halt() error {
	d.halt.Do(func() { close(d.halted) })
	return d.wake()
}

// wake makes the running call of the port's Read return at once.
func (d *Dev) wake() error {
	if err := d.port.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return fmt.Errorf("scanner: halt: %w", err)
	}
	return nil
}

// Run calls each for every code. It returns nil when ctx ends or Halt is called, and an error
// when the line fails. It may be called again.
func (d *Dev) Run(ctx context.Context, each func(code string)) error {
	if err := d.port.SetReadDeadline(time.Time{}); err != nil {
		return fmt.Errorf("scanner: run: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = d.wake() })
	defer stop()
	l := line{longest: d.opts.Longest}
	b := make([]byte, 128)
	last := time.Time{}
	for !d.isOver(ctx) {
		n, err := d.port.Read(b)
		now := time.Now()
		if n > 0 && now.Sub(last) > d.opts.Gap && l.drop() {
			d.refuse()
		}
		last = now
		d.split(&l, b[:n], now, each)
		if err != nil && !d.isOver(ctx) && !errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("scanner: read: %w", err)
		}
	}
	return nil
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

// split adds received bytes to the line and calls each for the codes in them.
func (d *Dev) split(l *line, received []byte, now time.Time, each func(code string)) {
	for _, b := range received {
		code, ended := l.add(b)
		switch {
		case !ended:
		case code == "":
			d.refuse()
		case d.isNew(code, now):
			each(code)
		}
	}
}

// refuse counts and reports a line that is not a valid code.
func (d *Dev) refuse() {
	d.refused.Add(1)
	if d.opts.Refused != nil {
		d.opts.Refused()
	}
}

// isNew records a reading of code and reports whether the code is new: it differs from the last
// code, or was last read at least Repeat ago.
func (d *Dev) isNew(code string, now time.Time) bool {
	again := code == d.last && now.Sub(d.seen) < d.opts.Repeat
	d.last, d.seen = code, now
	return !again
}
