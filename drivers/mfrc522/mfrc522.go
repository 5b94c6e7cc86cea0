// Package mfrc522 reads the identifier of a tag laid on an MFRC522, the reader chip of the
// RC522 boards. The identifier of a tag on the back of a card is the code of that card, like a
// barcode for a scanner.
//
// # Wiring
//
// The chip works at 3.3 V and is wired to the Pi directly:
//
//	SDA   the chip select of the SPI port, such as GPIO7 (CE1)
//	SCK   GPIO11        MOSI  GPIO10        MISO  GPIO9
//	RST   a GPIO line, the reset pin
//	IRQ   a GPIO line, the interrupt pin; often left out, but needed here
//	3.3V, GND
//
// # Behaviour
//
// The driver reads identifiers of 4 and 7 bytes; their code has 8 or 14 hexadecimal digits in
// capitals. Phones and some bank cards invent a new identifier each time. A tag left on the
// reader counts once, until it has not been read for [Opts.Repeat].
//
// The chip is driven by periph.io/x/devices/v3/mfrc522. That driver has these faults:
//
//   - The driver clears pending interrupts by waiting 0 s for an edge, but a line of the kernel's
//     GPIO device takes 0 to mean "without limit".
//   - For −1, which periph documents as "without limit", such a line returns at once.
//   - After a failed transfer the driver leaves a goroutine blocked on a channel send.
//   - Without a chip the driver waits for a tag forever.
//
// So this package gives the driver a pin that waits correctly and can be woken, and a port
// that hides a failed transfer until the driver has returned. The package probes the chip
// before each wait, since SPI has no acknowledge.
//
// Every wait sets the chip up again, so a chip that lost its power recovers.
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

// versionReg is the number of the register VersionReg. The register holds the chip's version:
// 91 or 92 hexadecimal, other values in copies. A bus without a chip reads all zeros or all
// ones (datasheet, section 9.3.4.8).
const (
	versionReg = 0x37
	allZeros   = 0x00
	allOnes    = 0xff
)

// Opts configures the reader.
type Opts struct {
	Wait   time.Duration // maximum wait for a tag before the chip is probed again
	Pause  time.Duration // pause between two readings
	Repeat time.Duration // time without a reading after which the same tag counts again
	Gain   int           // gain of the antenna, 0 to 7
}

// DefaultOpts returns options with up to six readings a second. A tag counts again after 1.5 s
// away from the reader.
func DefaultOpts() Opts {
	return Opts{Wait: time.Second, Pause: 150 * time.Millisecond, Repeat: 1500 * time.Millisecond, Gain: 4}
}

func (o Opts) check() error {
	if o.Wait <= 0 || o.Pause <= 0 || o.Repeat < 0 || o.Gain < 0 || o.Gain > 7 {
		return fmt.Errorf("wait %v, pause %v, repeat %v, gain %d: out of range", o.Wait, o.Pause, o.Repeat, o.Gain)
	}
	return nil
}

// ErrNoChip reports that no chip answers on the bus.
var ErrNoChip = errors.New("no chip answers")

// Dev is a tag reader.
type Dev struct {
	opts   Opts
	port   spi.Port
	reset  gpio.PinOut
	last   string    // code of the last tag, used by Run
	seen   time.Time // time of the last reading of a code
	halted chan struct{}
	halt   sync.Once

	inUse chan struct{} // semaphore for the fields below
	bus   *bus
	irq   *irq
	chip  *mfrc522.Dev
}

// New sets up the chip on p. It returns an error that wraps ErrNoChip if there is no chip.
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
	return d.probe()
}

// probe checks whether the chip answers. It returns ErrNoChip if it doesn't, or the error of
// the bus.
func (d *Dev) probe() error {
	version, _ := d.chip.LowLevel.DevRead(versionReg)
	if fault := d.bus.err(); fault != nil {
		return fault
	}
	if version == allZeros || version == allOnes {
		return ErrNoChip
	}
	return nil
}

// String returns the name of the driver and its port.
func (d *Dev) String() string { return fmt.Sprintf("mfrc522{%v}", d.port) }

// Halt ends Run permanently, and switches off the chip and its radio field. It may be called at
// any time from any goroutine.
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

// Run calls each for every tag laid on the reader. It returns nil when ctx ends or Halt is
// called, and an error when the bus fails or the chip is gone. It may be called again.
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

// read waits for a tag and returns its code. It returns "" if no tag came, or if the tag was
// removed before it was read.
func (d *Dev) read(ctx context.Context) (code string, err error) {
	d.inUse <- struct{}{}
	defer func() { <-d.inUse }()
	d.bus.forget()
	if err := d.probe(); err != nil {
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

// isNew records a reading of code and reports whether the code is new: it differs from the last
// code, or was last read at least Repeat ago.
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
