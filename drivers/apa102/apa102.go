// Package apa102 shows a picture on a matrix of 8×8 APA102 or SK9822 lamps, through periph's
// driver of that name.
//
// Show sends whole pictures. It doesn't send a picture that is already shown. The owner of
// the bus calls Refresh once a minute, to correct lamps garbled by noise.
//
// The SK9822 shows a picture only when the next one begins. So each picture is followed by
// enough zeros to begin another, which an APA102 ignores.
//
// # Wiring
//
//	Pi                      74AHCT125    matrix
//	pin 2   5 V             VCC          5 V
//	pin 6   ground          GND          GND
//	pin 19  GPIO10 (MOSI)   1A → 1Y      DI
//	pin 23  GPIO11 (SCLK)   2A → 2Y      CI
//
// The 74AHCT125 runs at 5 V, with its enable and spare inputs at ground: the lamps need more
// than the Pi's 3.3 V for a high level. There is no chip select, so the bus can't be shared. A
// lamp takes up to 60 mA, all 64 nearly 4 A, more than the Pi's 5 V pins should pass on.
// Bright pictures need a separate supply.
//
// # Datasheet
//
// APA Electronic, APA102-2020 and APA102C; iPixel, SK9822: 32 bits of zeros, then 32 bits a
// lamp: five bits of common brightness, then blue, green, red ("Cascading data structure").
// The common brightness stays at its maximum, 31, because its modulation is slow enough to
// flicker.
package apa102

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	periph "periph.io/x/devices/v3/apa102"

	"tabletop/drivers/internal/lamps"
)

// Opts describes how the lamps are wired.
type Opts struct {
	// Origin is the corner of the first lamp, where data enters: "top-left" (or ""),
	// "top-right", "bottom-left" or "bottom-right". The first row runs sideways from there.
	Origin string
	// Serpentine means that every second row runs in the opposite direction.
	Serpentine bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
}

// DefaultOpts describes a matrix whose rows all run from left to right, the top row first.
var DefaultOpts = Opts{Origin: "top-left"}

// Dev is a matrix of lamps. It must be used by one goroutine only.
type Dev struct {
	strip  *lamps.Strip
	drawer *periph.Dev
	port   string
}

// NewSPI returns the matrix on the port. It sends nothing; the first Show sends the first
// picture.
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

// Show draws a picture of 192 bytes: red, green and blue of 8×8 lamps, row by row from the top
// left. Level is the brightness from 1 to 255; 0 turns all lamps off.
func (d *Dev) Show(data []byte, level byte) error { return d.strip.Show(data, level) }

// Refresh sends the last picture again.
func (d *Dev) Refresh() error { return d.strip.Refresh() }

// Halt turns all lamps off. A later Show turns them on again.
func (d *Dev) Halt() error { return d.strip.Halt() }

// String returns the driver's name and the port.
func (d *Dev) String() string { return "apa102{" + d.port + "}" }

// latched is a port that appends zeros to each transfer.
type latched struct{ spi.Port }

// Connect connects the port and returns a connection that appends zeros to each transfer.
func (l latched) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := l.Port.Connect(f, mode, bits)
	if err != nil {
		return nil, err
	}
	return &latchedConn{Conn: c}, nil
}

// zeros is the number of zero bytes appended to a picture. Words have 4 bytes. The last word
// from periph's driver has only one byte, so 3 bytes complete that word. The next 4 bytes begin
// another picture. Each lamp delays the data by half a clock, so half a bit per lamp must follow
// until that beginning reaches the last lamp.
const zeros = 3 + 4 + lamps.Count/2/8

// latchedConn is a connection that appends zeros to each transfer.
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
