package sheet

import (
	"unicode/utf8"

	"tabletop/companion/panel"
)

// Dial is a widget that takes a number from From to To. The keys up and down change it by one, or
// faster while held.
type Dial struct {
	Title string
	// Who is the player to whom the number belongs, "" for nobody. What is the name of the number.
	// Title contains both.
	Who, What       string
	From, To, Value int32
}

// NewDial returns a Dial at start, or at the limit nearest to start.
func NewDial(title string, from, to, start int32) Dial {
	return Dial{Title: title, From: from, To: to, Value: min(max(start, from), to)}
}

// View returns the view with the number, and with a clock beside the title unless clock is "".
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

// Press returns the Dial after a key press, and the outcome. repeats counts the repetitions of a
// held key.
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

// speeds lists the size of a step (by) and the number of repetitions of a held key from which that
// size applies (from), the largest size first. A short hold changes the number by single steps, so
// that people can count them. A long hold reaches hundreds in seconds.
var speeds = []struct {
	from uint8
	by   int32
}{{30, 50}, {20, 10}, {8, 5}, {0, 1}}

// turned returns the value one step further in the direction way, 1 or -1. While a key is held, it
// returns the next multiple of the larger step.
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
