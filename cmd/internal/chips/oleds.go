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

// Any is the name of the display whose chip nobody knows: the panel asks.
const Any = "any"

// Opts says how a display is wired and built in.
type Opts = anyoled.Opts

// OLED is the chip of a display.
type OLED struct {
	// Name is the value of panel.chip in the config and, but for Any, the folder of the
	// driver. Title is what people read on a module.
	Name, Title string
	// I2C and SPI open the chip; on SPI with the pin of data/command.
	I2C func(i2c.Bus, *Opts) (loop.Surface, error)
	SPI func(spi.Port, gpio.PinOut, *Opts) (loop.Surface, error)
	// Addresses are those it may have on I²C, the usual one first.
	Addresses []uint16
	Speeds    Speeds
	// Either is the answer of a table for whose panel the chip is Any. It is
	// [anyoled.Unasked] for a chip that can't be driven without being named.
	Either anyoled.Chip
	// IfShifted is the name of the chip to try next where a side of the picture is
	// missing, IfDark that where nothing is seen, "" if no other chip would help.
	IfShifted, IfDark string
	// Hint is the key of what the doctor says of a module that doesn't answer or stays
	// dark, besides that its wires are to be checked; "" for nothing.
	Hint string
}

// oledAddresses are those of all modules of 128×64, by a resistor.
var oledAddresses = []uint16{0x3C, 0x3D}

// OLEDs are the chips of displays of 128×64, the default one first.
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
