package main

import (
	"errors"
	"fmt"
	"strconv"
)

// picture returns the visible picture of the display.
func (b *i2cBus) picture() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.panel.Picture()
}

// String returns the state of the display and its bus.
func (b *i2cBus) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("panel %v %v", b.used, b.panel)
}

// setNAKs sets the number of transfers that the display refuses: "on" means all, "off" none.
func (b *i2cBus) setNAKs(count string) (err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch count {
	case "on":
		b.naks = -1
	case "off":
		b.naks = 0
	default:
		b.naks, err = strconv.Atoi(count)
	}
	return err
}

func (b *i2cBus) setStrict(word string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.panel.Strict = word == "on"
	if word != "on" && word != "off" {
		return errors.New("strict on|off")
	}
	return nil
}

// picture returns the visible picture of the matrix.
func (b *spiBus) picture() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lamps.Picture()
}

// String returns the state of the matrix and its bus.
func (b *spiBus) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("lamps %v %v", b.used, b.lamps)
}

// powerCycle switches the power of the display ("panel") or the matrix ("lamps") off and on.
func (m *machine) powerCycle(what string) error {
	m.i2c.mu.Lock()
	defer m.i2c.mu.Unlock()
	m.spi.mu.Lock()
	defer m.spi.mu.Unlock()
	switch what {
	case "panel":
		m.i2c.panel.Power(noise)
	case "lamps":
		m.spi.lamps.Power()
	default:
		return errors.New("dark panel|lamps")
	}
	return nil
}

// remove removes a device from the machine: "i2c", "spi" or "pins".
func (m *machine) remove(what string) error {
	switch what {
	case "i2c":
		return m.i2c.device.Close()
	case "spi":
		return m.spi.device.Close()
	case "pins":
		return m.pins.vanish()
	}
	return errors.New("gone i2c|spi|pins")
}

// restore creates a removed device again: "i2c", "spi" or "pins".
func (m *machine) restore(what string) error {
	switch what {
	case "i2c":
		return m.i2c.appear()
	case "spi":
		return m.spi.appear()
	case "pins":
		return m.pins.appear()
	}
	return errors.New("back i2c|spi|pins")
}
