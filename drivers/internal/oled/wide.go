package oled

// Wide holds the commands of horizontal mode, in which a rectangle of RAM is written in one
// transfer.
type Wide struct {
	Enter []byte // commands that enter horizontal mode from page mode or an unknown mode
	Leave []byte // commands that set the column window to full width and enter page mode
	// Aim appends the commands that select a rectangle for the next write.
	Aim func(cmd []byte, col, page, width, pages int) []byte
}

// Commands and arguments of horizontal mode (datasheets: SSD1306 Rev 1.1, p. 30–31, 34–35;
// SSD1309 Rev 1.1, table 9-3, sections 10.1.3 to 10.1.5).
const (
	memoryMode   = 0x20
	horizontal   = 0x00
	pageMode     = 0x02
	columnWindow = 0x21 // sets the first and last column; horizontal mode only
	pageWindow   = 0x22 // sets the first and last page; horizontal mode only
)

// Horizontal is the horizontal mode of the SSD1306 and the SSD1309.
var Horizontal = Wide{
	Enter: []byte{memoryMode, horizontal},
	Leave: []byte{columnWindow, 0, Width - 1, memoryMode, pageMode},
	Aim: func(cmd []byte, col, page, width, pages int) []byte {
		return append(cmd,
			columnWindow, byte(col), byte(col+width-1),
			pageWindow, byte(page), byte(page+pages-1))
	},
}
