package wiring

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/config"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/drivers/anyoled"
	"tabletop/drivers/apa102"
	"tabletop/drivers/ht16k33"
	"tabletop/drivers/max7219"
	"tabletop/drivers/sh1106"
	"tabletop/drivers/ssd1306"
	"tabletop/drivers/unicornhd"
	"tabletop/drivers/ws2812"
)

// OLED is the display of a config, or nil if it has none.
func (h Host) OLED(c config.Panel) *Surface {
	if c.Chip == config.None {
		return nil
	}
	if strings.HasPrefix(c.Bus, "SPI") {
		return &Surface{
			name: fmt.Sprintf("%s (%s)", chipName(c), c.Bus),
			open: func() (loop.Surface, io.Closer, error) {
				return onSPI(h, c.Bus, config.Speed(c.Chip, c.Speed), func(p spi.Port) (loop.Surface, error) { return h.spiOLED(p, c) })
			},
		}
	}
	return &Surface{
		name: fmt.Sprintf("%s (%s, 0x%02X)", chipName(c), c.Bus, c.Address),
		open: func() (loop.Surface, io.Closer, error) {
			return onI2C(h, c.Bus, func(b i2c.Bus) (loop.Surface, error) { return h.i2cOLED(b, c) })
		},
	}
}

// EitherOLED is the display of a config, sent only what both chips obey, as the chip that
// the config names: what it shows can be read even if it has the other one.
func (h Host) EitherOLED(c config.Panel) *Surface {
	named := chipName(c)
	taken := companion.Chip(c.Chip)
	c.Chip = config.Any
	s := h.OLED(c)
	s.name = named + strings.TrimPrefix(s.name, chipName(c))
	s.Choose(taken)
	return s
}

// chipName is what a user calls the chip, or any.
func chipName(c config.Panel) string {
	if c.Chip == config.Any {
		return "OLED"
	}
	return strings.ToUpper(c.Chip)
}

func (h Host) i2cOLED(b i2c.Bus, c config.Panel) (loop.Surface, error) {
	reset, err := h.optional(c.Reset)
	if err != nil {
		return nil, err
	}
	switch c.Chip {
	case "ssd1306":
		return ssd1306.NewI2C(b, &ssd1306.Opts{Addr: c.Address, Rotated: c.Rotated, Reset: reset})
	case "sh1106":
		return sh1106.NewI2C(b, &sh1106.Opts{Addr: c.Address, Rotated: c.Rotated, Reset: reset})
	}
	return anyoled.NewI2C(b, &anyoled.Opts{Addr: c.Address, Rotated: c.Rotated, Reset: reset})
}

func (h Host) spiOLED(p spi.Port, c config.Panel) (loop.Surface, error) {
	reset, err := h.optional(c.Reset)
	if err != nil {
		return nil, err
	}
	dc, err := h.Pin(c.DC)
	if err != nil {
		return nil, fmt.Errorf("panel.dc: %w", err)
	}
	switch c.Chip {
	case "ssd1306":
		return ssd1306.NewSPI(p, dc, &ssd1306.Opts{Rotated: c.Rotated, Reset: reset})
	case "sh1106":
		return sh1106.NewSPI(p, dc, &sh1106.Opts{Rotated: c.Rotated, Reset: reset})
	}
	return anyoled.NewSPI(p, dc, &anyoled.Opts{Rotated: c.Rotated, Reset: reset})
}

// optional is a line that needn't be wired.
func (h Host) optional(name string) (gpio.PinOut, error) {
	if name == "" {
		return nil, nil
	}
	return h.Pin(name)
}

// Matrix is the matrix of a config, or nil if it has none.
func (h Host) Matrix(c config.Matrix) *Surface {
	switch c.Chip {
	case config.None:
		return nil
	case "ht16k33":
		o := ht16k33.Opts{Addr: c.Address, Backpack: c.Backpack, Rotation: c.Rotation, Mirror: c.Mirror}
		return &Surface{
			name: fmt.Sprintf("HT16K33 (%s, 0x%02X)", c.Bus, c.Address),
			open: func() (loop.Surface, io.Closer, error) {
				return onI2C(h, c.Bus, func(b i2c.Bus) (loop.Surface, error) { return ht16k33.NewI2C(b, o) })
			},
		}
	}
	return &Surface{
		name: fmt.Sprintf("%s (%s)", strings.ToUpper(c.Chip), c.Bus),
		open: func() (loop.Surface, io.Closer, error) {
			return onSPI(h, c.Bus, config.Speed(c.Chip, c.Speed), func(p spi.Port) (loop.Surface, error) { return spiMatrix(p, c) })
		},
	}
}

func spiMatrix(p spi.Port, c config.Matrix) (loop.Surface, error) {
	switch c.Chip {
	case "apa102":
		return apa102.NewSPI(p, apa102.Opts{Origin: c.Origin, Serpentine: c.Serpentine, Rotation: c.Rotation})
	case "ws2812":
		return ws2812.NewSPI(p, ws2812.Opts{Origin: c.Origin, Serpentine: c.Serpentine, Rotation: c.Rotation})
	case "unicornhd":
		return unicornhd.NewSPI(p, unicornhd.Opts{Rotation: c.Rotation, Mirror: c.Mirror})
	}
	return max7219.NewSPI(p, max7219.Opts{Modules: c.Modules, Show: c.Show, Rotation: c.Rotation, Mirror: c.Mirror})
}

// onI2C opens a chip on a bus, and gives the bus back if the chip won't have it.
func onI2C(h Host, name string, open func(i2c.Bus) (loop.Surface, error)) (loop.Surface, io.Closer, error) {
	b, err := h.I2C(name)
	if err != nil {
		return nil, nil, err
	}
	return kept(b, func() (loop.Surface, error) { return open(b) })
}

// onSPI is onI2C for a port at a speed in kHz.
func onSPI(h Host, name string, kHz int, open func(spi.Port) (loop.Surface, error)) (loop.Surface, io.Closer, error) {
	p, err := h.portAt(name, kHz)
	if err != nil {
		return nil, nil, err
	}
	return kept(p, func() (loop.Surface, error) { return open(p) })
}

// portAt opens an SPI port at which no driver is faster than the config wants it.
func (h Host) portAt(name string, kHz int) (spi.PortCloser, error) {
	p, err := h.SPI(name)
	if err != nil {
		return nil, err
	}
	if err := p.LimitSpeed(physic.Frequency(kHz) * physic.KiloHertz); err != nil {
		return nil, errors.Join(fmt.Errorf("wiring: %s at %d kHz: %w", name, kHz, err), p.Close())
	}
	return p, nil
}

func kept(bus io.Closer, open func() (loop.Surface, error)) (loop.Surface, io.Closer, error) {
	chip, err := open()
	if err != nil {
		_ = bus.Close() // the first error says more
		return nil, nil, err
	}
	return chip, bus, nil
}
