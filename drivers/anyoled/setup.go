package anyoled

// Commands that only the SSD1306 has, with their page in its datasheet, Rev 1.1.
const (
	scrollOff    = 0x2E // p. 28–30
	chargePump   = 0x8D // p. 62
	chargePumpOn = 0x14
	memoryMode   = 0x20 // p. 30, 34
	horizontal   = 0x00
	pageMode     = 0x02
	columnWindow = 0x21 // first and last column; holds in horizontal mode only; p. 31, 35
	lastColumn   = 127
)

// Commands common to both chips, with values that suit both.
const (
	startLine0    = 0x40
	clock         = 0xD5
	clockMid      = 0x80 // SSD1306: as after a reset; SH1106: 15 % faster than that
	precharge     = 0xD9
	prechargePump = 0xF1 // 1 clock of discharge, 15 of charge
	deselect      = 0xDB
	deselectMid   = 0x30 // SSD1306: 0.83 × Vcc; SH1106: 0.74 × Vref; SSD1309: below 0.78 × Vcc
)

// setup holds the commands beyond the setup shared by all chips. An SH1106 may take 127 for a
// start line, so the start line is set again at the end.
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
