package ssd1309

// Commands and values specific to the SSD1309, with their table in the datasheet, Rev 1.1. The
// commands shared with other chips are in drivers/internal/oled.
const (
	commandLock = 0xFD // 9-1
	unlocked    = 0x12 // as after a reset; 0x16 locks the chip

	scrollOff = 0x2E // 9-2; RAM must be written again after it

	clock     = 0xD5 // 9-5
	clockFast = 0xA0 // oscillator above its middle frequency, divided by 1

	precharge   = 0xD9 // 9-5
	precharge82 = 0x82 // 2 clocks of discharge, 8 of charge

	deselect    = 0xDB // 9-5
	deselect078 = 0x34 // 0.78 × Vcc, as after a reset
)

var unlock = []byte{commandLock, unlocked}

// setup holds the commands beyond the setup shared by all chips, for a panel of 2.42″.
var setup = []byte{
	scrollOff,
	clock, clockFast,
	precharge, precharge82,
	deselect, deselect078,
}
