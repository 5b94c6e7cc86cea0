package main

import (
	"fmt"
	"image"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/devices/v3/max7219"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"periph.io/x/host/v3"
)

// draw draws a picture on the display, then a picture that differs in two bytes, and then a
// staircase on the matrix.
func draw() error {
	if _, err := host.Init(); err != nil {
		return err
	}
	bus, err := i2creg.Open("1")
	if err != nil {
		return err
	}
	panel, err := ssd1306.NewI2C(bus, &ssd1306.DefaultOpts)
	if err != nil {
		return err
	}
	picture := image1bit.NewVerticalLSB(panel.Bounds())
	for i := range picture.Pix {
		picture.Pix[i] = byte(i)
	}
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		return err
	}
	picture.Pix[0], picture.Pix[1023] = 0xFF, 0x0F
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		return err
	}
	if err := lamps(); err != nil {
		return err
	}
	fmt.Println("probe: drawn")
	return nil
}

// lamps draws a staircase on the matrix.
func lamps() error {
	port, err := spireg.Open("")
	if err != nil {
		return err
	}
	matrix, err := max7219.NewSPI(port, 1, 8)
	if err != nil {
		return err
	}
	if err := matrix.SetDecode(max7219.DecodeNone); err != nil {
		return err
	}
	return matrix.WriteCascadedUnits([][]byte{{0x80, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE, 0xFF}})
}
