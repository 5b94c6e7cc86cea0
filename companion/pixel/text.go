package pixel

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// blocks holds the character for two px, one above the other. Bit 0 of the index is the upper px,
// bit 1 the lower.
var blocks = [4]rune{' ', '▀', '▄', '█'}

// String returns the picture as 32 lines of exactly 128 characters: blank, ▀, ▄ or █. A character
// shows two px, one above the other. Every line ends in LF.
func (b *Bitmap) String() string {
	var text strings.Builder
	text.Grow(Height / 2 * (3*Width + 1))
	for y := 0; y < Height; y += 2 {
		for x := range Width {
			text.WriteRune(blocks[b[y/8*Width+x]>>(y%8)&3])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// Parse parses the text of [Bitmap.String]. Trailing blanks of a line and trailing lines may be
// missing.
func Parse(text string) (Bitmap, error) {
	var b Bitmap
	y := 0
	for line := range strings.Lines(text) {
		if y >= Height {
			return b, fmt.Errorf("pixel: more than %d lines", Height/2)
		}
		if err := b.parseLine(y, strings.TrimRight(line, "\r\n")); err != nil {
			return b, fmt.Errorf("pixel: line %d: %w", y/2+1, err)
		}
		y += 2
	}
	return b, nil
}

func (b *Bitmap) parseLine(y int, line string) error {
	if n := utf8.RuneCountInString(line); n > Width {
		return fmt.Errorf("%d characters, at most %d", n, Width)
	}
	x := 0
	for _, c := range line {
		bits := slices.Index(blocks[:], c)
		if bits < 0 {
			return fmt.Errorf("character %q", c)
		}
		b.light(x, y, uint64(bits))
		x++
	}
	return nil
}
