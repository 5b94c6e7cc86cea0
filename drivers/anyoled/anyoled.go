// Package anyoled drives OLED modules of 128×64 pixels of which nobody knows whether
// they have an SSD1306 (most of 0.96″) or an SH1106 (most of 1.3″), over I²C or 4-wire
// SPI.
//
// # Behaviour
//
// The two chips differ in where RAM is seen: an SSD1306 shows its columns 0 to 127, an
// SH1106 its columns 2 to 129 of 132. No module can be relied on to say which it is. So
// this driver sends only what both obey, in page mode, and shows the picture at column
// 0: on an SSD1306 it is right, on an SH1106 it is shifted to the left, without its
// first two columns. Once somebody has looked, Is says which chip it was; if that is
// wrong, the picture is shifted by two columns, and can still be read. No answer sends
// anything that the other chip can't show.
//
// Everything else is as the packages ssd1306 and sh1106 tell: Show sends what changed,
// Refresh everything, nothing is sent before the first Show. Over I²C one pixel is 8
// bytes on the wire, a digit of 16×32 is 92, a whole new picture 1080, everything anew
// 1212. The driver of an SSD1306 has horizontal mode as well: with the companion's screens
// that saves 3 bytes of 100, which is why no answer makes this one use it.
//
// # What the other chip makes of a command
//
// Five bytes of the set-up only an SSD1306 needs: its charge pump, without which it
// stays dark, and the way to page mode and a column window that is open. An SH1106 has
// no such commands. It may skip them, or take the bytes that follow them for commands:
// then those are halves of a column, and a start line that the next byte sets right.
// The tests have chips of both kinds. What only an SH1106 has, its converter and pump,
// is left as a reset leaves it: on.
//
// # An SSD1309
//
// The chip of 2.42″ modules is none of the two. It shows columns 0 to 127, as an SSD1306
// does, and knows all that this driver sends but one command: its datasheet has no charge
// pump, 8Dh, and doesn't say what becomes of it. If the chip skips that command, or takes
// 14h, the byte after it, for one (half of a column, which the next run sets right), the
// picture is right; the tests have modules that do either. Owners report pictures on
// modules that were sent it by drivers of the SSD1306. Nobody promises them. Besides, the
// deselect level sent lies between two that the SSD1309's table names, and a lock that
// noise has shut stays shut until the chip is reset. So a panel with an SSD1309 that is
// taken for an SSD1306 most likely plays; it should be named, and driven by package
// ssd1309.
//
// # Wiring
//
// As in the packages ssd1306 and sh1106. The clock of SPI is that of the slower chip.
//
// # Datasheets
//
// Solomon Systech SSD1306, Rev 1.1: page mode and the end of a page p. 34–35, charge
// pump p. 62. Sino Wealth SH1106, V2.3: table of commands. Solomon Systech SSD1309,
// Rev 1.1: tables 9-1 to 9-5. Not seen on a real module
// yet: all of this was tried against an emulation only.
package anyoled

import (
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/drivers/internal/oled"
)

// Opts says how a module is wired and built in: its I²C address, Addr, 0x3C or 0x3D;
// whether it is upside down, Rotated; and the pin at RES, Reset, if there is one.
type Opts = oled.Opts

// DefaultOpts is a module as it is sold.
var DefaultOpts = oled.DefaultOpts

// Chip is what somebody took a module's chip for.
type Chip uint8

// The chips there are. A module of which nobody was asked is driven as an SSD1306.
const (
	Unasked Chip = iota
	SSD1306
	SH1106
)

// Dev is a display. Besides Is it has Show, Refresh, Reinit, Halt and String, as package
// oled tells.
type Dev struct{ *oled.Dev }

// NewI2C returns the display on an I²C bus. It sends nothing.
func NewI2C(b i2c.Bus, o *Opts) (*Dev, error) { return dev(oled.NewI2C(chip, b, o)) }

// NewSPI returns the display at an SPI port, its D/C# wired to a pin. It connects
// the port and sends nothing.
func NewSPI(p spi.Port, dc gpio.PinOut, o *Opts) (*Dev, error) {
	return dev(oled.NewSPI(chip, p, dc, o))
}

func dev(d *oled.Dev, err error) (*Dev, error) {
	if err != nil {
		return nil, err
	}
	return &Dev{d}, nil
}

// Is says which chip the display was taken for. If that is news, the next Show sets it
// up anew.
func (d *Dev) Is(c Chip) {
	margins := map[Chip]int{SH1106: sh1106Margin}
	d.Move(margins[c])
}

// sh1106Margin is how many columns of its RAM lie left of what is seen.
const sh1106Margin = 2

var chip = oled.Chip{
	Name: "anyoled", Setup: setup, Either: true,
	Speed: 2 * physic.MegaHertz, // of the SH1106, whose clock's shortest cycle is 500 ns
}
