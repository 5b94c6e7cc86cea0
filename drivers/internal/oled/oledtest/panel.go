// Package oledtest is an OLED module without the module: RAM, registers and the
// parser of an SSD1306, SSD1309 or SH1106 behind an I²C bus or an SPI port, which can be
// made to fail, to break off and to lose its power. And it has recorded sequences
// of the companion's screens. The tests of the drivers use both.
package oledtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Size of RAM; an SSD1306 and an SSD1309 have 128 of the columns.
const (
	Columns = 132
	Pages   = 8
)

// Kind is a controller, and how literally it takes its datasheet.
type Kind struct {
	Model Model
	// Strict ignores the commands that are for the other mode. A lenient chip
	// takes them, as all that are sold are said to.
	Strict bool
	// Foreign is what it does with a command that only other chips have.
	Foreign Foreign
}

// Model is a type of controller.
type Model uint8

// The controllers there are.
const (
	SSD1306 Model = iota
	SSD1309       // no charge pump, and a lock that commands can shut
	SH1106        // 132 columns, page mode only
)

// Models are all controllers.
var Models = []Model{SSD1306, SSD1309, SH1106}

// String is its name.
func (m Model) String() string { return [...]string{"SSD1306", "SSD1309", "SH1106"}[m] }

// Foreign is what a chip does with a command that only other ones have. No datasheet
// says it.
type Foreign uint8

// What chips do with those commands.
const (
	Refused Foreign = iota // it is a fault of whoever sends them
	Skipped                // nothing, with all the bytes that belong to them
	Alone                  // nothing with their first byte; the others it takes for commands
)

// Panel is a module.
type Panel struct {
	Kind Kind
	Addr uint16 // on I²C

	RAM      [Pages][Columns]byte
	On       bool
	Contrast byte
	Back     bool // segments, A1h
	Up       bool // commons, C8h

	// What went over the wire since they were last set to 0: bytes, addresses
	// included on I²C, and transfers.
	Bytes, Transfers int
	// Fault, if set, is asked before each transfer how many of its bytes arrive, and
	// what the host is told.
	Fault func(w []byte) (arrives int, err error)
	// Wrong is what the chip was sent against its datasheet.
	Wrong []string

	chip  state
	fresh [Pages][Columns]bool // not written since the power came
}

// state is what a reset brings back.
type state struct {
	command        byte   // that waits for
	rest           []byte // what was sent of
	want           int    // so many more bytes
	mode           byte
	col, page      int
	colFrom, colTo int
	topPage, low   int
	converter      bool // a charge pump or converter runs, or none is needed
	locked         bool
	registers      registers
}

// New returns a module that was just turned on, with garbage in its RAM.
func New(k Kind) *Panel {
	p := &Panel{Kind: k, Addr: 0x3C}
	p.LosePower()
	return p
}

// LosePower turns the module off and on again.
func (p *Panel) LosePower() {
	p.Reset()
	for page := range Pages {
		for col := range Columns {
			p.RAM[page][col] = byte(page*31+col*7) | 1
			p.fresh[page][col] = col < p.columns()
		}
	}
}

// Noise changes, unasked, what the chip holds.
func (p *Panel) Noise(r *rand.Rand) {
	for range 1 + r.IntN(20) {
		p.RAM[r.IntN(Pages)][r.IntN(p.columns())] ^= 1 << r.IntN(8)
	}
	p.Contrast, p.Back, p.Up, p.On = byte(r.UintN(256)), r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	p.chip.registers = registers{pins: byte(r.UintN(256)), lines: byte(r.UintN(64)), startLine: 0x40 | byte(r.UintN(64))}
	if p.Kind.Model != SH1106 {
		p.chip.mode, p.chip.colTo = pageMode, max(p.chip.col, r.IntN(p.columns()))
		p.chip.converter = p.Kind.Model == SSD1309 || r.IntN(2) == 0
	}
	if p.Kind.Model == SSD1309 && p.Kind.Foreign == Refused {
		p.chip.locked = r.IntN(2) == 0 // who sends foreign commands knows of no lock
	}
}

// Reset is a low pulse on RES#.
func (p *Panel) Reset() {
	p.On, p.Back, p.Up, p.Contrast = false, false, false, 0x7F
	p.chip = state{mode: pageMode, colTo: p.columns() - 1, low: Pages - 1, converter: p.Kind.Model != SSD1306, registers: right}
}

func (p *Panel) columns() int {
	if p.Kind.Model == SH1106 {
		return Columns
	}
	return 128
}

// Picture returns what is seen, in the driver's order, by someone who looks at the
// module as it is sold; nil if the display is dark, or not as it should be.
func (p *Panel) Picture() []byte {
	r := p.chip.registers
	inverted := r.inverted == 0xA7
	if inverted {
		r.inverted = right.inverted
	}
	if !p.On || !p.chip.converter || p.Back != p.Up || r != right {
		return nil
	}
	picture := make([]byte, 0, 1024)
	for page := range Pages {
		picture = append(picture, p.RAM[page][p.margin():][:128]...)
	}
	if !p.Up {
		Turn(picture)
	}
	if inverted {
		Invert(picture)
	}
	return picture
}

// Turn turns a picture by 180°.
func Turn(picture []byte) {
	for i, j := 0, len(picture)-1; i < j; i, j = i+1, j-1 {
		picture[i], picture[j] = flip(picture[j]), flip(picture[i])
	}
}

// Invert lights the dark pixels of a picture and darkens the others.
func Invert(picture []byte) {
	for i := range picture {
		picture[i] ^= 0xFF
	}
}

func flip(b byte) (f byte) {
	for range 8 {
		f, b = f<<1|b&1, b>>1
	}
	return f
}

func (p *Panel) margin() int { return (p.columns() - 128) / 2 }

// Beside returns the bytes of RAM that aren't seen.
func (p *Panel) Beside() (bytes []byte) {
	for page := range Pages {
		bytes = append(bytes, p.RAM[page][:p.margin()]...)
		bytes = append(bytes, p.RAM[page][p.margin()+128:p.columns()]...)
	}
	return bytes
}

// ErrNAK is what a bus says where nobody answers.
var ErrNAK = errors.New("remote I/O error")

// FailOnce is a Fault that happens once, after so many transfers that passed.
func FailOnce(passed, arrives int) func([]byte) (int, error) {
	return func(w []byte) (int, error) {
		passed--
		if passed == -1 {
			return arrives, ErrNAK
		}
		return len(w), nil
	}
}

// receive takes one transfer, as much of it as arrives.
func (p *Panel) receive(overhead int, w []byte, data bool) error {
	p.Transfers++
	p.Bytes += overhead + len(w)
	arrives, err := len(w), error(nil)
	if p.Fault != nil {
		arrives, err = p.Fault(w)
	}
	for _, b := range w[:min(arrives, len(w))] {
		if data {
			p.write(b)
		} else {
			p.obey(b)
		}
	}
	return err
}

func (p *Panel) wrong(format string, args ...any) {
	if len(p.Wrong) < 8 {
		p.Wrong = append(p.Wrong, fmt.Sprintf(format, args...))
	}
}
