// Package wiring opens the devices of a config. It selects the driver of a chip and opens its bus.
// The daemon plays on these devices, and the doctor checks the same ones.
//
// A device is opened on first use, and again after a failure. So a bus that was missing at the
// start of the machine, or is gone for a while, is used once it appears.
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

// Present reports whether the folder dev contains I²C buses or GPIO lines, such as /dev/i2c-1,
// and whether this user may open one of them.
func Present(dev string) (there, ours bool) {
	for _, pattern := range []string{"i2c-*", "gpiochip*"} {
		found, _ := filepath.Glob(filepath.Join(dev, pattern)) // the patterns are valid
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

// Pi reports whether the kernel's firmware folder, /sys/firmware, identifies a Raspberry Pi.
// There, nodes missing in /dev may still appear.
func Pi(firmware string) bool {
	model, _ := os.ReadFile(filepath.Join(firmware, "devicetree", "base", "model")) // without a model it is no Pi
	return strings.Contains(string(model), "Raspberry Pi")
}

// Linux returns this machine. Nothing is searched before its use, so late devices are found. No
// memory is mapped, on any board.
func Linux() Host {
	return Host{I2C: openI2C, SPI: openSPI, Pin: new(pins).open, Keys: openKeys}
}

var (
	i2cName = regexp.MustCompile(`^I2C(\d{1,3})$`)
	spiName = regexp.MustCompile(`^SPI(\d{1,3})\.(\d{1,3})$`)
)

// openI2C opens "I2C1". Each call opens its own descriptor, so that no two drivers share
// periph's lock (see drivers/internal/oled).
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

// i2cNode and spiNode return the nodes of "I2C1" and "SPI0.1".
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

// sized is a port with a maximum transfer size. periph only reads the size of ports that exist
// when periph starts.
type sized struct {
	*sysfs.SPI
	most int
}

// MaxTxSize returns the maximum size of a transfer, in bytes.
func (s sized) MaxTxSize() int { return s.most }

// transfer reads the maximum transfer size of the kernel's spidev, in bytes. The default is
// 4096 (drivers/spi/spidev.c).
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

// pins are the opened lines of a machine, except keys. Each is opened once: opening it again
// would find it in use by this process.
type pins struct {
	mu    sync.Mutex
	lines map[string]*gpiochip.Line
}

// open opens "GPIO25" of the header, or a line with that kernel name.
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

// Lines opens the lines of keys on this machine.
func Lines(o keys.Opts) (keys.Lines, error) {
	l, err := gpiochip.Kernel{}.Inputs(o.Chip, o.Lines(), o.Pull)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// openKeys returns keys that open their lines whenever they have none.
func openKeys(o keys.Opts) (*keys.Dev, error) {
	return keys.New(o, func() (keys.Lines, error) { return Lines(o) })
}
