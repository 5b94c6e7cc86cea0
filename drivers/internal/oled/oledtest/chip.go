package oledtest

import "slices"

// Arguments of the command 20h: the addressing modes.
const (
	horizontal = 0x00
	pageMode   = 0x02
)

// lock is the command that shuts or opens the SSD1309's lock. While locked, the chip ignores
// all other commands.
const lock = 0xFD

// argCount maps each command that has arguments to the number of its arguments.
var argCount = map[byte]int{
	0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xFD: 1,
}

// takeByte processes one byte of commands. The rest of an interrupted command may come in the
// next transfer.
func (p *Panel) takeByte(b byte) {
	c := &p.chip
	if c.want == 0 {
		c.command, c.rest = b, c.rest[:0]
		if c.want = argCount[b]; p.Kind.Foreign == Alone && p.foreign(b) {
			c.want = 0
		}
	} else {
		c.rest = append(c.rest, b)
		c.want--
	}
	if c.want == 0 {
		p.execute(c.command, c.rest)
	}
}

func (p *Panel) execute(command byte, args []byte) {
	switch {
	case p.chip.locked && command != lock:
	case command < 0x20:
		p.columnNibble(command)
	case command >= 0xB0 && command <= 0xB7:
		if p.accepts(pageMode) {
			p.chip.page = int(command & 7)
		}
	case command == 0xAE, command == 0xAF:
		p.turnOn(command == 0xAF)
	case command == 0x81:
		p.Contrast = args[0]
	case command&^1 == 0xA0:
		p.Back = command == 0xA1
	case command == 0xC0, command == 0xC8:
		p.Up = command == 0xC8
	case p.foreign(command) && p.Kind.Foreign != Refused:
	case p.specific(command):
		p.executeSpecific(command, args)
	case !p.chip.registers.set(command, args):
		p.wrong("unknown command %#02x % x", command, args)
	}
}

// columnNibble executes a command that sets one half of the column in page mode.
func (p *Panel) columnNibble(command byte) {
	if !p.accepts(pageMode) {
		return
	}
	if command < 0x10 {
		p.chip.col = p.chip.col&0xF0 | int(command)
	} else {
		p.chip.col = p.chip.col&0x0F | int(command&0xF)<<4
	}
}

// registers holds the registers that have a single valid value on a module of 128×64 pixels.
// Only inverted has two valid values.
type registers struct{ startLine, allOn, inverted, lines, offset, pins byte }

// resetValues holds the valid value of each register, which is also its value after a reset.
var resetValues = registers{startLine: 0x40, allOn: 0xA4, inverted: 0xA6, lines: 63, offset: 0, pins: 0x12}

// set executes a command that all chips know. It returns false for any other command.
func (r *registers) set(command byte, args []byte) (known bool) {
	switch {
	case command >= 0x40 && command < 0x80:
		r.startLine = command
	case command&^1 == 0xA4:
		r.allOn = command
	case command&^1 == 0xA6:
		r.inverted = command
	case command == 0xA8:
		r.lines = args[0] & 63
	case command == 0xD3:
		r.offset = args[0] & 63
	case command == 0xDA:
		r.pins = args[0]
	default:
		return command == 0xE3 || command == 0xD5 || command == 0xD9 || command == 0xDB
	}
	return true
}

// specific reports whether this chip has a command that not all chips have.
func (p *Panel) specific(command byte) bool { return p.Kind.Model.has(command) }

// foreign reports whether a command exists on other chips but not on this one.
func (p *Panel) foreign(command byte) bool {
	return !p.specific(command) && slices.ContainsFunc(Models, func(m Model) bool { return m.has(command) })
}

// has reports whether a controller has a command that not all chips have.
func (m Model) has(command byte) bool {
	wide := command >= 0x20 && command <= 0x22 || command == 0x2E
	switch m {
	case SSD1309:
		return wide || command == lock
	case SH1106:
		return command >= 0x30 && command <= 0x33 || command == 0xAD
	}
	return wide || command == 0x8D
}

func (p *Panel) executeSpecific(command byte, args []byte) {
	c := &p.chip
	switch command {
	case 0x20:
		c.mode = args[0] & 3
	case 0x21:
		if p.accepts(horizontal) {
			c.colFrom, c.colTo = int(args[0]&0x7F), int(args[1]&0x7F)
			c.col = c.colFrom
		}
	case 0x22:
		if p.accepts(horizontal) {
			c.topPage, c.low = int(args[0]&7), int(args[1]&7)
			c.page = c.topPage
		}
	case lock:
		c.locked = args[0] == 0x16
	case 0x8D:
		c.converter = args[0] == 0x14
	case 0xAD:
		c.converter = args[0] == 0x8B
		if p.On {
			p.wrong("the converter was switched while the display was on")
		}
	}
}

// accepts reports whether the chip accepts a command of the given addressing mode now.
func (p *Panel) accepts(mode byte) bool { return !p.Kind.Strict || p.chip.mode == mode }

func (p *Panel) turnOn(on bool) {
	p.On = on
	for page := range Pages {
		if on && slices.Contains(p.fresh[page][:], true) {
			p.wrong("garbage was lit on page %d", page)
		}
	}
}

// write writes one byte into RAM and advances the address. In page mode, too, the column wraps
// at the end of the column window: the datasheet mentions no other end.
func (p *Panel) write(b byte) {
	c := &p.chip
	if c.locked {
		return
	}
	if c.page >= Pages || c.col >= p.columns() {
		p.wrong("written outside RAM: page %d, column %d", c.page, c.col)
		return
	}
	p.RAM[c.page][c.col] = b
	p.fresh[c.page][c.col] = false
	if c.col != c.colTo {
		c.col++
		return
	}
	c.col = c.colFrom
	if c.mode != horizontal {
		return
	}
	if c.page != c.low {
		c.page++
		return
	}
	c.page = c.topPage
}
