package oled

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// Dev is a display of 128×64 pixels. It belongs to one goroutine. Nothing is sent
// before the first Show.
type Dev struct {
	chip  Chip
	setup []byte // for how it is built in
	reset gpio.PinOut
	bus   bus

	want  [Bytes]byte // the picture asked for last
	level byte        // and its level

	met      bool        // the chip has answered
	light    light       // if known, the rest is true
	shown    [Bytes]byte // what RAM holds, if lit
	contrast byte
	wide     bool // horizontal mode
	inverted bool // RAM holds the inverse of what is shown

	plan plan
	cmd  []byte // room for a control byte, and commands for the next transfer
	data []byte // room for a control byte, and data
}

// light is what is known of the display.
type light int

const (
	unknown light = iota // something failed, or nothing was sent yet
	dark
	lit
)

// NewI2C returns a display on an I²C bus.
func NewI2C(c Chip, b i2c.Bus, o *Opts) (*Dev, error) {
	if o.Addr != 0x3C && o.Addr != 0x3D {
		return nil, fmt.Errorf("%s: address %#x: want 0x3c or 0x3d", c.Name, o.Addr)
	}
	return newDev(c, &i2cBus{Bus: b, Addr: o.Addr}, o), nil
}

// NewSPI returns a display at an SPI port and the pin its D/C# is wired to.
func NewSPI(c Chip, p spi.Port, dc gpio.PinOut, o *Opts) (*Dev, error) {
	if dc == nil || dc == gpio.INVALID {
		return nil, errors.New(c.Name + ": no pin for D/C#")
	}
	const bits = 8
	conn, err := p.Connect(c.Speed, spi.Mode0, bits)
	if err != nil {
		return nil, fmt.Errorf("%s: connect to %s: %w", c.Name, p, err)
	}
	return newDev(c, &spiBus{conn: conn, dc: dc}, o), nil
}

func newDev(c Chip, b bus, o *Opts) *Dev {
	const mostCommands, mostWindows = 64, Bytes / runPrice
	return &Dev{
		chip: c, setup: c.setup(o.Rotated), reset: o.Reset, bus: b,
		plan: plan{windows: make([]window, 0, mostWindows)},
		cmd:  make([]byte, 1, mostCommands),
		data: make([]byte, 1, 1+Bytes),
	}
}

// Show makes the display show a picture of 1024 bytes: byte page*128+x holds eight
// pixels of column x, the lowest bit on top. Level is the contrast from 1 to 255; at
// 0 the display is off, and the picture isn't sent. After an error, and when it was
// off, the chip is set up anew.
func (d *Dev) Show(picture []byte, level byte) error {
	if len(picture) != Bytes {
		return fmt.Errorf("%s: show: %d bytes, want %d", d.chip.Name, len(picture), Bytes)
	}
	copy(d.want[:], picture)
	d.level = level
	return d.try("show", d.show)
}

// Move says how many columns of RAM lie left of the picture, on a module of which that
// wasn't known. If it is news, the next Show sets the chip up anew.
func (d *Dev) Move(margin int) {
	if margin != d.chip.Margin {
		d.chip.Margin, d.light = margin, unknown
	}
}

// Refresh sends all that the chip should know anew, in an order that isn't seen on
// a display that still knows it.
func (d *Dev) Refresh() error {
	if d.light != lit {
		return d.Reinit()
	}
	return d.try("refresh", d.refresh)
}

// Reinit resets the chip and sets it up anew, to show what was asked for last. The
// display is off meanwhile.
func (d *Dev) Reinit() error {
	d.light = unknown
	return d.try("reinit", d.show)
}

// Halt turns the display off; a later Show turns it on again. If the chip never
// answered it isn't there, and Halt has nothing to complain of.
func (d *Dev) Halt() error {
	d.level = 0
	if err := d.try("halt", d.off); err != nil && d.met {
		return err
	}
	return nil
}

// String names the driver and where the display is wired to.
func (d *Dev) String() string { return fmt.Sprintf("%s{%s}", d.chip.Name, d.bus) }

// try does what was asked.
func (d *Dev) try(asked string, do func() error) error {
	d.cmd = d.cmd[:1]
	if err := do(); err != nil {
		return fmt.Errorf("%s: %s: %w", d.chip.Name, asked, err)
	}
	return nil
}

func (d *Dev) show() error {
	switch {
	case d.level == 0 && d.light == dark:
		return nil
	case d.level == 0:
		return d.off()
	case d.light != lit:
		return d.start()
	}
	return d.update()
}
