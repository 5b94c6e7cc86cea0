// Package chips emulates the chips on the fake Pi's buses, from the bytes sent to the visible
// picture.
//
// The chips implement what the drivers rely on. Each records the errors of a driver as faults,
// so that a test can check that there are none.
package chips

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Size of the SSD1306's display.
const (
	Width  = 128
	Height = 64
	pages  = Height / 8
)

// addressing is the argument of the command 0x20.
type addressing byte

const (
	horizontal addressing = iota
	vertical
	paged
)

// SSD1306 is a 128×64 OLED on I²C, as on usual modules: with a charge pump instead of a panel
// supply, alternating COM pins, and a mounting for which A1 and C8 are upright (Solomon
// Systech SSD1306 rev 1.1).
type SSD1306 struct {
	// Strict makes the chip accept the commands of page addressing (B0, 00, 10) in that mode
	// only, as in the datasheet. Most chips always accept them.
	Strict bool

	ram     [pages][Width]byte
	written [pages][Width]bool // since power-on
	r       registers
	window  struct{ fromPage, toPage, fromColumn, toColumn byte }
	page    byte
	column  byte
	command []byte // a command with missing arguments
	faults  []string
}

// registers holds the registers set by commands. Power sets their power-on values.
type registers struct {
	On, Inverted, AllOn, Pump bool
	Mode                      addressing
	Contrast                  byte
	Remapped, Upward          bool // A1, C8
	Start, Offset, Mux, Pins  byte
}

// NewSSD1306 returns a chip after power-on, with noise in its RAM.
func NewSSD1306(seed uint64) *SSD1306 {
	s := &SSD1306{}
	s.Power(seed)
	return s
}

// Power switches the power off and on.
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

// Control bytes, page 20: the type of the following bytes, and whether another control byte
// follows.
const (
	controlMore = 0x80
	controlData = 0x40
)

// Write processes the bytes of one transfer, without the address.
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

// Read fills b with the status. Bit 6 is set while the display is off.
func (s *SSD1306) Read(b []byte) {
	for i := range b {
		b[i] = 0
		if !s.r.On {
			b[i] = 0x40
		}
	}
}

// store writes a byte into RAM and advances the address, pages 34 to 35.
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

// next advances v and reports whether it wrapped to from.
func next(v *byte, from, to, size byte) bool {
	if *v == to {
		*v = from
		return true
	}
	*v = (*v + 1) % size
	return false
}

// String returns the state as text for the protocol.
func (s *SSD1306) String() string {
	return fmt.Sprintf("on=%t contrast=%d pump=%t inverted=%t mode=%d faults=%q",
		s.r.On, s.r.Contrast, s.r.Pump, s.r.Inverted, s.r.Mode, strings.Join(s.faults, "; "))
}

func (s *SSD1306) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// Lit reports whether the pixel at x, y from the top left is visibly lit.
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
