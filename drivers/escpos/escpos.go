// Package escpos prints on receipt printers that speak ESC/POS: text with Cyrillic
// letters, and QR codes.
//
// # Cyrillic
//
// A printer that has a Cyrillic code page prints text in its own font: page 866 is
// table 17 at Epson and most others, page 1251 table 46 at Epson, elsewhere 73 or
// another; the self-test, printed when the printer is switched on with FEED held
// down, lists them. Where it has none, [Opts.Face] draws the text, and it is
// printed as a picture. Chinese printers take pairs of bytes for Chinese characters
// unless told not to ([Opts.Kanji]).
//
// # What is printed, stays printed
//
// Jobs are kept until the printer says that it has come to their end. Out of paper,
// switched off or unplugged in the middle of a line: Print says so, the job stays,
// and the next Print begins it anew. What the printer had already taken comes out
// first; a picture that broke off is filled up with white, or the printer would take
// the beginning of the job for the rest of it. A printer whose answers don't reach the companion ([Opts.Mute]) has
// printed a job when the line has taken it.
//
// Names and reasons that people entered are text, never commands: what is below
// 20 hexadecimal, 7F, and all other control and format characters are left out, and
// in pictures the bytes that a printer would obey at once are changed by one dot.
//
// # Wiring
//
// By USB where the printer is a serial port to Linux (/dev/serial/by-id/…); or RS-232
// with a converter; or the small printers with 3.3 V levels: their TX to GPIO15
// (RXD), their RX to GPIO14 (TXD), GND to GND; what the system must leave alone there,
// package serial says. The supply of a printer (5 to 24 V, 2 A and more) is its own.
//
// # Reference
//
// Epson, ESC/POS Command Reference: ESC @, ESC a, ESC d, ESC t, FS ., GS !, GS V,
// GS v 0, GS ( k functions 165 to 181, GS r, DLE EOT.
package escpos

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"sync"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// Port is the line to the printer. A Read waits for bytes; it ends with
// os.ErrDeadlineExceeded at the deadline.
type Port interface {
	io.ReadWriter
	SetReadDeadline(t time.Time) error
}

// Opts describes the printer.
type Opts struct {
	Columns int // characters in a line: 32 on paper of 58 mm, 48 on 80 mm
	Dots    int // in a line, a multiple of 8: 384 on paper of 58 mm, 576 on 80 mm

	// Page is the code page of the text and Table the number of that page in the
	// printer. Without a Page, Face draws the text: black on white, no wider than
	// Dots, Columns characters of it or, if it is big, half as many.
	Page  *charmap.Charmap
	Table byte
	Face  func(text string, big bool) image.Image
	Kanji bool // with a Page: leave the mode for Chinese characters; a printer without one may print "."

	DrawsQR bool // the printer draws QR codes itself (GS ( k)
	Cuts    bool // it has a cutter
	Mute    bool // its answers don't reach us

	Answer time.Duration // how long it may take to answer
	Finish time.Duration // how long it may take to print a job
}

// DefaultOpts is a printer for paper of 58 mm without cutter, with code page 866.
func DefaultOpts() Opts {
	return Opts{
		Columns: 32, Dots: 384, Page: charmap.CodePage866, Table: 17, Kanji: true,
		Answer: 500 * time.Millisecond, Finish: time.Minute,
	}
}

func (o Opts) check() error {
	switch {
	case o.Columns < 8 || o.Columns > 255 || o.Dots < 64 || o.Dots > 2040 || o.Dots%8 != 0:
		return fmt.Errorf("%d columns, %d dots: out of range", o.Columns, o.Dots)
	case o.Page == nil && o.Face == nil:
		return errors.New("neither a code page nor a face")
	case o.Answer <= 0 || o.Finish <= 0:
		return errors.New("a time to wait is positive")
	}
	return nil
}

// What may keep a printer from printing.
var (
	ErrPaper   = errors.New("out of paper")
	ErrCover   = errors.New("the cover is open")
	ErrFault   = errors.New("the printer reports an error")
	ErrOffline = errors.New("the printer is offline")
	ErrSilent  = errors.New("the printer doesn't answer")
	ErrFull    = errors.New("too much is waiting")
	ErrHalted  = errors.New("halted")
)

// Dev is a printer. Its methods may be called from any goroutine.
type Dev struct {
	port   Port
	opts   Opts
	inUse  chan struct{} // filled by who talks to the printer
	halted chan struct{}
	halt   sync.Once
	ended  bool // the printer said that it has come to the end of a job
	torn   bool // the printer may wait for the rest of a command

	mu   sync.Mutex
	jobs []*encoded
}

// New returns the printer at the other end of p. Nothing is sent before Print.
func New(p Port, o Opts) (*Dev, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("escpos: %w", err)
	}
	return &Dev{port: p, opts: o, inUse: make(chan struct{}, 1), halted: make(chan struct{})}, nil
}

// String names the device and its port.
func (d *Dev) String() string { return fmt.Sprintf("escpos{%v}", d.port) }

// Halt ends a Print, at the latest when the printer has taken a line or Answer has
// passed, and those that follow. What is waiting stays.
func (d *Dev) Halt() error {
	d.halt.Do(func() { close(d.halted) })
	return nil
}

// use waits until nobody else talks to the printer.
func (d *Dev) use(ctx context.Context) error {
	select {
	case <-d.halted:
		return ErrHalted
	case <-ctx.Done():
		return ctx.Err()
	case d.inUse <- struct{}{}:
		return d.isOver(ctx)
	}
}

func (d *Dev) leave() { <-d.inUse }
