// Package scanner reads a barcode or QR scanner module in serial mode: the small
// boards with a camera and a lamp, such as Grow's GM60-S and GM65-S, and hand
// scanners set to a virtual COM port.
//
// # Setting the module up
//
// The codes in the module's manual (GM65-S User Manual V1.3: communication in
// section 2, read modes after it; GM60-S V1.1: sections 3.1 and 4) choose the
// serial output where a module comes as a keyboard, 9600 baud, 8N1, and add a
// terminator after each code: carriage return, line feed or both are all
// understood here. Prefixes, such as a code identifier, are best left off: they
// would be a part of the code. For cards that are laid down and left lying choose
// the continuous or the induction mode.
//
// # Wiring
//
// By USB as a virtual COM port; or TX of the module to GPIO15 (RXD), RX to GPIO14
// (TXD), GND to GND, VCC to 3.3 V (160 mA while it reads). Modules with RS-232
// levels need a converter.
//
// # What is a code
//
// The bytes before a terminator, if they are UTF-8 without control characters and
// no longer than [Opts.Longest]. Anything else is refused as a whole and counted:
// half a code is never taken for a code. What a line began and did not end within
// [Opts.Gap] is refused too. A card that lies in front of the lamp is read again
// and again: the same code counts once until it has not been read for
// [Opts.Repeat].
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

// Port is the serial line to the module. A Read waits for bytes; it ends with
// os.ErrDeadlineExceeded at the deadline.
type Port interface {
	io.Reader
	SetReadDeadline(t time.Time) error
}

// Opts says what counts as a code.
type Opts struct {
	Longest int           // bytes of a code
	Gap     time.Duration // between the bytes of one code
	Repeat  time.Duration // the same code counts again after it wasn't read for this long
}

// DefaultOpts takes codes of up to 64 bytes, once until they are away for 1.5 s.
func DefaultOpts() Opts {
	return Opts{Longest: 64, Gap: 500 * time.Millisecond, Repeat: 1500 * time.Millisecond}
}

// Dev is a scanner.
type Dev struct {
	port    Port
	opts    Opts
	last    string // the code read last
	seen    time.Time
	refused atomic.Int64
	halted  chan struct{}
	halt    sync.Once
}

// New returns the scanner at the other end of p. Nothing is read before Run.
func New(p Port, o Opts) (*Dev, error) {
	if o.Longest < 1 || o.Gap <= 0 || o.Repeat < 0 {
		return nil, fmt.Errorf("scanner: codes of %d bytes, gap %v, repeat %v: out of range", o.Longest, o.Gap, o.Repeat)
	}
	return &Dev{port: p, opts: o, halted: make(chan struct{})}, nil
}

// String names the device and its port.
func (d *Dev) String() string { return fmt.Sprintf("scanner{%v}", d.port) }

// Refused counts the lines that were no code.
func (d *Dev) Refused() int { return int(d.refused.Load()) }

// Halt ends Run for good. It may be called at any time, from anywhere.
func (d *Dev) Halt() error {
	d.halt.Do(func() { close(d.halted) })
	return d.wake()
}

// wake ends the Read under way.
func (d *Dev) wake() error {
	if err := d.port.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return fmt.Errorf("scanner: halt: %w", err)
	}
	return nil
}

// Run calls each for every code until ctx ends or Halt is called; it returns nil then.
// It returns an error when the line fails, and may be called again.
func (d *Dev) Run(ctx context.Context, each func(code string)) error {
	if err := d.port.SetReadDeadline(time.Time{}); err != nil {
		return fmt.Errorf("scanner: run: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = d.wake() })
	defer stop()
	l := line{longest: d.opts.Longest}
	b := make([]byte, 128)
	came := time.Time{}
	for !d.isOver(ctx) {
		n, err := d.port.Read(b)
		now := time.Now()
		if n > 0 && now.Sub(came) > d.opts.Gap && l.drop() {
			d.refused.Add(1)
		}
		came = now
		d.take(&l, b[:n], now, each)
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

// take cuts what came into lines.
func (d *Dev) take(l *line, came []byte, now time.Time, each func(code string)) {
	for _, b := range came {
		code, ended := l.add(b)
		switch {
		case !ended:
		case code == "":
			d.refused.Add(1)
		case d.isNew(code, now):
			each(code)
		}
	}
}

// isNew reports whether code wasn't read within the last Repeat.
func (d *Dev) isNew(code string, now time.Time) bool {
	again := code == d.last && now.Sub(d.seen) < d.opts.Repeat
	d.last, d.seen = code, now
	return !again
}
