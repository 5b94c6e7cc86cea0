// Package apa102 shows 8×8 lamps on a matrix of 64 APA102 or SK9822, through
// periph's driver of that name.
//
// Every picture is sent whole; one that is shown already isn't. Whoever owns the
// bus calls Refresh once a minute, should noise have garbled a lamp.
//
// The SK9822 shows a picture only when the next one begins. So after each come
// zeros enough to begin one, which an APA102 doesn't mind.
//
// # Wiring
//
//	Pi                      74AHCT125    matrix
//	pin 2   5 V             VCC          5 V
//	pin 6   ground          GND          GND
//	pin 19  GPIO10 (MOSI)   1A → 1Y      DI
//	pin 23  GPIO11 (SCLK)   2A → 2Y      CI
//
// The 74AHCT125 stands at 5 V, its enable and spare inputs at ground: the lamps want more
// than the Pi's 3.3 V for a high level. There is no chip select: the bus can't be
// shared. A lamp takes up to 60 mA, all 64 nearly 4 A, which is more than the Pi's
// 5 V pins should pass on: pictures that may grow so bright need a supply of their
// own.
//
// # Datasheet
//
// APA Electronic, APA102-2020 and APA102C; iPixel, SK9822: 32 bits of zeros, then
// 32 bits a lamp, its five bits of common brightness first, then blue, green, red
// ("Cascading data structure"). The common brightness is left at its full 31, for
// it is slow enough to flicker.
package apa102

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	periph "periph.io/x/devices/v3/apa102"

	"tabletop/drivers/internal/lamps"
)

// Opts says how the lamps are wired.
type Opts struct {
	// Origin is the corner of the first lamp, the one data enters: "top-left" (or
	// ""), "top-right", "bottom-left" or "bottom-right". The first row runs from
	// there to the side.
	Origin string
	// Serpentine means that every second row runs back.
	Serpentine bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
}

// DefaultOpts is a matrix whose rows all run from the left, the top one first.
var DefaultOpts = Opts{Origin: "top-left"}

// Dev is a matrix. It belongs to one goroutine.
type Dev struct {
	strip  *lamps.Strip
	drawer *periph.Dev
	port   string
}

// NewSPI returns a matrix on the port. Nothing is sent before the first Show.
func NewSPI(p spi.Port, o Opts) (*Dev, error) {
	d := &Dev{port: p.String()}
	var err error
	if d.strip, err = lamps.NewStrip("apa102", lamps.Layout(o), d.draw); err != nil {
		return nil, err
	}
	opts := periph.PassThruOpts
	opts.NumPixels = lamps.Count
	if d.drawer, err = periph.New(latched{p}, &opts); err != nil {
		return nil, fmt.Errorf("apa102: connect to %s: %w", p, err)
	}
	return d, nil
}

func (d *Dev) draw(c lamps.Colours) error {
	_, err := d.drawer.Write(c[:])
	return err
}

// Show draws a picture of 192 bytes, red, green and blue of 8×8 lamps row by row
// from the top left. Level is the brightness from 1 to 255; 0 is dark.
func (d *Dev) Show(data []byte, level byte) error { return d.strip.Show(data, level) }

// Refresh sends the last picture once more.
func (d *Dev) Refresh() error { return d.strip.Refresh() }

// Halt turns all lamps off; a later Show lights them again.
func (d *Dev) Halt() error { return d.strip.Halt() }

// String names the chip and the port.
func (d *Dev) String() string { return "apa102{" + d.port + "}" }

// latched is a port on which each transfer ends with zeros.
type latched struct{ spi.Port }

// Connect wraps the connection of the port.
func (l latched) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := l.Port.Connect(f, mode, bits)
	if err != nil {
		return nil, err
	}
	return &latchedConn{Conn: c}, nil
}

// zeros complete the word in which periph's end of a picture breaks off, begin a
// picture, and push that to the last lamp, as each delays it by half a clock.
const zeros = 3 + 4 + lamps.Count/2/8

type latchedConn struct {
	spi.Conn
	buf []byte
}

// Tx sends w and the zeros in one transfer.
func (c *latchedConn) Tx(w, r []byte) error {
	c.buf = append(c.buf[:0], w...)
	c.buf = append(c.buf, make([]byte, zeros)...)
	return c.Conn.Tx(c.buf, r)
}
