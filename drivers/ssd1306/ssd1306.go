// Package ssd1306 drives OLED modules of 128×64 pixels with an SSD1306 (most of 0.96″), over
// I²C or 4-wire SPI.
//
// # Behaviour
//
// Show takes a whole picture and sends the changes in as few bytes as it can: in several
// rectangles if that costs less than one, in page or in horizontal mode, whichever is cheaper.
// It never sends a command of one mode in the other mode, so chips that ignore such commands,
// as the datasheet specifies, show the same picture. Over I²C one pixel is 8 bytes on the
// wire, a digit of 16×32 is 76, a whole new picture at most 1041; at 400 kHz a byte takes 23
// µs. Inverting the previous picture costs 3 bytes.
//
// Nothing is sent before the first Show. The first Show sets up the chip, fills its RAM, and
// then turns the display on. So does the next Show after an error, and after level 0, which
// turns the display off. Reinit does the same at once. The driver can't detect a display that
// lost its power unnoticed, or that was disturbed by noise on the wires. So the owner of the
// display calls Refresh once a minute: it sends everything again, in an order that has no
// visible effect.
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
//	RES        -                    any GPIO, in Opts.Reset
//	DC         -                    any GPIO
//	CS         -                    GPIO8 (CE0)
//
// The I²C address is 0x3C, or 0x3D if selected by a resistor on the module (labelled 0x78 and
// 0x7A there). The Pi's own pull-ups are sufficient. The Pi's bus runs at 100 kHz by default;
// with dtparam=i2c_arm_baudrate=400000 a whole picture takes 24 ms instead of 98. If the chip
// may be an SH1106, use package anyoled.
//
// # Datasheet
//
// Solomon Systech SSD1306, Rev 1.1 of April 2008: commands p. 28–32, modes p. 34; in its
// application note charge pump p. 62, setup p. 64. This driver has been tested against an
// emulation only, not on a real module yet.
package ssd1306

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

var chip = oled.Chip{Name: "ssd1306", Setup: setup, Wide: &oled.Horizontal, Speed: 10 * physic.MegaHertz}
