package panel

// Chip is the controller of the OLED. Panels are sold with two controllers, which show different
// columns of their memory. Software can't detect the controller, but people can see it, so the
// table chooses it.
type Chip string

// Chips to choose from. The Chip is "" before the choice.
const (
	SSD1306 Chip = "ssd1306"
	SH1106  Chip = "sh1106"
)

// Chips lists the chips that the set-up tries, in this order.
var Chips = []Chip{SSD1306, SH1106}
