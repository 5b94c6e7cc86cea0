package screen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// Frame holds everything that the panel shows. Frames are comparable with ==.
type Frame struct {
	OLED  pixel.Bitmap
	Lamps pixel.Lamps
	Light panel.Light
	Level uint8 // brightness of the OLED; see panel.View
	Chip  panel.Chip

	LampLight panel.Light
	LampLevel uint8
}

// String returns the frame as text: the brightness, the lines of the OLED without dark parts on the
// right and below, the lamps, and a legend with the colour of each letter.
func (f Frame) String() string {
	var oled strings.Builder
	for line := range strings.Lines(f.OLED.String()) {
		oled.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	light := [...]string{"bright\n", "dim\n", "off\n"}[min(f.Light, panel.Off)]
	return light + strings.TrimRight(oled.String(), "\n") + "\n" + lampText(&f.Lamps)
}

// lampText returns lamps as letters, one letter per colour, and a legend. The letter is that of
// [pixel.Lamps.String], or its capital, or a digit if both stand for other colours.
func lampText(l *pixel.Lamps) string {
	const dark = '.'
	names := map[pixel.RGB]rune{{}: dark}
	letters := []rune(l.String())
	var legend strings.Builder
	for i, c := range l {
		at := i + i/pixel.Side // a line ends after eight letters
		if _, ok := names[c]; !ok {
			names[c] = freeName(names, letters[at])
			fmt.Fprintf(&legend, "%c #%x\n", names[c], c[:])
		}
		letters[at] = names[c]
	}
	return string(letters) + legend.String()
}

func freeName(names map[pixel.RGB]rune, letter rune) rune {
	taken := slices.Collect(maps.Values(names))
	for _, r := range []rune{letter, unicode.ToUpper(letter)} {
		if !slices.Contains(taken, r) {
			return r
		}
	}
	return '0' + rune(len(names))
}
