package ssd1306

// Commands that the SH1106 lacks, and values specific to the SSD1306, with their page in the
// datasheet, Rev 1.1.
const (
	scrollOff = 0x2E // p. 28–30; RAM must be written again after it

	chargePump   = 0x8D // p. 62
	chargePumpOn = 0x14

	clock    = 0xD5 // p. 32
	clockMid = 0x80 // oscillator as after a reset, divided by 1

	precharge     = 0xD9 // p. 32
	prechargePump = 0xF1 // 1 clock of discharge, 15 of charge, for use with the charge pump

	deselect    = 0xDB // p. 32
	deselect083 = 0x30 // 0.83 × Vcc
)

// setup holds the commands beyond the setup shared by all chips; p. 64.
var setup = []byte{
	scrollOff,
	clock, clockMid,
	precharge, prechargePump,
	deselect, deselect083,
	chargePump, chargePumpOn,
}
