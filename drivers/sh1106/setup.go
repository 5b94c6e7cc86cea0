package sh1106

// Commands that the SSD1306 lacks, and the SH1106's own values for other commands, as after a
// reset (datasheet V2.3, which numbers the commands).
const (
	pump80      = 0x32 // sets the pump voltage to 8.0 V (datasheet, command 3)
	converter   = 0xAD // switches the converter, only with the display off (datasheet, command 10)
	converterOn = 0x8B // argument of converter
	clock       = 0xD5 // sets divider and oscillator of the display clock (datasheet, command 15)
	clockMid    = 0x50 // display clock: oscillator frequency as after a reset, divided by 1
	precharge   = 0xD9 // sets the lengths of discharge and pre-charge (datasheet, command 16)
	precharge22 = 0x22 // 2 clocks of discharge, 2 clocks of pre-charge
	deselect    = 0xDB // sets the voltage of deselected COM lines (datasheet, command 18)
	deselect77  = 0x35 // deselect level 0.77 × Vref
)

// setup holds the setup commands beyond those shared by all OLED drivers. dark holds those that
// are allowed only while the display is off.
var (
	setup = []byte{clock, clockMid, precharge, precharge22, deselect, deselect77, pump80}
	dark  = []byte{converter, converterOn}
)
