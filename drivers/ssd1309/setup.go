package ssd1309

// Commands of the SSD1309, and values that are its own, with their table in the datasheet,
// Rev 1.1. What the chip shares with others is in drivers/internal/oled.
const (
	commandLock = 0xFD // 9-1
	unlocked    = 0x12 // as after a reset; 0x16 is locked

	scrollOff = 0x2E // 9-2; RAM must be written again after it

	clock     = 0xD5 // 9-5
	clockFast = 0xA0 // the oscillator above its middle, divided by 1

	precharge   = 0xD9 // 9-5
	precharge82 = 0x82 // 2 clocks of discharge, 8 of charge

	deselect    = 0xDB // 9-5
	deselect078 = 0x34 // 0.78 × Vcc, as after a reset
)

var unlock = []byte{commandLock, unlocked}

// setup is what is set besides what all chips know, for a panel of 2.42″.
var setup = []byte{
	scrollOff,
	clock, clockFast,
	precharge, precharge82,
	deselect, deselect078,
}
