package oled

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// bus carries bytes to a chip. The first of those it is given is room for a
// control byte. Nothing is ever read: over SPI nothing can be, and modules for I²C
// that can be read reliably are the fewer.
type bus interface {
	command(b []byte) error
	data(b []byte) error
	overhead() int // bytes that a transfer takes more than it carries
	String() string
}

// Control bytes: what the rest of an I²C transfer is. SSD1306 p. 20; SH1106, "I²C
// bus protocol".
const (
	controlCommand = 0x00
	controlData    = 0x40
)

type i2cBus i2c.Dev

func (b *i2cBus) command(p []byte) error { return b.send(controlCommand, p) }

func (b *i2cBus) data(p []byte) error { return b.send(controlData, p) }

func (b *i2cBus) send(control byte, p []byte) error {
	p[0] = control
	return b.Bus.Tx(b.Addr, p, nil)
}

func (b *i2cBus) overhead() int { return transfer }

func (b *i2cBus) String() string { return fmt.Sprintf("%s, %#x", b.Bus, b.Addr) }

// spiBus tells commands from data by the level of the pin D/C#.
type spiBus struct {
	conn spi.Conn
	dc   gpio.PinOut
}

func (b *spiBus) command(p []byte) error { return b.send(gpio.Low, p) }

func (b *spiBus) data(p []byte) error { return b.send(gpio.High, p) }

func (b *spiBus) send(dc gpio.Level, p []byte) error {
	if err := b.dc.Out(dc); err != nil {
		return fmt.Errorf("D/C# at %s: %w", b.dc, err)
	}
	return b.conn.Tx(p[1:], nil)
}

func (b *spiBus) overhead() int { return 0 }

func (b *spiBus) String() string { return fmt.Sprintf("%s, %s", b.conn, b.dc) }
