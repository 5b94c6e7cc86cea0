// Package sh1106 drives OLED modules of 128×64 pixels with an SH1106 (most of
// 1.3″), over I²C or 4-wire SPI.
//
// # Behaviour
//
// The SH1106 is an SSD1306 without horizontal mode and with RAM of 132 columns,
// of which the module shows the middle 128. Show takes a whole picture and sends
// what changed, in pieces of pages, in as few bytes as that can be done: over I²C
// one pixel is 8 bytes on the wire, a digit of 16×32 is 92, a whole new picture
// 1080; at 400 kHz a byte takes 23 µs. The inverse of the picture before is 3 bytes.
//
// Nothing is sent before the first Show. That sets the chip up, fills its RAM, the
// columns that aren't seen included, and turns the display on only then. So does
// the next Show after an error, and one after level 0, which turns the display off.
// Reinit does it at once. A display that lost its power without being missed, or
// heard noise on the wires, can't be told from a healthy one: whoever owns it calls
// Refresh once a minute, which sends everything anew, in an order that isn't seen.
// All but the converter's command: that may be sent only while the display is off,
// and is what the chip does after a reset.
//
// A Dev belongs to one goroutine, has none of its own and never waits but for the
// bus. How bytes are saved, and what is known of a bus that others use too, is told
// in the package drivers/internal/oled.
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
// The I²C address is 0x3C, or 0x3D where the module's resistor says so (printed
// 0x78 and 0x7A there). A module that shows one stripe of picture in noise when driven
// as an SSD1306 is an SH1106. The package anyoled drives either.
//
// # Datasheet
//
// Sino Wealth SH1106, V2.3, whose commands are numbered. Not seen on a real module
// yet: all of this was tried against an emulation only.
package sh1106

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

// Dev is a display. It has Show, Refresh, Reinit, Halt and String, as package oled
// tells.
type Dev = oled.Dev

// NewI2C returns the display on an I²C bus. It sends nothing.
func NewI2C(b i2c.Bus, o *Opts) (*Dev, error) { return oled.NewI2C(chip, b, o) }

// NewSPI returns the display at an SPI port, its D/C# wired to a pin. It connects
// the port and sends nothing.
func NewSPI(p spi.Port, dc gpio.PinOut, o *Opts) (*Dev, error) { return oled.NewSPI(chip, p, dc, o) }

var chip = oled.Chip{
	Name: "sh1106", Setup: setup, Dark: dark,
	Margin: 2,
	Speed:  2 * physic.MegaHertz, // the clock's shortest cycle is 500 ns
}
