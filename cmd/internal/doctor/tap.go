package doctor

import (
	"fmt"
	"math"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// i2cTap is an I²C bus with a tap that records its transfers. spiTap is the same for an SPI port,
// connTap for a connection on an SPI port, and lineTap for a GPIO line.
type i2cTap struct {
	i2c.BusCloser
	tap tap
}

func (b *i2cTap) Tx(addr uint16, w, r []byte) error {
	err := b.BusCloser.Tx(addr, w, r)
	b.tap.op(fmt.Sprintf("0x%02X", addr), w, r, err)
	return err
}

type spiTap struct {
	spi.PortCloser
	tap tap
}

func (p *spiTap) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.PortCloser.Connect(f, mode, bits)
	if err != nil {
		return nil, err
	}
	p.tap.line(fmt.Sprintf("# connected: %s %s %d bits", f, mode, bits))
	return &connTap{c, p.tap}, nil
}

type connTap struct {
	spi.Conn
	tap tap
}

func (c *connTap) Tx(w, r []byte) error {
	err := c.Conn.Tx(w, r)
	c.tap.op("-", w, r, err)
	return err
}

func (c *connTap) TxPackets(packets []spi.Packet) error {
	err := c.Conn.TxPackets(packets)
	for _, p := range packets {
		c.tap.op("-", p.W, p.R, err)
	}
	return err
}

// MaxTxSize returns the maximum size of a transfer on the port, in bytes. Some drivers read it
// before they connect.
func (p *spiTap) MaxTxSize() int { return mostOf(p.PortCloser) }

// MaxTxSize returns the maximum size of a transfer on the connection, in bytes.
func (c *connTap) MaxTxSize() int { return mostOf(c.Conn) }

func mostOf(bus any) int {
	if l, ok := bus.(conn.Limits); ok {
		return l.MaxTxSize()
	}
	return math.MaxInt
}

type lineTap struct {
	gpio.PinIO
	tap tap
}

func (p *lineTap) Out(l gpio.Level) error {
	err := p.PinIO.Out(l)
	level := []byte{0}
	if l {
		level[0] = 1
	}
	p.tap.op(p.PinIO.Name(), level, nil, err)
	return err
}
