// Package ssd1309 drives OLED modules of 128×64 pixels with an SSD1309 (most of
// 2.42″), over I²C or 4-wire SPI.
//
// # Behaviour
//
// The SSD1309 is an SSD1306 without a charge pump, and with a lock. The voltage of the
// panel, 7 to 16 V, comes from a converter on the module, so the command for a pump, 8Dh,
// is none of this chip's and is never sent. The lock is opened whenever the chip is set
// up: noise may have shut it, and a chip that is locked ignores all else.
//
// Show, Refresh, Reinit and Halt do the same with the same number of bytes as those of
// package ssd1306, but for two more where the chip is set up or turned off.
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
//	RES        any GPIO, in Opts.Reset
//	DC         ground (0x3C)        any GPIO
//	CS         ground               GPIO8 (CE0)
//
// Modules with seven pins come wired for SPI. The table on their back says which
// resistors make it I²C; some must be bridged, too, before the chip acknowledges. The
// chip must be reset once after its power came, and few modules do that themselves: where
// the display stays dark although the chip answers, RES needs a wire. A module with four
// pins has all of that on its board. The panel takes up to 0.2 A if all pixels are lit,
// more than a smaller one.
//
// # Datasheet
//
// Solomon Systech SSD1309, Rev 1.1 of July 2011: reset and power 8.9, commands tables 9-1
// to 9-5, lock 10.1.22. The values of clock, charge and deselect level are those that
// makers of 2.42″ panels give. Not seen on a real module yet: all of this was tried
// against an emulation only.
package ssd1309

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

// DefaultOpts is a module as it is sold, with a reset of its own.
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
	Name: "ssd1309", Unlock: unlock, Setup: setup, Wide: &oled.Horizontal,
	Speed: 10 * physic.MegaHertz, // the clock's shortest cycle is 100 ns
}
