package ssd1309

// Commands and arguments specific to the SSD1309 (datasheet Rev 1.1). Package
// drivers/internal/oled has the commands shared by all OLED drivers.
const (
	commandLock = 0xFD // shuts or opens the chip's lock (datasheet, table 9-1)
	unlocked    = 0x12 // argument of commandLock: opens the lock, as after a reset; 0x16 shuts it

	scrollOff = 0x2E // stops scrolling; RAM must be written again after it (datasheet, table 9-2)

	clock     = 0xD5 // sets divide ratio and oscillator of the display clock (datasheet, table 9-5)
	clockFast = 0xA0 // display clock: oscillator above its middle frequency, divided by 1

	precharge   = 0xD9 // sets the lengths of discharge and pre-charge (datasheet, table 9-5)
	precharge82 = 0x82 // 2 clocks of discharge, 8 clocks of pre-charge

	deselect    = 0xDB // sets the voltage of deselected COM lines (datasheet, table 9-5)
	deselect078 = 0x34 // deselect level 0.78 × Vcc, as after a reset
)

var unlock = []byte{commandLock, unlocked}

// setup holds the setup commands beyond those shared by all OLED drivers, with values for a
// panel of 2.42″.
var setup = []byte{
	scrollOff,
	clock, clockFast,
	precharge, precharge82,
	deselect, deselect078,
}
