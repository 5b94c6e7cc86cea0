package panel

// Chip is the controller of the panel, chosen by the table. Panels are sold with two
// controllers that show different columns of their memory. A panel can't be asked which it has;
// people see it.
type Chip string

// The chips to choose from; "" before the choice.
const (
	SSD1306 Chip = "ssd1306"
	SH1106  Chip = "sh1106"
)

// Chips are the chips that set-up tries, in this order.
var Chips = []Chip{SSD1306, SH1106}
