// Package ssd1306 drives OLED modules of 128×64 pixels with an SSD1306 (most of
// 0.96″), over I²C or 4-wire SPI.
//
// # Behaviour
//
// Show takes a whole picture and sends what changed, in as few bytes as it can: in
// several rectangles if that costs less than one, in page or in horizontal mode,
// whichever is cheaper. Commands of one mode are never sent in the other, so
// that chips which take the datasheet literally show the same. Over I²C one pixel is
// 8 bytes on the wire, a digit of 16×32 is 76, a whole new picture at most 1041; at
// 400 kHz a byte takes 23 µs. The inverse of the picture before is 3 bytes.
//
// Nothing is sent before the first Show. That sets the chip up, fills its RAM and
// turns the display on only then. So does the next Show after an error, and one
// after level 0, which turns the display off. Reinit does it at once. A display
// that lost its power without being missed, or heard noise on the wires, can't be
// told from a healthy one: whoever owns it calls Refresh once a minute, which sends
// everything anew, in an order that isn't seen.
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
//	SCL, D0    GPIO3 (SCL)          GPIO11 (SCLK)
//	SDA, D1    GPIO2 (SDA)          GPIO10 (MOSI)
//	RES        -                    any GPIO, in Opts.Reset
//	DC         -                    any GPIO
//	CS         -                    GPIO8 (CE0)
//
// The I²C address is 0x3C, or 0x3D where the module's resistor says so (printed
// 0x78 and 0x7A there). The Pi's own pull-ups are enough. Its bus runs at 100 kHz
// unless told otherwise: dtparam=i2c_arm_baudrate=400000 makes a whole picture
// take 24 instead of 98 ms. Who doesn't know whether the chip is an SH1106 takes the
// package anyoled.
//
// # Datasheet
//
// Solomon Systech SSD1306, Rev 1.1 of April 2008: commands p. 28–32, modes p. 34,
// and of its application note charge pump p. 62, set-up p. 64. Not seen on a real
// module yet: all of this was tried against an emulation only.
package ssd1306

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

var chip = oled.Chip{Name: "ssd1306", Setup: setup, Wide: &oled.Horizontal, Speed: 10 * physic.MegaHertz}
