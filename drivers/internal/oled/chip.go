package oled

import (
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Size of the picture: columns, pages of eight rows, and bytes.
const (
	Width = 128
	Pages = 8
	Bytes = Width * Pages
)

// Chip describes a type of controller, as far as the types differ.
type Chip struct {
	Name string // name of the driver
	// Unlock holds the commands that unlock the chip; a locked chip ignores all others.
	Unlock []byte
	// Setup holds the setup commands beyond those shared by all chips.
	Setup []byte
	// Dark holds setup commands that are allowed only while the display is off.
	Dark []byte
	// Margin is the number of RAM columns on each side of the picture, at most two.
	Margin int
	// Either marks a module whose RAM may have 128 or 132 columns. The driver sends only
	// commands that are right for both widths. Margin may be wrong; this only shifts the
	// picture.
	Either bool
	// Wide is the horizontal mode, or nil if the chip has page mode only.
	Wide *Wide
	// Speed is the maximum SPI clock.
	Speed physic.Frequency
}

// Opts describes a module.
type Opts struct {
	// Addr is the I²C address, 0x3C or 0x3D. It is not used with SPI.
	Addr uint16
	// Rotated marks a module that is mounted upside down.
	Rotated bool
	// Reset is the pin wired to RES, or nil. It is pulled low before each setup,
	// unless the module is Inherited. Most I²C modules reset themselves.
	Reset gpio.PinOut
	// Inherited marks a module that may show a picture of another process, which drove it with
	// the same options. The first Show replaces that picture without a dark moment: it neither
	// pulls Reset low nor turns the display off.
	Inherited bool
}

// DefaultOpts describes a module with the usual I²C address, mounted upright.
var DefaultOpts = Opts{Addr: 0x3C}

// Commands and arguments shared by all chips (datasheets: SSD1306 Rev 1.1, table 9-1, p. 28–32;
// SSD1309 Rev 1.1, tables 9-1 to 9-5; SH1106 V2.3, table of commands).
const (
	lowColumn     = 0x00 // plus the lower four bits of the column
	highColumn    = 0x10 // plus the upper four bits of the column
	startLine0    = 0x40
	setContrast   = 0x81
	segmentsForth = 0xA0 // maps the first column of RAM to SEG0
	segmentsBack  = 0xA1 // maps the last column of RAM to SEG0: upright on usual modules
	showRAM       = 0xA4 // shows the content of RAM instead of lighting all pixels
	notInverted   = 0xA6
	inverted      = 0xA7
	multiplex     = 0xA8 // sets the number of lines; the argument is one less
	displayOff    = 0xAE
	displayOn     = 0xAF
	setPage       = 0xB0
	commonsForth  = 0xC0 // maps line 0 to COM0
	commonsBack   = 0xC8 // maps line 0 to COM63: upright on usual modules
	displayOffset = 0xD3
	commonPins    = 0xDA
	alternating   = 0x12 // argument of commonPins: alternating pins, for all modules of 64 lines
	nop           = 0xE3
)

// setup returns the setup commands shared by all chips. They set every register except
// contrast, inversion and display on.
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
