// Package ht16k33 shows a picture of 8×8 lamps of one colour on an HT16K33, such as on
// Adafruit's 8×8 LED backpacks.
//
// A lamp is lit if any of its colours is not 0. A changed picture is one write of 17 bytes.
// Noise or a weak supply may change the state of the chip. So the owner of the bus calls
// Refresh once a minute: it sends everything again, in an order that doesn't blink.
//
// # Wiring
//
//	Pi                    backpack
//	pin 1   3.3 V         VCC (and VI2C, if present)
//	pin 6   ground        GND
//	pin 3   GPIO2 (SDA)   D (SDA)
//	pin 5   GPIO3 (SCL)   C (SCL)
//
// The datasheet specifies 4.5 V to 5.5 V; backpacks work at 3.3 V, a little darker. At 5 V the
// backpack's pull-ups would raise the Pi's pins to 5 V, which damages them: then VI2C must be
// at 3.3 V, or an I²C level shifter is needed. The address is 0x70, plus one, two or four for
// each closed bridge A0, A1, A2.
//
// # Datasheet
//
// Holtek, "HT16K33 RAM Mapping 16*8 LED Controller Driver with keyscan", rev. 1.10. Rows of
// the picture are the chip's COM lines, columns its ROW lines (page 13). Addresses: page 26.
// Page write: page 28. Commands: pages 10, 11, 15 and 30.
package ht16k33

import (
	"fmt"
	"math/bits"

	"periph.io/x/conn/v3/i2c"

	"tabletop/drivers/internal/lamps"
)

// Commands of the HT16K33 (datasheet, "Command Summary", page 30).
const (
	displayData  = 0x00 // writes RAM from address 0 (datasheet, page 13)
	systemSetup  = 0x20 // switches the oscillator (datasheet, page 10)
	displaySetup = 0x80 // switches the display (datasheet, page 11)
	rowOutput    = 0xA0 // makes the pin ROW15 an output, not an interrupt (datasheet, page 10)
	dimming      = 0xE0 // plus 0 to 15: sets the brightness (datasheet, page 15)
)

// Arguments of systemSetup and displaySetup, to be added to the command.
const (
	oscillatorOff = 0x00
	oscillatorOn  = 0x01
	displayOff    = 0x00
	displayOn     = 0x01 // turns the display on, without blinking
)

// Lowest and highest I²C address of the chip (datasheet, page 26).
const (
	firstAddr = 0x70
	lastAddr  = 0x77
)

// Opts describes the matrix on the bus.
type Opts struct {
	// Addr is the I²C address, 0x70 to 0x77.
	Addr uint16
	// Backpack selects the wiring of Adafruit's 8×8 backpacks: column x is wired to the chip's
	// ROW x−1, and the first column to ROW7. Without it column x is wired to ROW x.
	Backpack bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
	// Mirror swaps left and right of the matrix, before the rotation.
	Mirror bool
}

// DefaultOpts describes a backpack with all its address bridges open.
var DefaultOpts = Opts{Addr: firstAddr, Backpack: true}

// Dev is an HT16K33 with its matrix. It must be used by one goroutine only.
type Dev struct {
	conn     i2c.Dev
	order    lamps.Order
	backpack bool

	next  picture // picture to show
	chip  picture // picture on the chip, valid if known is true
	known bool    // the last update of the chip is complete
}

// picture is the state of the chip that Show sets. The zero picture is dark.
type picture struct {
	lit     bool
	dimming byte
	// ram is the content of RAM. Each COM line has two bytes, for ROW0 to ROW7 and for ROW8 to
	// ROW15, with the first in bit 0.
	ram [2 * lamps.Side]byte
}

// NewI2C returns the chip on the bus. It sends nothing; the first Show sets the chip up.
func NewI2C(b i2c.Bus, o Opts) (*Dev, error) {
	if o.Addr < firstAddr || o.Addr > lastAddr {
		return nil, fmt.Errorf("ht16k33: address %#x: want %#x to %#x", o.Addr, firstAddr, lastAddr)
	}
	order, err := lamps.Mounted(o.Rotation, o.Mirror).Order()
	if err != nil {
		return nil, fmt.Errorf("ht16k33: %w", err)
	}
	return &Dev{conn: i2c.Dev{Bus: b, Addr: o.Addr}, order: order, backpack: o.Backpack}, nil
}

// Show draws a picture of 192 bytes: red, green and blue of 8×8 lamps, row by row from the top
// left. Level is the brightness from 1 to 255, of which the chip has 16 steps; 0 turns display
// and oscillator off. After an error the next call sends everything again.
func (d *Dev) Show(data []byte, level byte) error {
	rows, err := d.order.Rows(data)
	if err != nil {
		return fmt.Errorf("ht16k33: show: %w", err)
	}
	d.next = picture{}
	if level > 0 {
		d.next = picture{lit: true, dimming: (level - 1) / 16, ram: d.ram(rows)}
	}
	if d.known && d.next == d.chip {
		return nil
	}
	return d.send("show", !d.known || !d.chip.lit)
}

// Refresh sends the whole state of the chip again.
func (d *Dev) Refresh() error { return d.send("refresh", true) }

// Halt turns the display off and clears it. A later Show turns it on again.
func (d *Dev) Halt() error {
	d.next = picture{}
	return d.send("halt", true)
}

// String returns the driver's name, the bus and the address.
func (d *Dev) String() string { return fmt.Sprintf("ht16k33{%s, %#x}", d.conn.Bus, d.conn.Addr) }

// ram returns the content of the chip's RAM for rows of lamps, according to the wiring of the
// matrix.
func (d *Dev) ram(rows [lamps.Side]byte) (ram [2 * lamps.Side]byte) {
	for y, row := range rows {
		row = bits.Reverse8(row)
		if d.backpack {
			row = bits.RotateLeft8(row, -1)
		}
		ram[2*y] = row
	}
	return ram
}

// send makes the chip show next. If whole is true, it sends the whole state, otherwise only the
// changes. what names the caller in errors.
func (d *Dev) send(what string, whole bool) error {
	d.known = false
	for _, w := range d.plan(whole) {
		if err := d.conn.Tx(w, nil); err != nil {
			return fmt.Errorf("ht16k33: %s: command %#04x: %w", what, w[0], err)
		}
	}
	d.chip, d.known = d.next, true
	return nil
}

// plan returns the I²C writes that make the chip show next. If whole is true, the writes also
// set up a chip that was without power, and turn its display on only once its RAM is right.
func (d *Dev) plan(whole bool) (writes [][]byte) {
	ram := append([]byte{displayData}, d.next.ram[:]...)
	if !d.next.lit {
		return [][]byte{{displaySetup | displayOff}, ram, {systemSetup | oscillatorOff}}
	}
	if whole {
		writes = append(writes, []byte{systemSetup | oscillatorOn}, []byte{rowOutput})
	}
	if whole || d.next.dimming != d.chip.dimming {
		writes = append(writes, []byte{dimming | d.next.dimming})
	}
	if whole || d.next.ram != d.chip.ram {
		writes = append(writes, ram)
	}
	if whole {
		writes = append(writes, []byte{displaySetup | displayOn})
	}
	return writes
}
