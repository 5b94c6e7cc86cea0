package oled

import (
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Size of the picture.
const (
	Width = 128
	Pages = 8
	Bytes = Width * Pages
)

// Chip is what the controllers differ in.
type Chip struct {
	Name string // of the driver
	// Unlock are the commands without which it may ignore all others.
	Unlock []byte
	// Setup are the commands that it wants besides those all know.
	Setup []byte
	// Dark are more of them, that may be sent only while the display is off.
	Dark []byte
	// Margin is how many columns of RAM lie left of the picture, and as many right
	// of it: at most two.
	Margin int
	// Either is for a module of which nobody has said whether its RAM has 128 columns
	// or 132. All that is sent is right for both, but for Margin, which may be wrong:
	// then the picture is shifted, and nothing worse.
	Either bool
	// Wide is the horizontal mode, nil where the chip has page mode only.
	Wide *Wide
	// Speed is how fast its SPI may be clocked.
	Speed physic.Frequency
}

// Opts says how a module is wired and built in.
type Opts struct {
	// Addr is the I²C address, 0x3C or 0x3D. SPI has none.
	Addr uint16
	// Rotated is for a module that is built in upside down.
	Rotated bool
	// Reset is the pin RES is wired to, or nil. It is pulled low before the chip is
	// set up. Modules for I²C mostly reset themselves.
	Reset gpio.PinOut
}

// DefaultOpts is a module as it is sold.
var DefaultOpts = Opts{Addr: 0x3C}

// Commands that all chips know, and what goes with them. SSD1306: Rev 1.1, table
// 9-1, p. 28–32. SSD1309: Rev 1.1, tables 9-1 to 9-5. SH1106: V2.3, table of commands.
const (
	lowColumn     = 0x00 // lower four bits of the column
	highColumn    = 0x10 // upper four bits
	startLine0    = 0x40
	setContrast   = 0x81
	segmentsForth = 0xA0 // the first column of RAM is SEG0
	segmentsBack  = 0xA1 // the last one is: the picture upright on modules as sold
	showRAM       = 0xA4 // and not all pixels
	notInverted   = 0xA6
	inverted      = 0xA7
	multiplex     = 0xA8 // lines less one
	displayOff    = 0xAE
	displayOn     = 0xAF
	setPage       = 0xB0
	commonsForth  = 0xC0 // line 0 is COM0
	commonsBack   = 0xC8 // line 0 is COM63: the picture upright on modules as sold
	displayOffset = 0xD3
	commonPins    = 0xDA
	alternating   = 0x12 // all modules of 64 lines
	nop           = 0xE3
)

// setup are the commands, besides those that only this chip wants, that leave
// everything but contrast, RAM and light as it should be.
func (c *Chip) setup(rotated bool) []byte {
	segments, commons := byte(segmentsBack), byte(commonsBack)
	if rotated {
		segments, commons = segmentsForth, commonsForth
	}
	return []byte{
		multiplex, Pages*8 - 1,
		displayOffset, 0,
		startLine0,
		segments,
		commons,
		commonPins, alternating,
		showRAM,
	}
}
