// Package wiring opens the devices of a config. It selects the driver of a chip and opens the bus
// of the chip. The daemon uses these devices, and the doctor checks the same ones.
//
// A device is opened on first use, and again after a failure. A bus that was missing at the start
// of the machine, or is lost for a while, is therefore used once it appears.
package wiring

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"

	"tabletop/drivers/gpiochip"
	"tabletop/drivers/hidscanner"
	"tabletop/drivers/keys"
)

// Host opens the buses and lines of a machine.
type Host struct {
	I2C  func(name string) (i2c.BusCloser, error)
	SPI  func(name string) (spi.PortCloser, error)
	Pin  func(name string) (gpio.PinIO, error)
	Keys func(keys.Opts) (*keys.Dev, error)
	// Keyboard opens the keyboard that is a scanner. idle is the time limit for one read.
	Keyboard func(id hidscanner.ID, idle time.Duration) (io.ReadCloser, error)
}

// Present reports whether the folder dev contains I²C buses or GPIO lines, such as /dev/i2c-1,
// and whether this user may open one of them.
func Present(dev string) (there, ours bool) {
	for _, pattern := range []string{"i2c-*", "gpiochip*"} {
		found, _ := filepath.Glob(filepath.Join(dev, pattern)) // no error: the patterns are valid
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

// Pi reports whether the kernel's folder firmware, usually /sys/firmware, identifies a Raspberry
// Pi. On a Pi, nodes missing in /dev may still appear.
func Pi(firmware string) bool {
	model, _ := os.ReadFile(filepath.Join(firmware, "devicetree", "base", "model")) // a machine without a model is no Pi
	return strings.Contains(string(model), "Raspberry Pi")
}

// Linux returns the Host of this machine. The Host looks for a device only when the device is
// opened, so it finds late devices. It maps no memory, on any board.
func Linux() Host {
	return Host{I2C: openI2C, SPI: openSPI, Pin: new(pins).open, Keys: openKeys, Keyboard: openKeyboard}
}

var (
	i2cName = regexp.MustCompile(`^I2C(\d{1,3})$`)
	spiName = regexp.MustCompile(`^SPI(\d{1,3})\.(\d{1,3})$`)
)

// openI2C opens a bus called "I2C1". Each call opens a file descriptor of its own, so that no two
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

// i2cNode and spiNode return the device nodes of buses called "I2C1" and "SPI0.1".
func i2cNode(name string) string { return strings.Replace(name, "I2C", "/dev/i2c-", 1) }
func spiNode(name string) string { return strings.Replace(name, "SPI", "/dev/spidev", 1) }

// openSPI opens a port called "SPI0.1", which means bus 0, chip select 1.
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

// sized is an SPI port with a known maximum transfer size. periph knows the size only for ports
// that exist when periph starts.
type sized struct {
	*sysfs.SPI
	most int
}

// MaxTxSize returns the maximum size of a transfer, in bytes.
func (s sized) MaxTxSize() int { return s.most }

// transfer returns the maximum transfer size of the kernel's spidev, in bytes. parameter is the
// file with the size. The default is 4096 (drivers/spi/spidev.c).
func transfer(parameter string) int {
	text, _ := os.ReadFile(parameter)
	if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && n > 0 {
		return n
	}
	return 4096
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // no error: digits has at most three digits
	return n
}

// pins holds the GPIO lines opened on a machine, except those of keys. Each line is opened once: a
// second attempt would find the line in use by this process.
type pins struct {
	mu    sync.Mutex
	lines map[string]*gpiochip.Line
}

// open opens a GPIO line of the header, such as "GPIO25", or the line with that kernel name.
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

// Lines opens the GPIO lines of the keys on this machine.
func Lines(o keys.Opts) (keys.Lines, error) {
	l, err := gpiochip.Kernel{}.Inputs(o.Chip, o.Lines(), o.Pull)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// openKeys returns the driver of the keys. The driver opens the GPIO lines of the keys when it
// starts, and again after each fault.
func openKeys(o keys.Opts) (*keys.Dev, error) {
	return keys.New(o, func() (keys.Lines, error) { return Lines(o) })
}

func openKeyboard(id hidscanner.ID, idle time.Duration) (io.ReadCloser, error) {
	k, err := hidscanner.Open(id, idle)
	if err != nil {
		return nil, err // not a nil *hidscanner.Dev
	}
	return k, nil
}
