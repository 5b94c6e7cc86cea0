// Package wiring makes devices of a config: it knows which driver is for which chip
// and how to come to its bus. The daemon plays on what it makes, and doctor looks
// at the same.
//
// Nothing is opened before it is used, and what has failed is opened anew: a bus
// that wasn't there when the machine started, or is gone for a while, is found
// when it comes.
package wiring

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3"
	"periph.io/x/host/v3/sysfs"

	"tabletop/drivers/keys"
)

// Host opens the buses and lines of a machine.
type Host struct {
	I2C  func(name string) (i2c.BusCloser, error)
	SPI  func(name string) (spi.PortCloser, error)
	Pin  func(name string) (gpio.PinIO, error)
	Keys func(keys.Opts) (*keys.Dev, error)
}

// Present reports whether there are I²C buses or GPIO lines, nodes such as
// /dev/i2c-1 in a folder, and whether this user may open one of them.
func Present(dev string) (there, ours bool) {
	for _, pattern := range []string{"i2c-*", "gpiochip*"} {
		found, _ := filepath.Glob(filepath.Join(dev, pattern)) // the patterns are sound
		for _, node := range found {
			there = true
			if f, err := os.OpenFile(node, os.O_RDWR, 0); err == nil {
				_ = f.Close()
				ours = true
			}
		}
	}
	return there, ours
}

// Linux finds what this machine has. It must be called before any file is opened
// that matters: periph's start may close descriptor 0 (see [keys.GuardStdin]).
func Linux() (Host, error) {
	_, err := host.Init()
	return Host{I2C: openI2C, SPI: openSPI, Pin: openPin, Keys: keys.Open}, errors.Join(err, keys.GuardStdin())
}

var (
	i2cName = regexp.MustCompile(`^I2C(\d{1,3})$`)
	spiName = regexp.MustCompile(`^SPI(\d{1,3})\.(\d{1,3})$`)
)

// openI2C opens "I2C1". Each opening is a descriptor of its own, so that no two
// drivers share periph's lock (see drivers/internal/oled), and finds a bus that
// came later than host.Init.
func openI2C(name string) (i2c.BusCloser, error) {
	m := i2cName.FindStringSubmatch(name)
	if m == nil {
		return nil, fmt.Errorf("wiring: %q is no I²C bus, want one like I2C1", name)
	}
	return sysfs.NewI2C(number(m[1]))
}

// openSPI opens "SPI0.1": bus 0, chip select 1.
func openSPI(name string) (spi.PortCloser, error) {
	m := spiName.FindStringSubmatch(name)
	if m == nil {
		return nil, fmt.Errorf("wiring: %q is no SPI port, want one like SPI0.0", name)
	}
	return sysfs.NewSPI(number(m[1]), number(m[2]))
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // at most three digits
	return n
}

// openPin finds "GPIO25". Where two of periph's drivers know a name, the chip's
// lines bear the chip's before it.
func openPin(name string) (gpio.PinIO, error) {
	for _, n := range []string{name, "gpiochip0-" + name} {
		if p := gpioreg.ByName(n); p != nil && n != "" {
			return p, nil
		}
	}
	return nil, fmt.Errorf("wiring: there is no line %q", name)
}
