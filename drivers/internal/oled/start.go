package oled

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// start brings the chip from any state to what is wanted.
func (d *Dev) start() error {
	d.light, d.inverted = unknown, false
	if err := d.pulse(); err != nil {
		return fmt.Errorf("RES# at %s: %w", d.reset, err)
	}
	d.attention()
	d.command(displayOff)
	d.command(d.chip.Dark...)
	return d.everything()
}

// resetPulse is how long RES# is held low, and waited for then. The SSD1306 wants
// 3 µs (p. 27), as does the SSD1309 (8.9), the SH1106 10 µs.
const resetPulse = 100 * time.Microsecond

func (d *Dev) pulse() error {
	if d.reset == nil {
		return nil
	}
	for _, level := range []gpio.Level{gpio.Low, gpio.High} {
		if err := d.reset.Out(level); err != nil {
			return err
		}
		time.Sleep(resetPulse)
	}
	return nil
}

// attention sends what lets the chip obey the next command: one that broke off gets its
// rest, and it is unlocked.
func (d *Dev) attention() {
	d.command(nop, nop)
	d.command(d.chip.Unlock...)
}

// refresh sends what start does to a display that is on.
func (d *Dev) refresh() error {
	d.attention()
	return d.everything()
}

// everything sends all that the chip should know, and turns the display on only
// then.
func (d *Dev) everything() error {
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

// fill fills all of RAM: the picture, and with zeros what lies beside it. It ends in
// page mode.
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

// widest is how many columns of RAM the widest chip has.
const widest = 132

// fillEither fills all of RAM, whichever chip it is: of each page the last column that
// both have and those beyond it, and then all that both have. An SSD1306 goes on from
// its last column to its first one (p. 35), which is right again with what comes next.
func (d *Dev) fillEither() error {
	for page := range Pages {
		if err := d.sendColumns(page, Width-1, widest); err != nil {
			return err
		}
		if err := d.sendColumns(page, 0, Width); err != nil {
			return err
		}
	}
	return nil
}

// sendColumns sends columns of RAM: the picture, and zeros beside it.
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
	d.attention()
	d.command(displayOff)
	return d.finish(dark)
}
