// Package escpos prints text, Cyrillic included, and QR codes on receipt printers with the
// ESC/POS command set.
//
// # Cyrillic
//
// A printer with a Cyrillic code page prints text in its own font. Page 866 is table 17 of
// Epson and most other makers; page 1251 is table 46 of Epson, 73 or another elsewhere. Page 437
// is table 0 and page 1252 is table 16 nearly everywhere. The self-test, printed when the printer
// is switched on with FEED held down, lists the tables.
// For a printer without such a page, [Opts.Face] draws the text, and the text is printed as a
// picture. A line with a letter that the page lacks, such as Қ or ä in a name, is printed as a
// picture too, with letters of the same size. Quotation marks, dashes and similar signs that the
// page lacks become simpler ones if the page has everything else. Chinese printers interpret pairs
// of bytes as Chinese characters unless that mode is switched off ([Opts.Kanji]).
//
// # Jobs are not lost
//
// A job is one receipt. It stays in the queue until the printer reports that it has printed the
// end of the job. If paper runs out, or the printer is switched off or unplugged in the middle
// of a line, Print returns an error, the job stays in the queue, and the next Print begins it
// again. The printer first prints the data that it had already received. If a picture broke
// off, the next Print first completes it with white; otherwise the printer would take the
// beginning of the job for the rest of the picture. If the printer's answers don't reach the
// companion ([Opts.Mute]), a job counts as printed once it is written to the port. The same holds
// for a silent printer at a [Receiver], such as a USB port: there Write returns only once the
// printer has received the bytes.
//
// Text entered by people, such as names, is printed as text and never executed as commands.
// Control and format characters are removed (below 20 hexadecimal, 7F, and all others). In
// pictures, byte pairs that a printer would execute at once are changed by one dot.
//
// # Wiring
//
// Printers with USB are connected directly. They appear to Linux as a serial port
// (/dev/serial/by-id/…) or as a printer (/dev/usb/lp0). Printers with RS-232 need a converter.
// Small printers with 3.3 V levels are wired to the Pi: their TX to GPIO15 (RXD), their RX to
// GPIO14 (TXD), GND to GND; package serial documents the system settings for these pins. A printer
// needs its own supply (5 to 24 V, 2 A and more).
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

// Port is the line to the printer. Read waits for bytes until the deadline and then returns
// os.ErrDeadlineExceeded.
type Port interface {
	io.ReadWriter
	SetReadDeadline(t time.Time) error
}

// Receiver is a Port whose Write returns once the printer has received the bytes. A printer at such
// a port need not answer.
type Receiver interface {
	Port
	// PaperOut reports whether the printer's paper is used up, as far as the port knows. Print
	// calls it before a job if the printer doesn't answer.
	PaperOut() bool
}

// Opts describes the printer.
type Opts struct {
	Columns int // number of characters per line: 32 on paper of 58 mm, 48 on 80 mm
	Dots    int // number of dots per line, a multiple of 8: 384 on paper of 58 mm, 576 on 80 mm

	// Page is the code page of the text, and Table is its number in the printer. Face draws the
	// lines with characters that Page lacks, or all lines if Page is nil: black on white; big means
	// twice the size. A line has Columns characters, or half as many if big is true. Without Face
	// a character that Page lacks is printed as "?".
	Page  *charmap.Charmap
	Table byte
	Face  func(text string, big bool) image.Image
	// Kanji switches off the mode for Chinese characters, if Page is set. A printer without
	// that mode may print ".".
	Kanji bool

	DrawsQR bool // the printer can draw QR codes (GS ( k)
	Cuts    bool // the printer has a cutter
	Mute    bool // the printer's answers don't reach the companion

	Answer time.Duration // time limit for an answer
	Finish time.Duration // time limit for printing a job
}

// DefaultOpts returns options for a printer with paper of 58 mm, code page 866 and no cutter.
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
		return errors.New("times Answer and Finish must be positive")
	}
	return nil
}

// Errors of Print, Status and Add.
var (
	ErrPaper   = errors.New("out of paper")
	ErrCover   = errors.New("the cover is open")
	ErrFault   = errors.New("the printer reports an error")
	ErrOffline = errors.New("the printer is offline")
	ErrSilent  = errors.New("the printer doesn't answer")
	ErrFull    = errors.New("the queue is full")
	ErrHalted  = errors.New("halted")
)

// Dev is a printer. Its methods may be called from any goroutine.
type Dev struct {
	port   Port
	opts   Opts
	inUse  chan struct{} // semaphore for port, silent, ended and broken
	halted chan struct{}
	halt   sync.Once
	silent bool // the current job is printed without the printer's answers
	ended  bool // the printer reported the end of a job
	broken bool // the printer may wait for the rest of a command

	mu   sync.Mutex
	jobs []*encoded
}

// New returns the printer at the other end of p. It sends nothing; Print and Status do.
func New(p Port, o Opts) (*Dev, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("escpos: %w", err)
	}
	return &Dev{port: p, opts: o, inUse: make(chan struct{}, 1), halted: make(chan struct{})}, nil
}

// String returns the name of the driver and its port.
func (d *Dev) String() string { return fmt.Sprintf("escpos{%v}", d.port) }

// Halt makes the running Print and all later ones return ErrHalted. The running Print returns
// once the printer has received a line, or after Answer at the latest. The queue is preserved.
func (d *Dev) Halt() error {
	d.halt.Do(func() { close(d.halted) })
	return nil
}

// acquire waits for exclusive use of the printer. It returns an error once ctx ends or the
// driver is halted.
func (d *Dev) acquire(ctx context.Context) error {
	select {
	case <-d.halted:
		return ErrHalted
	case <-ctx.Done():
		return ctx.Err()
	case d.inUse <- struct{}{}:
		return d.isOver(ctx)
	}
}

func (d *Dev) release() { <-d.inUse }
