// Package mfrc522 reads the identifier of a tag that is laid on an MFRC522, the
// reader of the RC522 boards: a card with a tag on its back is a code, as a card
// with a barcode is one for a scanner.
//
// # Wiring
//
// A 3.3 V part, so straight to the Pi:
//
//	SDA   the chip select of the SPI port, such as GPIO7 (CE1)
//	SCK   GPIO11        MOSI  GPIO10        MISO  GPIO9
//	RST   a GPIO line, the reset pin
//	IRQ   a GPIO line, the interrupt pin; often left out, but needed here
//	3.3V, GND
//
// # Behaviour
//
// The identifiers of 4 and 7 bytes are read; their code is 8 or 14 hexadecimal
// digits in capitals. Phones, and some bank cards, make up another identifier each
// time. A tag that is left lying counts once, until it has not been read for
// [Opts.Repeat].
//
// The chip is driven by periph.io/x/devices/v3/mfrc522, which is kept from waiting
// for ever. It clears pending interrupts by waiting 0 s for an edge, which a line of
// the kernel's GPIO device takes for "as long as it takes"; −1, that by the book,
// comes back at once there; after a failed transfer it leaves a goroutine behind
// that waits to be heard; and where no chip is, it waits for a tag. So it is given
// a pin that waits as it should, and can be woken; a transfer that failed is hidden
// from it until it has come to rest; and the chip is looked for before each wait,
// since SPI has no acknowledge.
//
// Every wait sets the chip up anew, so one that had lost its power comes back.
//
// # Datasheet
//
// MFRC522, Rev. 3.9, 27 April 2016 (NXP 112139): SPI in 8.1.2 (page 10), hard
// power-down in 8.6.1, VersionReg in 9.3.4.8.
//
// https://www.nxp.com/docs/en/data-sheet/MFRC522.pdf
package mfrc522

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522"
)

// versionReg tells the version: 91 or 92 hexadecimal, something else in copies.
// A bus on which nobody answers reads as nobody or everybody (section 9.3.4.8).
const (
	versionReg = 0x37
	nobody     = 0x00
	everybody  = 0xff
)

// Opts says what counts as a tag that is laid down.
type Opts struct {
	Wait   time.Duration // for a tag, until the chip is looked for again
	Pause  time.Duration // between two readings
	Repeat time.Duration // the same tag counts again after it wasn't read for this long
	Gain   int           // of the antenna, 0 to 7
}

// DefaultOpts reads up to six times a second, and a tag once until it is away for
// 1.5 s.
func DefaultOpts() Opts {
	return Opts{Wait: time.Second, Pause: 150 * time.Millisecond, Repeat: 1500 * time.Millisecond, Gain: 4}
}

func (o Opts) check() error {
	if o.Wait <= 0 || o.Pause <= 0 || o.Repeat < 0 || o.Gain < 0 || o.Gain > 7 {
		return fmt.Errorf("wait %v, pause %v, repeat %v, gain %d: out of range", o.Wait, o.Pause, o.Repeat, o.Gain)
	}
	return nil
}

// ErrNoChip says that nobody answers on the bus.
var ErrNoChip = errors.New("no chip answers")

// Dev is a reader of tags.
type Dev struct {
	opts   Opts
	port   spi.Port
	reset  gpio.PinOut
	last   string // the code read last, by Run
	seen   time.Time
	halted chan struct{}
	halt   sync.Once

	inUse chan struct{} // filled by who uses what follows
	bus   *bus
	irq   *irq
	chip  *mfrc522.Dev
}

// New sets up the chip on p. It returns an error that wraps ErrNoChip where none is.
func New(p spi.Port, reset gpio.PinOut, interrupt gpio.PinIn, o Opts) (*Dev, error) {
	err := o.check()
	if err == nil && (reset == nil || interrupt == nil) {
		err = errors.New("a reset and an interrupt pin are needed")
	}
	if err != nil {
		return nil, fmt.Errorf("mfrc522: set up: %w", err)
	}
	d := &Dev{opts: o, port: p, reset: reset, halted: make(chan struct{}), inUse: make(chan struct{}, 1), bus: &bus{Port: p}}
	d.irq = &irq{PinIn: interrupt, bus: d.bus, halted: d.halted}
	if err := d.setUp(); err != nil {
		return nil, fmt.Errorf("mfrc522: set up: %w", err)
	}
	return d, nil
}

func (d *Dev) setUp() error {
	chip, err := mfrc522.NewSPI(d.bus, d.reset, d.irq)
	if fault := d.bus.err(); fault != nil {
		return fault
	}
	if err != nil {
		return err
	}
	d.chip = chip
	if err := chip.SetAntennaGain(d.opts.Gain); err != nil {
		return err
	}
	return d.look()
}

// look reports whether the chip is there.
func (d *Dev) look() error {
	version, _ := d.chip.LowLevel.DevRead(versionReg)
	if fault := d.bus.err(); fault != nil {
		return fault
	}
	if version == nobody || version == everybody {
		return ErrNoChip
	}
	return nil
}

// String names the device and its bus.
func (d *Dev) String() string { return fmt.Sprintf("mfrc522{%v}", d.port) }

// Halt ends Run and switches field and chip off, for good. It may be called at any
// time, from anywhere.
func (d *Dev) Halt() (err error) {
	d.halt.Do(func() {
		close(d.halted)
		d.inUse <- struct{}{}
		defer func() { <-d.inUse }()
		d.bus.forget()
		_ = d.chip.Halt()
		if err = errors.Join(d.bus.err(), d.reset.Out(gpio.Low)); err != nil {
			err = fmt.Errorf("mfrc522: halt: %w", err)
		}
	})
	return err
}

// Run calls each for every tag that is laid down, until ctx ends or Halt is called; it
// returns nil then. It returns an error when the bus fails or the chip is gone, and may
// be called again.
func (d *Dev) Run(ctx context.Context, each func(code string)) error {
	for !d.isOver(ctx) {
		code, err := d.read(ctx)
		switch {
		case d.isOver(ctx):
			return nil
		case err != nil:
			return fmt.Errorf("mfrc522: read: %w", err)
		case code != "" && d.isNew(code, time.Now()):
			each(code)
		}
		d.pause(ctx)
	}
	return nil
}

// read waits for a tag and returns its code, or "" where none came or it was taken
// away before it was read.
func (d *Dev) read(ctx context.Context) (code string, err error) {
	d.inUse <- struct{}{}
	defer func() { <-d.inUse }()
	d.bus.forget()
	if err := d.look(); err != nil {
		return "", err
	}
	d.irq.done = ctx.Done()
	d.irq.clear()
	uid, err := d.chip.ReadUID(d.opts.Wait)
	if fault := d.bus.err(); fault != nil {
		return "", fault
	}
	if err != nil {
		return "", nil
	}
	return fmt.Sprintf("%X", uid), nil
}

// isNew reports whether code wasn't read within the last Repeat.
func (d *Dev) isNew(code string, now time.Time) bool {
	again := code == d.last && now.Sub(d.seen) < d.opts.Repeat
	d.last, d.seen = code, now
	return !again
}

func (d *Dev) pause(ctx context.Context) {
	select {
	case <-time.After(d.opts.Pause):
	case <-ctx.Done():
	case <-d.halted:
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
