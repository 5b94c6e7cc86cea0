package oledtest

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Control bytes of I²C transfers: commands follow, or data for RAM.
const (
	controlCommand = 0x00
	controlData    = 0x40
)

// String returns the name of the I²C bus.
func (p *Panel) String() string { return "I2C1" }

// SetSpeed does nothing, as the emulated bus has no speed.
func (p *Panel) SetSpeed(physic.Frequency) error { return nil }

// Tx makes one I²C transfer of w to the module.
func (p *Panel) Tx(addr uint16, w, r []byte) error {
	if addr != p.Addr {
		return ErrNAK
	}
	if len(w) == 0 || w[0] != controlCommand && w[0] != controlData {
		return fmt.Errorf("oledtest: transfer of % x", w)
	}
	if len(r) > 0 {
		return errors.New("oledtest: not every module can be read")
	}
	const overhead = 2
	return p.receive(overhead, w[1:], w[0] == controlData)
}

// Port is the SPI port of an emulated module. DC is the pin wired to the module's D/C#.
type Port struct {
	Panel *Panel
	DC    *Pin
}

// NewPort returns an SPI port to the module p.
func NewPort(p *Panel) *Port { return &Port{p, &Pin{name: "DC"}} }

// String returns the name of the port.
func (p *Port) String() string { return "SPI0.0" }

// Connect connects the port. It returns an error if the clock is too fast for the module's chip,
// if the mode isn't 0, or if the words don't have 8 bits.
func (p *Port) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	fastest := 10 * physic.MegaHertz
	if p.Panel.Kind.Model == SH1106 {
		fastest = 2 * physic.MegaHertz
	}
	if f > fastest || mode != spi.Mode0 || bits != 8 {
		return nil, fmt.Errorf("oledtest: connect at %s, %s, %d bits", f, mode, bits)
	}
	return spiConn{p}, nil
}

type spiConn struct{ port *Port }

func (c spiConn) String() string { return c.port.String() }

func (c spiConn) Duplex() conn.Duplex { return conn.Half }

func (c spiConn) Tx(w, r []byte) error {
	if len(r) != 0 {
		return errors.New("oledtest: nothing can be read over SPI")
	}
	return c.port.Panel.receive(0, w, bool(c.port.DC.Level))
}

func (c spiConn) TxPackets([]spi.Packet) error { return errors.ErrUnsupported }

// Pin is an output pin that stores its level, or fails with Err if Err is set.
type Pin struct {
	gpio.PinOut
	Level gpio.Level
	Err   error
	Low   func() // called each time the pin is set low
	name  string
}

// String returns the name of the pin.
func (p *Pin) String() string { return p.name }

// Out stores the level, or returns Err if Err is set.
func (p *Pin) Out(l gpio.Level) error {
	if p.Err != nil {
		return p.Err
	}
	if !l && p.Low != nil {
		p.Low()
	}
	p.Level = l
	return nil
}
