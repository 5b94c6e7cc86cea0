package chips

import (
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"tabletop/companion/loop"
	"tabletop/drivers/apa102"
	"tabletop/drivers/ht16k33"
	"tabletop/drivers/max7219"
	"tabletop/drivers/unicornhd"
	"tabletop/drivers/ws2812"
)

// Lamps describes the wiring and mounting of a matrix. A chip ignores fields it does not
// support.
type Lamps struct {
	Address    uint16 // I²C address
	Modules    int    // number of modules in the chain
	Show       []int  // numbers of the modules that show the picture; none means all
	Rotation   int    // clockwise rotation in degrees: 0, 90, 180 or 270
	Mirror     bool   // exchanges left and right before the rotation
	Backpack   bool   // the columns are wired as on Adafruit's backpack
	Origin     string // corner of the first lamp
	Serpentine bool   // every second row runs backwards
}

// Matrix is the chip of a matrix of 8×8 lamps.
type Matrix struct {
	// Name is the value of matrix.chip in the config and the folder of the driver. Title is the
	// name printed on modules.
	Name, Title string
	// I2C opens a chip on I²C, SPI opens a chip on SPI. One of the two functions is nil.
	I2C func(i2c.Bus, Lamps) (loop.Surface, error)
	SPI func(spi.Port, Lamps) (loop.Surface, error)
	// Addresses are the possible I²C addresses, the usual one first.
	Addresses []uint16
	Speeds    Speeds // clock rates on SPI
	// OneColour is true for lamps with a single colour.
	OneColour bool
	// Strip is true for lamps wired one after another, row by row. If the picture on such lamps
	// looks mirrored, every second row is mirrored.
	Strip bool
}

// Matrices lists the chips of matrices, the default first.
var Matrices = []Matrix{
	{
		Name: "max7219", Title: "MAX7219", Speeds: Speeds{wires, 100, 10_000}, OneColour: true,
		SPI: func(p spi.Port, l Lamps) (loop.Surface, error) {
			return surface(max7219.NewSPI(p, max7219.Opts{Modules: l.Modules, Show: l.Show, Rotation: l.Rotation, Mirror: l.Mirror}))
		},
	},
	{
		Name: "ht16k33", Title: "HT16K33", OneColour: true, Addresses: []uint16{0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77},
		I2C: func(b i2c.Bus, l Lamps) (loop.Surface, error) {
			return surface(ht16k33.NewI2C(b, ht16k33.Opts{Addr: l.Address, Backpack: l.Backpack, Rotation: l.Rotation, Mirror: l.Mirror}))
		},
	},
	{
		Name: "apa102", Title: "APA102", Speeds: Speeds{wires, 100, 20_000}, Strip: true,
		SPI: func(p spi.Port, l Lamps) (loop.Surface, error) {
			return surface(apa102.NewSPI(p, apa102.Opts{Origin: l.Origin, Serpentine: l.Serpentine, Rotation: l.Rotation}))
		},
	},
	{
		Name: "ws2812", Title: "WS2812", Speeds: Speeds{2500, 2500, 2500}, Strip: true, // the clock rate sets the length of the chip's pulses
		SPI: func(p spi.Port, l Lamps) (loop.Surface, error) {
			return surface(ws2812.NewSPI(p, ws2812.Opts{Origin: l.Origin, Serpentine: l.Serpentine, Rotation: l.Rotation}))
		},
	},
	{
		Name: "unicornhd", Title: "Unicorn HAT HD", Speeds: Speeds{9000, 100, 9000}, // the chip is a microcontroller on the same board, without loose wires
		SPI: func(p spi.Port, l Lamps) (loop.Surface, error) {
			return surface(unicornhd.NewSPI(p, unicornhd.Opts{Rotation: l.Rotation, Mirror: l.Mirror}))
		},
	},
}
