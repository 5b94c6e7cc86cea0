// Package chips lists the chips of displays and matrices. An entry in [OLEDs] or [Matrices] holds
// everything that the commands know about a chip. Package config uses the names and speeds of the
// entries, package wiring their constructors, and package doctor their addresses, their hints and
// the chip to try next.
//
// # A new chip
//
//  1. Write its driver in drivers/NAME. Displays share drivers/internal/oled.
//  2. Add its entry here.
//  3. Run the tests of this package. They list each text that does not mention the chip yet:
//     systemd/companion.toml, the manual in both languages, the README.
package chips

import (
	"slices"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"tabletop/companion/loop"
)

// None is the chip name for an absent part.
const None = "none"

// Speeds holds the usual, the minimum and the maximum clock rate of a chip on SPI, in kHz.
type Speeds struct{ Usual, Least, Most int }

// Reader is the chip of the tag reader. There is only one, so the config has no key for it.
const Reader = "mfrc522"

var readerSpeeds = Speeds{wires, 100, 10_000}

// wires is a clock rate, in kHz, that is safe over loose wires of the length of a hand. At this
// rate, sending a whole picture to a display takes 9 ms.
const wires = 1000

// SpeedsOf returns the speeds of the display, the matrix or the tag reader with that name. ok is
// false for an unknown name.
func SpeedsOf(name string) (s Speeds, ok bool) {
	if name == Reader {
		return readerSpeeds, true
	}
	if c, ok := OLEDNamed(name); ok {
		return c.Speeds, true
	}
	m, ok := MatrixNamed(name)
	return m.Speeds, ok
}

// OLEDNamed returns the display with that name.
func OLEDNamed(name string) (c OLED, ok bool) {
	return named(OLEDs, name, func(c OLED) string { return c.Name })
}

// MatrixNamed returns the matrix with that name.
func MatrixNamed(name string) (c Matrix, ok bool) {
	return named(Matrices, name, func(c Matrix) string { return c.Name })
}

func named[C any](all []C, name string, of func(C) string) (c C, ok bool) {
	i := slices.IndexFunc(all, func(c C) bool { return of(c) == name })
	if i < 0 {
		return c, false
	}
	return all[i], true
}

// OLEDNames returns the valid values of panel.chip in the config.
func OLEDNames() (names []string) {
	for _, c := range OLEDs {
		names = append(names, c.Name)
	}
	return append(names, None)
}

// MatrixNames returns the valid values of matrix.chip in the config.
func MatrixNames() (names []string) {
	for _, c := range Matrices {
		names = append(names, c.Name)
	}
	return append(names, None)
}

// OLEDAddresses returns all I²C addresses of displays.
func OLEDAddresses() (all []uint16) {
	for _, c := range OLEDs {
		all = append(all, c.Addresses...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// OnI2C returns the matrices with an I²C bus.
func OnI2C() []Matrix {
	return slices.DeleteFunc(slices.Clone(Matrices), func(c Matrix) bool { return c.I2C == nil })
}

// surface converts the result of a driver's constructor to a [loop.Surface]. The surface is nil if
// err is not nil.
func surface[D loop.Surface](d D, err error) (loop.Surface, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// overI2C converts a driver's constructor to the type of OLED.I2C.
func overI2C[D loop.Surface](open func(i2c.Bus, *Opts) (D, error)) func(i2c.Bus, *Opts) (loop.Surface, error) {
	return func(b i2c.Bus, o *Opts) (loop.Surface, error) { return surface(open(b, o)) }
}

// overSPI converts a driver's constructor to the type of OLED.SPI.
func overSPI[D loop.Surface](open func(spi.Port, gpio.PinOut, *Opts) (D, error)) func(spi.Port, gpio.PinOut, *Opts) (loop.Surface, error) {
	return func(p spi.Port, dc gpio.PinOut, o *Opts) (loop.Surface, error) { return surface(open(p, dc, o)) }
}
