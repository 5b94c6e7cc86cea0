// Package chips emulates the chips on the fake Pi's buses. It computes the visible picture from
// the bytes sent to a chip.
//
// The chips implement what the drivers rely on. Each records the errors of a driver as faults,
// so that a test can check that there are none.
package chips

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Size of the SSD1306's display: width and height in px, and the number of its pages. A page is
// eight rows of pixels.
const (
	Width  = 128
	Height = 64
	pages  = Height / 8
)

// addressing is the mode in which the chip advances the address in RAM: the argument of the
// command 0x20.
type addressing byte

const (
	horizontal addressing = iota
	vertical
	paged
)

// SSD1306 emulates an I²C module with an SSD1306 and an OLED of 128×64 pixels (datasheet:
// Solomon Systech SSD1306 rev 1.1). Like usual modules, it has alternating COM pins and a
// charge pump instead of a panel supply. Its picture is upright after the commands A1 and C8.
type SSD1306 struct {
	// Strict makes the chip accept the commands of page addressing (B0, 00, 10) only in that
	// mode, as the datasheet specifies. Most real chips accept these commands in every mode.
	Strict bool

	ram     [pages][Width]byte
	written [pages][Width]bool // bytes of RAM that were written since power-on
	r       registers
	window  struct{ fromPage, toPage, fromColumn, toColumn byte }
	page    byte
	column  byte
	command []byte // bytes received so far of an incomplete command
	faults  []string
}

// registers holds the registers set by commands. Power sets their power-on values.
type registers struct {
	On, Inverted, AllOn, Pump bool
	Mode                      addressing
	Contrast                  byte
	Remapped, Upward          bool // segments remapped (command A1), COM direction reversed (C8)
	Start, Offset, Mux, Pins  byte
}

// NewSSD1306 returns a chip in its state after power-on, with noise in its RAM that depends on
// seed.
func NewSSD1306(seed uint64) *SSD1306 {
	s := &SSD1306{}
	s.Power(seed)
	return s
}

// Power switches the chip's power off and on. RAM then holds noise that depends on seed.
func (s *SSD1306) Power(seed uint64) {
	strict, faults := s.Strict, s.faults
	*s = SSD1306{Strict: strict, faults: faults, r: registers{Mode: paged, Contrast: 0x7F, Mux: 63, Pins: 0x12}}
	s.window.toPage, s.window.toColumn = pages-1, Width-1
	noise := rand.New(rand.NewPCG(seed, seed))
	for p := range s.ram {
		for c := range s.ram[p] {
			s.ram[p][c] = byte(noise.Uint32())
		}
	}
}

// Bits of a control byte, which precedes commands or data (datasheet, page 20).
const (
	controlMore = 0x80 // one byte follows, then another control byte
	controlData = 0x40 // the following bytes are data for RAM; else they are commands
)

// Write processes the bytes of one I²C transfer to the chip, which follow the address.
func (s *SSD1306) Write(b []byte) {
	for len(b) > 1 {
		take := s.take
		if b[0]&controlData != 0 {
			take = s.store
		}
		if b[0]&controlMore == 0 {
			for _, v := range b[1:] {
				take(v)
			}
			return
		}
		take(b[1])
		b = b[2:]
	}
}

// Read fills b with the chip's status byte. Bit 6 of the status is set while the display is
// off.
func (s *SSD1306) Read(b []byte) {
	for i := range b {
		b[i] = 0
		if !s.r.On {
			b[i] = 0x40
		}
	}
}

// store writes a byte into RAM and advances the address (datasheet, pages 34 to 35).
func (s *SSD1306) store(v byte) {
	s.ram[s.page][s.column], s.written[s.page][s.column] = v, true
	w := s.window
	switch s.r.Mode {
	case horizontal:
		if next(&s.column, w.fromColumn, w.toColumn, Width) {
			next(&s.page, w.fromPage, w.toPage, pages)
		}
	case vertical:
		if next(&s.page, w.fromPage, w.toPage, pages) {
			next(&s.column, w.fromColumn, w.toColumn, Width)
		}
	case paged:
		next(&s.column, 0, Width-1, Width)
	}
}

// next increments the address *v modulo size. If *v is the last address, to, it sets *v to the
// first, from, instead and returns true.
func next(v *byte, from, to, size byte) bool {
	if *v == to {
		*v = from
		return true
	}
	*v = (*v + 1) % size
	return false
}

// String returns the registers and faults of the chip as one line of text, for the fake Pi's
// command "chips".
func (s *SSD1306) String() string {
	return fmt.Sprintf("on=%t contrast=%d pump=%t inverted=%t mode=%d faults=%q",
		s.r.On, s.r.Contrast, s.r.Pump, s.r.Inverted, s.r.Mode, strings.Join(s.faults, "; "))
}

func (s *SSD1306) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// Lit reports whether the pixel in column x of row y is visibly lit, counted from 0 at the top
// left.
func (s *SSD1306) Lit(x, y int) bool {
	if !s.r.On || !s.r.Pump {
		return false
	}
	if !s.r.Remapped {
		x = Width - 1 - x
	}
	if !s.r.Upward {
		y = Height - 1 - y
	}
	if y > int(s.r.Mux) {
		return false
	}
	y = (y + int(s.r.Start) + int(s.r.Offset)) % Height
	lit := s.ram[y/8][x]>>(y%8)&1 == 1
	return (lit || s.r.AllOn) != s.r.Inverted
}

// Picture returns the visible picture: 32 lines of 128 characters of "█▀▄ ", each two pixels
// high.
func (s *SSD1306) Picture() string {
	var b strings.Builder
	for y := 0; y < Height; y += 2 {
		for x := range Width {
			b.WriteRune([]rune(" ▀▄█")[bit(s.Lit(x, y))|bit(s.Lit(x, y+1))<<1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func bit(set bool) int {
	if set {
		return 1
	}
	return 0
}
