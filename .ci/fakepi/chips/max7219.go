package chips

import (
	"fmt"
	"strings"
)

// MAX7219 emulates a MAX7219 module with 8×8 lamps on SPI. Digit 0 is the top row; bit 7 of a
// row is its left lamp (datasheet: Maxim 19-4452 rev 4).
type MAX7219 struct {
	register [16]byte
	faults   []string
}

// Numbers of the MAX7219's registers (datasheet, table 2). Registers 1 to 8 hold the digits,
// which are the rows of lamps.
const (
	digit0      = 0x1
	decodeMode  = 0x9
	intensity   = 0xA
	scanLimit   = 0xB
	shutdown    = 0xC // register that turns all lamps off while its bit 0 is 0
	displayTest = 0xF
)

// Chain is a chain of emulated modules. Index 0 is the module wired to the Pi.
type Chain []*MAX7219

// NewChain returns a chain of n modules in their state after power-on.
func NewChain(n int) Chain {
	c := make(Chain, n)
	for i := range c {
		c[i] = &MAX7219{}
	}
	return c
}

// Power switches the power of all modules off and on, which clears their registers.
func (c Chain) Power() {
	for _, m := range c {
		m.register = [16]byte{}
	}
}

// Transfer processes the bytes sent while the chip select is low. The bits are shifted through
// the modules. When the chip select goes high, each module executes its last 16 bits.
func (c Chain) Transfer(b []byte) {
	if len(b)%2 != 0 {
		c[0].fault("%d bytes, not a multiple of 2", len(b))
		return
	}
	for i, m := range c {
		if at := len(b) - 2 - 2*i; at >= 0 {
			m.execute(b[at]&0x0F, b[at+1])
		}
	}
}

func (m *MAX7219) execute(register, v byte) {
	m.register[register] = v
	if register == decodeMode && v != 0 {
		m.fault("decode mode %02X is for digits, not for lamps", v)
	}
}

func (m *MAX7219) fault(format string, args ...any) {
	m.faults = append(m.faults, fmt.Sprintf(format, args...))
}

// Lit reports whether the lamp in column x of row y is lit, counted from 0 at the top left.
func (m *MAX7219) Lit(x, y int) bool {
	switch {
	case m.register[displayTest]&1 != 0:
		return true
	case m.register[shutdown]&1 == 0, y > int(m.register[scanLimit]&7):
		return false
	}
	return m.register[digit0+y]<<x&0x80 != 0
}

// Picture returns the visible picture in 8 lines, each with 8 lamps of every module: "#" is a
// lit lamp, "." a dark one.
func (c Chain) Picture() string {
	var b strings.Builder
	for y := range 8 {
		for _, m := range c {
			for x := range 8 {
				b.WriteByte(".#"[bit(m.Lit(x, y))])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the registers and faults of the chain as one line of text, for the fake Pi's
// command "chips".
func (c Chain) String() string {
	var faults []string
	for _, m := range c {
		faults = append(faults, m.faults...)
	}
	return fmt.Sprintf("on=%t intensity=%d faults=%q",
		c[0].register[shutdown]&1 != 0, c[0].register[intensity], strings.Join(faults, "; "))
}
