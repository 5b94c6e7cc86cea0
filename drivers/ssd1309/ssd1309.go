// Package ssd1309 drives OLED modules of 128×64 pixels with an SSD1309 (most of 2.42″), over
// I²C or 4-wire SPI.
//
// # Behaviour
//
// The SSD1309 is an SSD1306 without a charge pump, and with a lock. A converter on the module
// supplies the panel voltage, 7 to 16 V. So this chip has no charge pump command, 8Dh, and the
// driver never sends it. The driver opens the lock in every setup: noise may have shut it, and
// a locked chip ignores all other commands.
//
// Show, Refresh, Reinit and Halt work as in package ssd1306. They send the same number of
// bytes, plus two for a setup or for turning the display off.
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
//	SCL, D0    GPIO3 (SCL)          GPIO11 (SCLK)
//	SDA, D1    GPIO2 (SDA)          GPIO10 (MOSI)
//	RES        any GPIO, in Opts.Reset
//	DC         ground (0x3C)        any GPIO
//	CS         ground               GPIO8 (CE0)
//
// Modules with seven pins are sold wired for SPI. The table on their back lists the resistors
// to change for I²C; with some modules a bridge must also be soldered before the chip
// acknowledges. The chip must be reset once after power-on, and few modules do that
// themselves: if the display stays dark although the chip answers, RES must be wired. A module
// with four pins has all of this on its board. The panel takes up to 0.2 A with all pixels
// lit, more than a smaller one.
//
// # Datasheet
//
// Solomon Systech SSD1309, Rev 1.1 of July 2011: reset and power 8.9, commands tables 9-1 to
// 9-5, lock 10.1.22. The values of clock, charge and deselect level are recommended by makers
// of 2.42″ panels. This driver has been tested against an emulation only, not on a real module
// yet.
package ssd1309

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

// DefaultOpts describes a module that has the usual I²C address, 0x3C, resets itself and is
// mounted upright.
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
	Name: "ssd1309", Unlock: unlock, Setup: setup, Wide: &oled.Horizontal,
	Speed: 10 * physic.MegaHertz, // limit of the chip, whose shortest clock cycle is 100 ns
}
