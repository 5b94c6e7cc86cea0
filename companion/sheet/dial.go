package sheet

import (
	"unicode/utf8"

	"tabletop/companion/panel"
)

// Dial takes a number from From to To. up and down change it by one, and faster while held.
type Dial struct {
	Title           string
	Who, What       string // whose number it is, and what it is, as the title says both; "" for nobody's
	From, To, Value int32
}

// NewDial returns a Dial at start, or at the bound nearest to it.
func NewDial(title string, from, to, start int32) Dial {
	return Dial{Title: title, From: from, To: to, Value: min(max(start, from), to)}
}

// View shows the number, and beside its title a clock, or "" for none.
func (d Dial) View(clock string) panel.View {
	v := panel.View{Kind: panel.KindBig, Big: panel.Minus(d.Value), Turns: true, Who: d.Who, What: d.What, Aside: clock}
	width := panel.Columns
	if clock != "" {
		width -= utf8.RuneCountInString(clock) + 1
	}
	title := panel.Wrap(d.Title, width)
	if d.Who == "" {
		title[0] = panel.Capital(title[0])
	}
	v.Title = title[0]
	copy(v.Prompt[:2], title[1:])
	return v
}

// Press changes the number. repeats counts the repetitions of a held key.
func (d Dial) Press(k panel.Key, repeats uint8) (Dial, Outcome) {
	switch k {
	case panel.Up:
		d.Value = min(d.turned(+1, repeats), d.To)
	case panel.Down:
		d.Value = max(d.turned(-1, repeats), d.From)
	case panel.OK:
		return d, Chosen
	case panel.Back:
		return d, Left
	}
	return d, Moved
}

// speeds maps repetitions of a held key to the step: single steps stay countable, and
// hundreds take seconds.
var speeds = []struct {
	from uint8
	by   int32
}{{30, 50}, {20, 10}, {8, 5}, {0, 1}}

// turned is the value one step further, or while a key is held on the next multiple of a
// larger one.
func (d Dial) turned(way int32, repeats uint8) int32 {
	by := int32(1)
	for _, s := range speeds {
		if repeats >= s.from {
			by = s.by
			break
		}
	}
	next := d.Value + way*by
	return next - next%by
}
