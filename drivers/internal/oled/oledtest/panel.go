// Package oledtest emulates an OLED module for tests of the drivers: RAM, registers and
// command parser of an SSD1306, SSD1309 or SH1106 behind an I²C bus or an SPI port. Transfers
// can be made to fail or to break off, and the module to lose its power. The package also
// contains recorded sequences of the companion's screens.
package oledtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Size of RAM: columns, and pages of eight rows. An SSD1306 and an SSD1309 have only 128
// columns.
const (
	Columns = 132
	Pages   = 8
)

// Kind is a type of controller and its treatment of unusual commands.
type Kind struct {
	Model Model
	// Strict makes the chip ignore the commands of the other addressing mode. A lenient chip
	// accepts them, as all chips on the market reportedly do.
	Strict bool
	// Foreign is the effect of a command that only other chips have.
	Foreign Foreign
}

// Model is a type of controller.
type Model uint8

// The types of controller.
const (
	SSD1306 Model = iota
	SSD1309       // has no charge pump, but a lock that commands can shut
	SH1106        // has 132 columns, and page mode only
)

// Models lists all types of controller.
var Models = []Model{SSD1306, SSD1309, SH1106}

// String returns the name of the model.
func (m Model) String() string { return [...]string{"SSD1306", "SSD1309", "SH1106"}[m] }

// Foreign is the effect of a command that only other chips have. No datasheet defines it.
type Foreign uint8

// The effects of a foreign command.
const (
	Refused Foreign = iota // the command is recorded in Wrong
	Skipped                // the chip ignores the command and its arguments
	Alone                  // the chip ignores the command, and executes its arguments as commands
)

// Panel is an emulated OLED module.
type Panel struct {
	Kind Kind
	Addr uint16 // address on the I²C bus

	RAM      [Pages][Columns]byte
	On       bool
	Contrast byte
	Back     bool // segments are remapped (command A1h)
	Up       bool // COM direction is reversed (command C8h)

	// Bytes and Transfers count the traffic since they were last set to 0. On I²C, Bytes
	// includes addresses.
	Bytes, Transfers int
	// Fault, if set, is called before each transfer. It returns the number of bytes that
	// arrive and the error for the host.
	Fault func(w []byte) (arrives int, err error)
	// Wrong lists violations of the chip's datasheet.
	Wrong []string

	chip  state
	fresh [Pages][Columns]bool // bytes of RAM not written since power-on
}

// state is the state of the chip that a reset clears.
type state struct {
	command        byte   // first byte of the incomplete command
	rest           []byte // arguments of the incomplete command received so far
	want           int    // number of missing arguments
	mode           byte
	col, page      int
	colFrom, colTo int
	topPage, low   int
	converter      bool // the charge pump or converter runs, or the chip needs none
	locked         bool
	registers      registers
}

// New returns a module after power-on, with garbage in its RAM.
func New(k Kind) *Panel {
	p := &Panel{Kind: k, Addr: 0x3C}
	p.LosePower()
	return p
}

// LosePower switches the module's power off and on. RAM then holds garbage.
func (p *Panel) LosePower() {
	p.Reset()
	for page := range Pages {
		for col := range Columns {
			p.RAM[page][col] = byte(page*31+col*7) | 1
			p.fresh[page][col] = col < p.columns()
		}
	}
}

// Noise changes RAM and registers at random.
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
		p.chip.locked = r.IntN(2) == 0 // drivers that send foreign commands never open the lock
	}
}

// Reset resets the chip, like a low pulse on RES#.
func (p *Panel) Reset() {
	p.On, p.Back, p.Up, p.Contrast = false, false, false, 0x7F
	p.chip = state{mode: pageMode, colTo: p.columns() - 1, low: Pages - 1, converter: p.Kind.Model != SSD1306, registers: resetValues}
}

func (p *Panel) columns() int {
	if p.Kind.Model == SH1106 {
		return Columns
	}
	return 128
}

// Picture returns the visible picture of a module mounted upright, in the byte order of
// Display.Show. It returns nil if the display is dark or misconfigured.
func (p *Panel) Picture() []byte {
	r := p.chip.registers
	inverted := r.inverted == 0xA7
	if inverted {
		r.inverted = resetValues.inverted
	}
	if !p.On || !p.chip.converter || p.Back != p.Up || r != resetValues {
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

// Turn rotates a picture by 180° in place.
func Turn(picture []byte) {
	for i, j := 0, len(picture)-1; i < j; i, j = i+1, j-1 {
		picture[i], picture[j] = flip(picture[j]), flip(picture[i])
	}
}

// Invert inverts all pixels of a picture in place.
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

// Beside returns the bytes of RAM beside the visible columns.
func (p *Panel) Beside() (bytes []byte) {
	for page := range Pages {
		bytes = append(bytes, p.RAM[page][:p.margin()]...)
		bytes = append(bytes, p.RAM[page][p.margin()+128:p.columns()]...)
	}
	return bytes
}

// ErrNAK is the error of a transfer that the chip doesn't acknowledge.
var ErrNAK = errors.New("remote I/O error")

// FailOnce returns a function for Panel.Fault that makes one transfer fail with ErrNAK. The
// argument passed is the number of transfers that succeed before that one. The argument arrives
// is the number of bytes of the failing transfer that reach the module. All later transfers
// succeed.
func FailOnce(passed, arrives int) func([]byte) (int, error) {
	return func(w []byte) (int, error) {
		passed--
		if passed == -1 {
			return arrives, ErrNAK
		}
		return len(w), nil
	}
}

// receive processes the part of one transfer that reaches the module.
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
			p.takeByte(b)
		}
	}
	return err
}

func (p *Panel) wrong(format string, args ...any) {
	if len(p.Wrong) < 8 {
		p.Wrong = append(p.Wrong, fmt.Sprintf(format, args...))
	}
}
