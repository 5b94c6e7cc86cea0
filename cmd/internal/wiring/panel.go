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

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/drivers/anyoled"
)

// OLED returns the display of a config, or nil if the config has no display.
func (h Host) OLED(c config.Panel) *Surface {
	chip, ok := chips.OLEDNamed(c.Chip)
	if !ok {
		return nil
	}
	if strings.HasPrefix(c.Bus, "SPI") {
		s := &Surface{name: fmt.Sprintf("%s (%s)", chip.Title, c.Bus)}
		s.open = func() (loop.Surface, io.Closer, error) {
			return onSPI(h, c.Bus, config.Speed(c.Chip, c.Speed), func(p spi.Port) (loop.Surface, error) { return h.spiOLED(p, chip, c, s.inherited) })
		}
		return s
	}
	s := &Surface{name: fmt.Sprintf("%s (%s, 0x%02X)", chip.Title, c.Bus, c.Address)}
	s.open = func() (loop.Surface, io.Closer, error) {
		return onI2C(h, c.Bus, func(b i2c.Bus) (loop.Surface, error) { return h.i2cOLED(b, chip, c, s.inherited) })
	}
	return s
}

// EitherOLED returns the display of a config, limited to the commands that both possible chips
// understand. It assumes the chip named in the config. The picture is readable even if the display
// has the other chip. A chip that the table cannot select is driven as usual.
func (h Host) EitherOLED(c config.Panel) *Surface {
	named := h.OLED(c)
	if chip, _ := chips.OLEDNamed(c.Chip); chip.Either == anyoled.Unasked {
		return named
	}
	assumed := panel.Chip(c.Chip)
	c.Chip = config.Any
	s := h.OLED(c)
	s.name = named.name
	s.Choose(assumed)
	return s
}

func (h Host) i2cOLED(b i2c.Bus, chip chips.OLED, c config.Panel, inherited bool) (loop.Surface, error) {
	reset, err := h.optional(c.Reset)
	if err != nil {
		return nil, err
	}
	return chip.I2C(b, &chips.Opts{Addr: c.Address, Rotated: c.Rotated, Reset: reset, Inherited: inherited})
}

func (h Host) spiOLED(p spi.Port, chip chips.OLED, c config.Panel, inherited bool) (loop.Surface, error) {
	reset, err := h.optional(c.Reset)
	if err != nil {
		return nil, err
	}
	dc, err := h.Pin(c.DC)
	if err != nil {
		return nil, fmt.Errorf("panel.dc: %w", err)
	}
	return chip.SPI(p, dc, &chips.Opts{Rotated: c.Rotated, Reset: reset, Inherited: inherited})
}

// optional opens the GPIO line with that name, or returns nil for "".
func (h Host) optional(name string) (gpio.PinOut, error) {
	if name == "" {
		return nil, nil
	}
	return h.Pin(name)
}

// Matrix returns the matrix of a config, or nil if the config has no matrix.
func (h Host) Matrix(c config.Matrix) *Surface {
	chip, ok := chips.MatrixNamed(c.Chip)
	if !ok {
		return nil
	}
	lamps := chips.Lamps{
		Address: c.Address, Modules: c.Modules, Show: c.Show, Rotation: c.Rotation, Mirror: c.Mirror,
		Backpack: c.Backpack, Origin: c.Origin, Serpentine: c.Serpentine,
	}
	if chip.I2C != nil {
		return &Surface{
			name: fmt.Sprintf("%s (%s, 0x%02X)", chip.Title, c.Bus, c.Address),
			open: func() (loop.Surface, io.Closer, error) {
				return onI2C(h, c.Bus, func(b i2c.Bus) (loop.Surface, error) { return chip.I2C(b, lamps) })
			},
		}
	}
	return &Surface{
		name: fmt.Sprintf("%s (%s)", chip.Title, c.Bus),
		open: func() (loop.Surface, io.Closer, error) {
			return onSPI(h, c.Bus, config.Speed(c.Chip, c.Speed), func(p spi.Port) (loop.Surface, error) { return chip.SPI(p, lamps) })
		},
	}
}

// onI2C opens a chip on an I²C bus. It closes the bus if the chip does not open.
func onI2C(h Host, name string, open func(i2c.Bus) (loop.Surface, error)) (loop.Surface, io.Closer, error) {
	b, err := h.I2C(name)
	if err != nil {
		return nil, nil, err
	}
	return openOn(b, func() (loop.Surface, error) { return open(b) })
}

// onSPI opens a chip on an SPI port, at a clock rate in kHz. It closes the port if the chip does
// not open.
func onSPI(h Host, name string, kHz int, open func(spi.Port) (loop.Surface, error)) (loop.Surface, io.Closer, error) {
	p, err := h.portAt(name, kHz)
	if err != nil {
		return nil, nil, err
	}
	return openOn(p, func() (loop.Surface, error) { return open(p) })
}

// portAt opens an SPI port and limits its clock rate to kHz.
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

// openOn opens a chip. It closes the chip's bus on failure.
func openOn(bus io.Closer, open func() (loop.Surface, error)) (loop.Surface, io.Closer, error) {
	chip, err := open()
	if err != nil {
		_ = bus.Close() // an error of Close matters less than err
		return nil, nil, err
	}
	return chip, bus, nil
}
