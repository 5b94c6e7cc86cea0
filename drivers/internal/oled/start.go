package oled

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// start sets up the chip from any state and shows the picture.
func (d *Dev) start() error {
	d.light, d.inverted = unknown, false
	if err := d.drive(gpio.Low, gpio.High); err != nil {
		return err
	}
	d.wake()
	d.command(displayOff)
	d.command(d.chip.Dark...)
	return d.sendAll()
}

// resetPulse is the length of the low pulse on RES#, and of the wait after it. The chips need
// less: the SSD1306 3 µs (datasheet, p. 27), the SSD1309 3 µs (datasheet, section 8.9), the
// SH1106 10 µs.
const resetPulse = 100 * time.Microsecond

// drive sets the pin at RES#, if there is one, to some levels in order.
func (d *Dev) drive(levels ...gpio.Level) error {
	if d.reset == nil {
		return nil
	}
	for _, level := range levels {
		if err := d.reset.Out(level); err != nil {
			return fmt.Errorf("RES# at %s: %w", d.reset, err)
		}
		time.Sleep(resetPulse)
	}
	return nil
}

// wake prepares the chip for the next command: it completes an interrupted command, and
// unlocks the chip.
func (d *Dev) wake() {
	d.command(nop, nop)
	d.command(d.chip.Unlock...)
}

// refresh sends the setup again to a display that may be on, and leaves it on.
func (d *Dev) refresh() error {
	if d.light == stale { // in an inherited module nobody may be driving RES# yet
		if err := d.drive(gpio.High); err != nil {
			return err
		}
	}
	d.wake()
	return d.sendAll()
}

// sendAll sends the whole state of the chip, and then turns the display on.
func (d *Dev) sendAll() error {
	d.light = unknown
	d.command(d.setup...)
	d.setInverted()
	d.command(d.chip.Setup...)
	if err := d.fill(); err != nil {
		return err
	}
	d.setContrast()
	d.command(displayOn)
	return d.finish(lit)
}

// fill writes all of RAM: the picture, and zeros beside it. The chip is in page mode
// afterwards.
func (d *Dev) fill() error {
	if d.chip.Wide != nil {
		d.command(d.chip.Wide.Enter...)
		d.wide = true
		err := d.send(window{width: Width, pages: Pages})
		d.switchMode()
		return err
	}
	if d.chip.Either {
		return d.fillEither()
	}
	beside := make([]byte, d.chip.Margin)
	for page := range Pages {
		d.aimRun(page, 0)
		d.data = append(d.data[:1], beside...)
		d.pixels(page*Width, Width)
		d.data = append(d.data, beside...)
		if err := d.sendData(); err != nil {
			return err
		}
	}
	return nil
}

// maxColumns is the number of RAM columns of the widest chip.
const maxColumns = 132

// fillEither writes all of RAM of an unknown chip. On each page it first writes the last column
// common to both chips and the columns beyond it, then all common columns. An SSD1306 wraps
// from its last column to its first (datasheet, p. 35); the second write corrects that.
func (d *Dev) fillEither() error {
	for page := range Pages {
		if err := d.sendColumns(page, Width-1, maxColumns); err != nil {
			return err
		}
		if err := d.sendColumns(page, 0, Width); err != nil {
			return err
		}
	}
	return nil
}

// sendColumns writes some RAM columns of a page: the picture, and zeros beside the picture. The
// first column is from, and the last is to-1.
func (d *Dev) sendColumns(page, from, to int) error {
	left, right := d.chip.Margin, d.chip.Margin+Width
	d.aimRun(page, from)
	d.data = append(d.data[:1], make([]byte, max(left-from, 0))...)
	first := max(from, left)
	d.pixels(page*Width+first-left, min(to, right)-first)
	d.data = append(d.data, make([]byte, max(to-right, 0))...)
	return d.sendData()
}

func (d *Dev) off() error {
	d.light = unknown
	d.wake()
	d.command(displayOff)
	return d.finish(dark)
}
