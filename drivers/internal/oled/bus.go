package oled

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// bus sends bytes to a chip over I²C or SPI. The first byte of each argument is reserved for a
// control byte. Nothing is read: SPI modules can't be read, and few I²C modules can be read
// reliably.
type bus interface {
	command(b []byte) error
	data(b []byte) error
	overhead() int // returns the number of bytes per transfer beyond its content
	String() string
}

// Control bytes, which give the type of the following bytes of an I²C transfer (SSD1306
// datasheet, p. 20; SH1106 datasheet, "I²C bus protocol").
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

// spiBus is an SPI bus. The level of the pin D/C# tells the chip whether bytes are commands or
// data.
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
