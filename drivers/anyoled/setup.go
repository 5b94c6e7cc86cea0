package anyoled

// Commands and arguments that only the SSD1306 has (datasheet Rev 1.1).
const (
	scrollOff    = 0x2E // stops scrolling (SSD1306 datasheet, p. 28–30)
	chargePump   = 0x8D // switches the charge pump (SSD1306 datasheet, p. 62)
	chargePumpOn = 0x14 // argument of chargePump
	memoryMode   = 0x20 // sets the addressing mode (SSD1306 datasheet, p. 30, 34)
	horizontal   = 0x00 // argument of memoryMode: horizontal addressing mode
	pageMode     = 0x02 // argument of memoryMode: page addressing mode
	columnWindow = 0x21 // sets first and last column of horizontal mode (datasheet, p. 31, 35)
	lastColumn   = 127  // argument of columnWindow
)

// Commands that the SSD1306 and the SH1106 share, with arguments that suit both.
const (
	startLine0    = 0x40
	clock         = 0xD5 // sets divide ratio and oscillator frequency of the display clock
	clockMid      = 0x80 // display clock; SSD1306: as after a reset; SH1106: 15 % above that
	precharge     = 0xD9 // sets the lengths of discharge and pre-charge
	prechargePump = 0xF1 // 1 clock of discharge, 15 clocks of pre-charge
	deselect      = 0xDB // sets the voltage of deselected COM lines
	// The deselect level of deselectMid is 0.83 × Vcc on an SSD1306, 0.74 × Vref on an SH1106,
	// and below 0.78 × Vcc on an SSD1309.
	deselectMid = 0x30
)

// setup holds the setup commands of this driver beyond those shared by all OLED drivers. An
// SH1106 may take the byte 127 for a command that sets the start line, so setup ends with the
// right start line.
var setup = []byte{
	scrollOff,
	clock, clockMid,
	precharge, prechargePump,
	deselect, deselectMid,
	chargePump, chargePumpOn,
	memoryMode, horizontal,
	columnWindow, 0, lastColumn,
	memoryMode, pageMode,
	startLine0,
}
