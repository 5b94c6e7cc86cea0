package chips

// Commands of the SSD1306 (datasheet, pages 28 to 32). If a command has several codes, the
// constant is the first code and the comment gives the last.
const (
	columnLow      = 0x00 // to 0F: lower half of the column, in page addressing mode
	columnHigh     = 0x10 // to 1F: upper half of the column, in page addressing mode
	memoryMode     = 0x20
	columnWindow   = 0x21
	pageWindow     = 0x22
	scrollRight    = 0x26
	scrollLeft     = 0x27
	scrollUpRight  = 0x29
	scrollUpLeft   = 0x2A
	scrollOff      = 0x2E
	startLine      = 0x40 // to 7F: first displayed row of RAM
	contrast       = 0x81
	chargePump     = 0x8D // switches the charge pump (application note in the datasheet, page 3)
	segmentRemap   = 0xA0 // to A1: order of the columns
	scrollArea     = 0xA3
	allOn          = 0xA4 // to A5: whether all pixels are lit
	inverted       = 0xA6 // to A7: whether the picture is inverted
	multiplexRatio = 0xA8
	displayOn      = 0xAE // to AF: whether the display is on
	pageStart      = 0xB0 // to B7: page, in page addressing mode
	comDirection   = 0xC0 // to CF: order of the rows
	displayOffset  = 0xD3
	clockDivide    = 0xD5
	preCharge      = 0xD9
	comPins        = 0xDA
	vcomhLevel     = 0xDB
	nothing        = 0xE3
)

// arguments maps each command that has arguments to the number of its arguments.
var arguments = map[byte]int{
	memoryMode: 1, columnWindow: 2, pageWindow: 2, contrast: 1, chargePump: 1, multiplexRatio: 1,
	displayOffset: 1, clockDivide: 1, preCharge: 1, comPins: 1, vcomhLevel: 1,
	scrollRight: 6, scrollLeft: 6, scrollUpRight: 5, scrollUpLeft: 5, scrollArea: 2,
}

// take appends a byte to the incomplete command. It executes the command once all arguments are
// there.
func (s *SSD1306) take(v byte) {
	s.command = append(s.command, v)
	if c := s.command; len(c) > arguments[c[0]] {
		s.command = nil
		s.execute(c[0], append(c[1:], 0, 0))
	}
}

func (s *SSD1306) execute(c byte, arg []byte) {
	switch {
	case c < memoryMode || c >= pageStart && c < pageStart+pages:
		s.executePaged(c)
	case c >= startLine && c < startLine+Height:
		s.r.Start = c - startLine
	case c&0xF0 == comDirection:
		s.r.Upward = c&8 != 0
	case c == memoryMode, c == columnWindow, c == pageWindow:
		s.address(c, arg[0], arg[1])
	default:
		s.set(c, arg[0])
	}
}

// executePaged executes a command that sets the page, or one half of the column, in page
// addressing mode.
func (s *SSD1306) executePaged(c byte) {
	if s.Strict && s.r.Mode != paged {
		return
	}
	switch {
	case c >= pageStart:
		s.page = c - pageStart
	case c >= columnHigh:
		s.column = s.column&0x0F | c<<4&0x70
	default:
		s.column = s.column&0xF0 | c&0x0F
	}
}

// address executes a command that sets the addressing mode, the column window or the page
// window. Setting a window moves the address to the window's start.
func (s *SSD1306) address(c, from, to byte) {
	w := &s.window
	switch {
	case c == memoryMode && from <= byte(paged):
		s.r.Mode = addressing(from)
	case c == columnWindow && from <= to && to < Width:
		w.fromColumn, w.toColumn, s.column = from, to, from
	case c == pageWindow && from <= to && to < pages:
		w.fromPage, w.toPage, s.page = from, to, from
	default:
		s.fault("command %02X %02X %02X is out of range", c, from, to)
	}
}

// set executes a command that changes a register.
func (s *SSD1306) set(c, arg byte) {
	switch c {
	case contrast:
		s.r.Contrast = arg
	case chargePump:
		s.r.Pump = arg&4 != 0
	case segmentRemap, segmentRemap + 1:
		s.r.Remapped = c&1 != 0
	case allOn, allOn + 1:
		s.r.AllOn = c&1 != 0
	case inverted, inverted + 1:
		s.r.Inverted = c&1 != 0
	case multiplexRatio:
		s.r.Mux = arg & 0x3F
	case displayOffset:
		s.r.Offset = arg & 0x3F
	case displayOn, displayOn + 1:
		s.turn(c&1 != 0)
	case comPins:
		s.r.Pins = arg
	case clockDivide, preCharge, vcomhLevel, scrollOff, nothing: // commands without visible effect
	default:
		s.fault("command %02X is unknown", c)
	}
}

// turn switches the display on or off. It records a fault if the display goes on while a byte of
// RAM has not been written since power-on.
func (s *SSD1306) turn(on bool) {
	s.r.On = on
	if !on {
		return
	}
	for p := range s.written {
		for c := range s.written[p] {
			if !s.written[p][c] {
				s.fault("display on before page %d column %d was written", p, c)
				return
			}
		}
	}
}
