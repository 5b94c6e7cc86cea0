package chips

import (
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"tabletop/companion/loop"
	"tabletop/drivers/anyoled"
	"tabletop/drivers/sh1106"
	"tabletop/drivers/ssd1306"
	"tabletop/drivers/ssd1309"
)

// Any is the name for a display whose chip is unknown; the panel then asks the table.
const Any = "any"

// Opts describes the wiring and mounting of a display.
type Opts = anyoled.Opts

// OLED is the chip of a display.
type OLED struct {
	// Name is the value of panel.chip in the config and, except for Any, the folder of the
	// driver. Title is the name printed on modules.
	Name, Title string
	// I2C opens the chip on an I²C bus, SPI on an SPI port. The pin of SPI is the data/command
	// line.
	I2C func(i2c.Bus, *Opts) (loop.Surface, error)
	SPI func(spi.Port, gpio.PinOut, *Opts) (loop.Surface, error)
	// Addresses are the possible I²C addresses, the usual one first.
	Addresses []uint16
	Speeds    Speeds
	// Either is the answer of the table that selects this chip if the config says Any. It is
	// [anyoled.Unasked] for a chip that the table cannot select; the config must name that chip.
	Either anyoled.Chip
	// IfShifted is the name of the chip to try next if a side of the picture is missing. IfDark is
	// the name of the chip to try if the display stays dark. "" means none.
	IfShifted, IfDark string
	// Hint is the words key of the doctor's hint for a module that does not answer or stays dark,
	// in addition to the advice to check the wires; "" for none.
	Hint string
}

// oledAddresses holds the I²C addresses of 128×64 modules. A resistor on the module selects one.
var oledAddresses = []uint16{0x3C, 0x3D}

// OLEDs lists the chips of 128×64 displays, the default first.
var OLEDs = []OLED{
	{
		Name: Any, Title: "OLED", I2C: overI2C(anyoled.NewI2C), SPI: overSPI(anyoled.NewSPI),
		Addresses: oledAddresses, Speeds: Speeds{wires, 100, 2000}, IfShifted: "sh1106",
		Hint: "doctor.hint.pins",
	},
	{
		Name: "ssd1306", Title: "SSD1306", I2C: overI2C(ssd1306.NewI2C), SPI: overSPI(ssd1306.NewSPI),
		Addresses: oledAddresses, Speeds: Speeds{wires, 100, 10_000}, Either: anyoled.SSD1306, IfShifted: "sh1106",
	},
	{
		Name: "sh1106", Title: "SH1106", I2C: overI2C(sh1106.NewI2C), SPI: overSPI(sh1106.NewSPI),
		Addresses: oledAddresses, Speeds: Speeds{wires, 100, 2000}, Either: anyoled.SH1106, IfShifted: "ssd1306",
	},
	{
		Name: "ssd1309", Title: "SSD1309", I2C: overI2C(ssd1309.NewI2C), SPI: overSPI(ssd1309.NewSPI),
		Addresses: oledAddresses, Speeds: Speeds{wires, 100, 10_000}, IfShifted: "sh1106", IfDark: "ssd1306",
		Hint: "doctor.hint.pins",
	},
}
