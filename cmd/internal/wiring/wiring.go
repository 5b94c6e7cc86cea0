// Package wiring makes devices of a config: it knows which driver is for which chip
// and how to come to its bus. The daemon plays on what it makes, and doctor looks
// at the same.
//
// Nothing is opened before it is used, and what has failed is opened anew: a bus
// that wasn't there when the machine started, or is gone for a while, is found
// when it comes.
package wiring

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"

	"tabletop/drivers/gpiochip"
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

// Pi reports whether the machine calls itself a Raspberry Pi in the kernel's folder of
// its firmware, /sys/firmware: there what isn't in /dev may be on its way.
func Pi(firmware string) bool {
	model, _ := os.ReadFile(filepath.Join(firmware, "devicetree", "base", "model")) // no model is no Pi
	return strings.Contains(string(model), "Raspberry Pi")
}

// Linux is this machine. Nothing is looked for before it is asked for, so what comes
// late is found; and no memory is ever mapped, on whatever board.
func Linux() Host {
	return Host{I2C: openI2C, SPI: openSPI, Pin: new(pins).open, Keys: openKeys}
}

var (
	i2cName = regexp.MustCompile(`^I2C(\d{1,3})$`)
	spiName = regexp.MustCompile(`^SPI(\d{1,3})\.(\d{1,3})$`)
)

// openI2C opens "I2C1". Each opening is a descriptor of its own, so that no two
// drivers share periph's lock (see drivers/internal/oled).
func openI2C(name string) (i2c.BusCloser, error) {
	m := i2cName.FindStringSubmatch(name)
	if m == nil {
		return nil, fmt.Errorf("wiring: %q is no I²C bus, want one like I2C1", name)
	}
	b, err := sysfs.NewI2C(number(m[1]))
	if err != nil {
		return nil, unopened(err, i2cNode(name))
	}
	return b, nil
}

// i2cNode and spiNode are the nodes of "I2C1" and "SPI0.1".
func i2cNode(name string) string { return strings.Replace(name, "I2C", "/dev/i2c-", 1) }
func spiNode(name string) string { return strings.Replace(name, "SPI", "/dev/spidev", 1) }

// openSPI opens "SPI0.1": bus 0, chip select 1.
func openSPI(name string) (spi.PortCloser, error) {
	m := spiName.FindStringSubmatch(name)
	if m == nil {
		return nil, fmt.Errorf("wiring: %q is no SPI port, want one like SPI0.0", name)
	}
	p, err := sysfs.NewSPI(number(m[1]), number(m[2]))
	if err != nil {
		return nil, unopened(err, spiNode(name))
	}
	return sized{p, transfer("/sys/module/spidev/parameters/bufsiz")}, nil
}

// sized is a port that knows how many bytes it takes at once. periph's learns it only
// where a port was there when periph started.
type sized struct {
	*sysfs.SPI
	most int
}

// MaxTxSize is how many bytes a transfer may have.
func (s sized) MaxTxSize() int { return s.most }

// transfer reads how many bytes the kernel's spidev takes at once; 4096 unless it was
// told otherwise (drivers/spi/spidev.c).
func transfer(parameter string) int {
	text, _ := os.ReadFile(parameter)
	if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && n > 0 {
		return n
	}
	return 4096
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // at most three digits
	return n
}

// pins are the lines of a machine that are no keys', each one once: whoever asks for
// a line anew must not find it taken by ourselves.
type pins struct {
	mu    sync.Mutex
	lines map[string]*gpiochip.Line
}

// open finds "GPIO25" on the header, or a line that the kernel calls so.
func (p *pins) open(name string) (gpio.PinIO, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l := p.lines[name]; l != nil {
		return l, nil
	}
	l, err := gpiochip.Kernel{}.Line("", name)
	if err != nil {
		return nil, fmt.Errorf("wiring: %w", err)
	}
	if p.lines == nil {
		p.lines = map[string]*gpiochip.Line{}
	}
	p.lines[name] = l
	return l, nil
}

// Lines asks this machine for the lines of keys.
func Lines(o keys.Opts) (keys.Lines, error) {
	l, err := gpiochip.Kernel{}.Inputs(o.Chip, o.Lines(), o.Pull)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// openKeys makes keys that ask for their lines whenever they have none.
func openKeys(o keys.Opts) (*keys.Dev, error) {
	return keys.New(o, func() (keys.Lines, error) { return Lines(o) })
}
