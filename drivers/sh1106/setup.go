package sh1106

// Commands that the SSD1306 lacks, and values specific to the SH1106, as after a reset, with
// their number in the datasheet.
const (
	pump80      = 0x32 // 8.0 V; 3
	converter   = 0xAD // only while the display is off; 10
	converterOn = 0x8B
	clock       = 0xD5 // 15
	clockMid    = 0x50 // divided by 1
	precharge   = 0xD9 // 16
	precharge22 = 0x22 // 2 clocks of discharge, 2 of charge
	deselect    = 0xDB // 18
	deselect77  = 0x35 // 0.77 × Vref
)

// setup holds the commands beyond the setup shared by all chips. dark holds those that are
// allowed only while the display is off.
var (
	setup = []byte{clock, clockMid, precharge, precharge22, deselect, deselect77, pump80}
	dark  = []byte{converter, converterOn}
)
