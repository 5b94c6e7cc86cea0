package ssd1306

// Commands that the SH1106 lacks, and the SSD1306's own values for other commands (datasheet
// Rev 1.1).
const (
	scrollOff = 0x2E // stops scrolling; RAM must be written again after it (datasheet, p. 28–30)

	chargePump   = 0x8D // switches the charge pump (datasheet, p. 62)
	chargePumpOn = 0x14 // argument of chargePump

	clock    = 0xD5 // sets divide ratio and oscillator of the display clock (datasheet, p. 32)
	clockMid = 0x80 // display clock: oscillator frequency as after a reset, divided by 1

	precharge     = 0xD9 // sets the lengths of discharge and pre-charge (datasheet, p. 32)
	prechargePump = 0xF1 // 1 clock of discharge, 15 of pre-charge, for use with the charge pump

	deselect    = 0xDB // sets the voltage of deselected COM lines (datasheet, p. 32)
	deselect083 = 0x30 // deselect level 0.83 × Vcc
)

// setup holds the setup commands beyond those shared by all OLED drivers (datasheet, p. 64).
var setup = []byte{
	scrollOff,
	clock, clockMid,
	precharge, prechargePump,
	deselect, deselect083,
	chargePump, chargePumpOn,
}
