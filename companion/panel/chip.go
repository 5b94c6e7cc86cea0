package panel

// Chip is which chip the panel was found to have. Panels are sold with two that differ in
// which columns of their memory are seen, and no panel says which it has; people see it.
type Chip string

// The chips that a table is asked for; "" where nobody has said.
const (
	SSD1306 Chip = "ssd1306"
	SH1106  Chip = "sh1106"
)

// Chips are those that the panel is tried as, one after another.
var Chips = []Chip{SSD1306, SH1106}
