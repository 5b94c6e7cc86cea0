// Package anyoled drives OLED modules of 128×64 pixels whose chip is unknown: an SSD1306 (most
// of 0.96″) or an SH1106 (most of 1.3″), over I²C or 4-wire SPI.
//
// # Behaviour
//
// The two chips differ in the visible part of RAM: an SSD1306 shows its columns 0 to 127, an
// SH1106 its columns 2 to 129 of 132. No module reports its chip reliably. So this driver
// sends only commands that both chips obey, in page mode, and draws the picture at column 0.
// On an SSD1306 the picture is right; on an SH1106 it is shifted to the left and lacks its
// first two columns. Once the user has looked at the picture, Is selects the chip. If the
// selection is wrong, the picture is shifted by two columns and still readable. Whatever is
// selected, every byte sent is valid for both chips.
//
// Everything else is documented in the packages ssd1306 and sh1106: Show sends the changes,
// Refresh sends everything, and nothing is sent before the first Show. Over I²C one pixel is 8
// bytes on the wire, a digit of 16×32 is 92, a whole new picture 1080, a full refresh 1212.
// The driver of an SSD1306 also uses horizontal mode. With the companion's screens that saves
// only 3 bytes of 100, so this package doesn't use it for any chip.
//
// # SSD1306 commands on an SH1106
//
// Five bytes of the setup are needed by the SSD1306 only: its charge pump, without which it
// stays dark, and the switch to page mode with a column window of full width. An SH1106 has
// no such commands. It may skip them, or take the following bytes for commands: half column
// addresses, and a start line that the next byte corrects. The tests have chips of both
// kinds. The driver never sets the converter and the pump of the SH1106: a reset switches
// both on.
//
// # SSD1309
//
// The chip of 2.42″ modules is neither of the two. Like an SSD1306 it shows columns 0 to 127,
// and it knows all commands of this driver except one: its datasheet has no charge pump, 8Dh,
// and doesn't define the effect of that byte. The picture is right if the chip skips the
// command. It is also right if the chip takes 14h, the byte after it, for a command: that
// sets half a column address, which the next column command corrects. The tests have modules
// of both kinds. Owners report pictures on modules driven with SSD1306 drivers, but no
// datasheet promises them. Besides, the deselect level that the driver sends lies between two
// levels in the SSD1309's table. The driver never opens the SSD1309's lock, so a lock shut by
// noise stays shut until the chip is reset. So a panel with an SSD1309 most likely works when
// selected as an SSD1306. It should still be configured as an SSD1309 and driven by package
// ssd1309.
//
// # Wiring
//
// The wiring is that of the packages ssd1306 and sh1106. The SPI clock is that of the slower
// chip.
//
// # Datasheets
//
// Solomon Systech SSD1306, Rev 1.1: page mode and the end of a page p. 34–35, charge pump p.
// 62. Sino Wealth SH1106, V2.3: table of commands. Solomon Systech SSD1309, Rev 1.1: tables
// 9-1 to 9-5. This driver has been tested against an emulation only, not on a real module yet.
package anyoled

import (
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/drivers/internal/oled"
)

// Opts describes a module: its I²C address Addr (0x3C or 0x3D), whether it is mounted upside
// down (Rotated), and the pin at RES (Reset, optional).
type Opts = oled.Opts

// DefaultOpts describes a module with the usual I²C address, 0x3C, mounted upright.
var DefaultOpts = oled.DefaultOpts

// Chip is the type of chip that the user has selected for a module.
type Chip uint8

// The types of chip. Unasked means that the user has not selected one; the module is then
// driven as an SSD1306.
const (
	Unasked Chip = iota
	SSD1306
	SH1106
)

// Dev is an OLED module. It has the methods of [oled.Dev] (Show, Refresh, Reinit, Halt and
// String) and Is.
type Dev struct{ *oled.Dev }

// NewI2C returns the display on an I²C bus. It sends nothing.
func NewI2C(b i2c.Bus, o *Opts) (*Dev, error) { return dev(oled.NewI2C(chip, b, o)) }

// NewSPI returns the display at an SPI port, with its D/C# wired to dc. It connects the port
// and sends nothing.
func NewSPI(p spi.Port, dc gpio.PinOut, o *Opts) (*Dev, error) {
	return dev(oled.NewSPI(chip, p, dc, o))
}

func dev(d *oled.Dev, err error) (*Dev, error) {
	if err != nil {
		return nil, err
	}
	return &Dev{d}, nil
}

// Is selects the type of the module's chip. After a change the next Show sends everything
// again; a lit display stays lit.
func (d *Dev) Is(c Chip) {
	margins := map[Chip]int{SH1106: sh1106Margin}
	d.Move(margins[c])
}

// sh1106Margin is the number of invisible RAM columns left of the picture on an SH1106.
const sh1106Margin = 2

var chip = oled.Chip{
	Name: "anyoled", Setup: setup, Either: true,
	Speed: 2 * physic.MegaHertz, // limit of the SH1106, whose shortest clock cycle is 500 ns
}
