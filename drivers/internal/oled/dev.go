package oled

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// Dev is an OLED module of 128×64 pixels. It must be used by one goroutine only. Nothing is
// sent before the first Show.
type Dev struct {
	chip  Chip
	setup []byte // shared setup commands for the module's orientation
	reset gpio.PinOut
	bus   bus

	want  [Bytes]byte // last picture passed to Show
	level byte        // last level passed to Show

	acknowledged bool        // the chip has acknowledged a transfer
	light        light       // state of the display; if it is known, the fields below are valid
	shown        [Bytes]byte // picture on the display, if light is lit
	contrast     byte
	wide         bool // the chip is in horizontal mode
	inverted     bool // RAM holds the inverse of the picture

	plan plan
	cmd  []byte // buffer for a control byte and the commands of the next transfer
	data []byte // buffer for a control byte and data
}

// light is the known state of the display.
type light int

const (
	unknown light = iota // after an error, or before the first transfer
	dark
	stale // possibly lit, with a picture that no change can be computed from
	lit
)

// NewI2C returns a display on an I²C bus.
func NewI2C(c Chip, b i2c.Bus, o *Opts) (*Dev, error) {
	if o.Addr != 0x3C && o.Addr != 0x3D {
		return nil, fmt.Errorf("%s: address %#x: want 0x3c or 0x3d", c.Name, o.Addr)
	}
	return newDev(c, &i2cBus{Bus: b, Addr: o.Addr}, o), nil
}

// NewSPI returns a display at an SPI port, with its D/C# wired to dc.
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
	const maxCommands, maxWindows = 64, Bytes / runPrice
	d := &Dev{
		chip: c, setup: c.setup(o.Rotated), reset: o.Reset, bus: b,
		plan: plan{windows: make([]window, 0, maxWindows)},
		cmd:  make([]byte, 1, maxCommands),
		data: make([]byte, 1, 1+Bytes),
	}
	if o.Inherited {
		d.light = stale
	}
	return d
}

// Show shows a picture of 1024 bytes: byte page*128+x holds eight pixels of column x, the
// lowest bit on top. Level is the contrast from 1 to 255; 0 turns the display off and sends no
// picture. After an error or level 0 the next Show sets the chip up again.
func (d *Dev) Show(picture []byte, level byte) error {
	if len(picture) != Bytes {
		return fmt.Errorf("%s: show: %d bytes, want %d", d.chip.Name, len(picture), Bytes)
	}
	copy(d.want[:], picture)
	d.level = level
	return d.try("show", d.show)
}

// Move sets the margin of a module: the number of RAM columns left of the picture. It is for
// modules whose margin was unknown before. After a change the next Show sends everything again. A
// lit display stays lit.
func (d *Dev) Move(margin int) {
	if margin == d.chip.Margin {
		return
	}
	d.chip.Margin = margin
	if d.light == lit {
		d.light = stale
	}
}

// Refresh sends the whole state of the chip again, in an order without visible effect on a
// healthy display.
func (d *Dev) Refresh() error {
	if d.light < stale || d.level == 0 {
		return d.Reinit()
	}
	return d.try("refresh", d.refresh)
}

// Reinit resets the chip, sets it up again and shows the last picture. The display is off
// meanwhile.
func (d *Dev) Reinit() error {
	d.light = unknown
	return d.try("reinit", d.show)
}

// Halt turns the display off. A later Show turns it on again. If the chip has never
// acknowledged a transfer, it is absent, and Halt returns no error.
func (d *Dev) Halt() error {
	d.level = 0
	if err := d.try("halt", d.off); err != nil && d.acknowledged {
		return err
	}
	return nil
}

// String returns the name of the driver and the bus.
func (d *Dev) String() string { return fmt.Sprintf("%s{%s}", d.chip.Name, d.bus) }

// try runs do. If do fails, try adds the names of the driver and of the caller to the error. The
// argument asked is the name of the caller.
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
	case d.light == stale:
		return d.refresh()
	case d.light != lit:
		return d.start()
	}
	return d.update()
}
