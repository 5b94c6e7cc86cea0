// Package sh1106 drives OLED modules of 128×64 pixels with an SH1106 (most of 1.3″), over I²C
// or 4-wire SPI.
//
// # Behaviour
//
// The SH1106 is an SSD1306 without horizontal mode and with RAM of 132 columns, of which the
// module shows the middle 128. Show takes a whole picture and sends the changes in runs within
// a page, in as few bytes as possible. Over I²C one pixel is 8 bytes on the wire, a digit of
// 16×32 is 92, a whole new picture 1080; at 400 kHz a byte takes 23 µs. Inverting the previous
// picture costs 3 bytes.
//
// Nothing is sent before the first Show. The first Show sets up the chip, fills its RAM
// including the invisible columns, and then turns the display on. So does the next Show after
// an error, and after level 0, which turns the display off. Reinit does the same at once. The
// driver can't detect a display that lost its power unnoticed, or that was disturbed by noise
// on the wires. So the owner of the display calls Refresh once a minute: it sends everything
// again, in an order that has no visible effect. Refresh omits the converter's command, which
// is allowed only while the display is off; a reset switches the converter on anyway.
//
// A Dev must be used by one goroutine only, starts no goroutine, and blocks only for bus
// transfers. Package drivers/internal/oled documents how bytes are saved, and the rules for a
// shared bus.
//
// # Wiring
//
//	module     I²C                  4-wire SPI
//	GND        ground               ground
//	VCC        3.3 V                3.3 V
//	SCL, CLK   GPIO3 (SCL)          GPIO11 (SCLK)
//	SDA, MOSI  GPIO2 (SDA)          GPIO10 (MOSI)
//	RES        -                    any GPIO, in Opts.Reset
//	DC         -                    any GPIO
//	CS         -                    GPIO8 (CE0)
//
// The I²C address is 0x3C, or 0x3D if selected by a resistor on the module (labelled 0x78 and
// 0x7A there). A module that shows one stripe of the picture amid noise when driven as an
// SSD1306 is an SH1106. Package anyoled drives both.
//
// # Datasheet
//
// Sino Wealth SH1106, V2.3, which numbers the commands. This driver has been tested against an
// emulation only, not on a real module yet.
package sh1106

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

// Dev is an OLED module. It has the methods Show, Refresh, Reinit, Halt and String of
// [oled.Dev].
type Dev = oled.Dev

// NewI2C returns the display on an I²C bus. It sends nothing.
func NewI2C(b i2c.Bus, o *Opts) (*Dev, error) { return oled.NewI2C(chip, b, o) }

// NewSPI returns the display at an SPI port, with its D/C# wired to dc. It connects the port
// and sends nothing.
func NewSPI(p spi.Port, dc gpio.PinOut, o *Opts) (*Dev, error) { return oled.NewSPI(chip, p, dc, o) }

var chip = oled.Chip{
	Name: "sh1106", Setup: setup, Dark: dark,
	Margin: 2,
	Speed:  2 * physic.MegaHertz, // limit of the chip, whose shortest clock cycle is 500 ns
}
