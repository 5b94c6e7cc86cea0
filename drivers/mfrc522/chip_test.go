package mfrc522

import (
	"errors"
	"slices"
	"time"

	"tabletop/companion/waittest"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Registers that the chip below acts on.
const (
	command = 0x01
	irqs    = 0x04
	divIRQs = 0x05
	fifo    = 0x09
	level   = 0x0a
	framing = 0x0d
	antenna = 0x14
)

var errBus = errors.New("the bus is cut")

// chip is an MFRC522 and the tag that lies on it, as far as reading an identifier
// goes.
type chip struct {
	uid  []byte // of the tag; nil: none
	gone bool   // there is no chip: all reads 00
	pin  *line

	tx     int // transfers so far
	failAt int // the transfer that fails, 1 the first; 0: none
	cut    bool
	regs   [64]byte
	bytes  []byte // the FIFO
}

// transceive is the command that sends the FIFO and receives into it.
const transceive = 0x0c

func (c *chip) String() string                                            { return "chip" }
func (c *chip) Duplex() conn.Duplex                                       { return conn.Full }
func (c *chip) TxPackets([]spi.Packet) error                              { return errors.ErrUnsupported }
func (c *chip) LimitSpeed(physic.Frequency) error                         { return nil }
func (c *chip) Close() error                                              { return nil }
func (c *chip) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return c, nil }

func (c *chip) Tx(w, r []byte) error {
	c.tx++
	if c.cut || c.tx == c.failAt {
		return errBus
	}
	if c.gone {
		return nil
	}
	reg := int(w[0] >> 1 & 0x3f)
	if w[0]&0x80 != 0 {
		r[1] = c.read(reg)
	} else {
		c.write(reg, w[1])
	}
	return nil
}

func (c *chip) read(reg int) byte {
	switch reg {
	case versionReg:
		return 0x92
	case level:
		return byte(len(c.bytes))
	case fifo:
		if len(c.bytes) == 0 {
			return 0
		}
		b := c.bytes[0]
		c.bytes = c.bytes[1:]
		return b
	}
	return c.regs[reg]
}

func (c *chip) write(reg int, b byte) {
	switch {
	case reg == irqs && b&0x80 == 0:
		c.regs[irqs] &^= b
	case reg == level && b&0x80 != 0:
		c.bytes = nil
	case reg == fifo:
		c.bytes = append(c.bytes, b)
	case reg == command && b == 0x0f: // soft reset
		c.regs, c.bytes = [64]byte{antenna: 0x80}, nil
	case reg == command && b == 0x03: // CRC
		c.regs[divIRQs] |= 0x04
	default:
		c.regs[reg] = b
	}
	if reg == framing && b&0x80 != 0 && c.regs[command] == transceive {
		c.send(c.bytes)
	}
}

// send puts what the tag answers into the FIFO.
func (c *chip) send(asked []byte) {
	c.bytes = c.answer(asked)
	if c.bytes == nil {
		c.regs[irqs] |= 0x01 // the timer ran out
		return
	}
	c.regs[irqs] |= 0x30
	c.pin.edge()
}

func (c *chip) answer(asked []byte) []byte {
	part := func(b []byte) []byte { return append(slices.Clone(b), b[0]^b[1]^b[2]^b[3]) }
	switch {
	case c.uid == nil:
		return nil
	case slices.Equal(asked, []byte{0x26}):
		return []byte{0x04, 0x00}
	case slices.Equal(asked, []byte{0x93, 0x20}) && len(c.uid) == 4:
		return part(c.uid)
	case slices.Equal(asked, []byte{0x93, 0x20}):
		return part(append([]byte{0x88}, c.uid[:3]...))
	case slices.Equal(asked, []byte{0x95, 0x20}):
		return part(c.uid[3:])
	case asked[0] == 0x93:
		return []byte{0x08, 0xb6, 0xdd}
	}
	return nil
}

// line is a GPIO line whose edges are queued as the kernel does.
type line struct {
	gpio.PinIO
	edges chan struct{}
	level gpio.Level
	err   error // of Out
	gone  bool  // waits come back at once
	waits int
}

func newLine() *line { return &line{PinIO: gpio.INVALID, edges: make(chan struct{}, queueSize)} }

func (l *line) In(gpio.Pull, gpio.Edge) error { return nil }
func (l *line) Out(v gpio.Level) error        { l.level = v; return l.err }
func (l *line) edge() {
	select {
	case l.edges <- struct{}{}:
	default:
	}
}

// WaitForEdge waits for ever if timeout is 0, and comes back at once if it is
// negative, as gpioioctl does.
func (l *line) WaitForEdge(timeout time.Duration) bool {
	l.waits++
	var late <-chan time.Time
	switch {
	case l.gone || timeout < 0:
		return false
	case timeout > 0:
		late = waittest.After(timeout)
	}
	select {
	case <-l.edges:
		return true
	case <-late:
		return false
	}
}

// Transcripts are written in these words.
func w(reg, b byte) conntest.IO { return conntest.IO{W: []byte{reg << 1, b}} }

func r(reg, b byte) conntest.IO                 { return conntest.IO{W: []byte{reg<<1 | 0x80, 0}, R: []byte{0, b}} }
func join(parts ...[]conntest.IO) []conntest.IO { return slices.Concat(parts...) }

// look asks for the version.
var look = []conntest.IO{r(0x37, 0x92)}

// setUp resets the chip, sets its timer to 15 ms and its modulation, and switches
// the antenna on.
func setUp(gain byte) []conntest.IO {
	return []conntest.IO{
		w(0x01, 0x0f),
		w(0x2a, 0x8d), w(0x2b, 0x3e), w(0x2d, 30), w(0x2c, 0), w(0x15, 0x40), w(0x11, 0x3d),
		w(0x26, gain<<4),
		r(0x14, 0x80), r(0x14, 0x80), w(0x14, 0x83),
	}
}

// exchange sends bytes to the tag and reads its answer, polling once.
func exchange(sent []byte, bits byte, answer ...byte) []conntest.IO {
	t := []conntest.IO{w(0x02, 0xf7), r(0x04, 0x64), w(0x04, 0x64), r(0x0a, 0), w(0x0a, 0x80), w(0x01, 0x00)}
	for _, b := range sent {
		t = append(t, w(0x09, b))
	}
	t = append(
		t, w(0x01, 0x0c), r(0x0d, bits), w(0x0d, 0x80|bits),
		r(0x04, 0x30), r(0x0d, 0x80|bits), w(0x0d, bits), r(0x06, 0), r(0x0a, byte(len(answer))), r(0x0c, 0),
	)
	for _, b := range answer {
		t = append(t, r(0x09, b))
	}
	return t
}

// checksum has the chip compute a CRC, which is C0DE.
func checksum(of ...byte) []conntest.IO {
	t := []conntest.IO{r(0x05, 0x04), w(0x05, 0x00), r(0x0a, 0), w(0x0a, 0x80)}
	for _, b := range of {
		t = append(t, w(0x09, b))
	}
	return append(t, w(0x01, 0x03), r(0x05, 0x04), r(0x22, 0xc0), r(0x21, 0xde))
}
