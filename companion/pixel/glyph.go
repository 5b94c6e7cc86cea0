package pixel

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// LargestGlyph is the maximum width and height of a glyph in px.
const LargestGlyph = 16

// Glyph is a small picture of a game: a card, a die, a piece.
type Glyph struct {
	W, H    int
	Colour  RGB    // colour on the matrix; white by default
	Letters string // letters that replace the picture if there is no room for it
	Rows    [LargestGlyph]uint16
}

// At reports whether the px in column x and row y is lit. It is false outside the glyph.
func (g *Glyph) At(x, y int) bool {
	return 0 <= x && x < g.W && 0 <= y && y < g.H && g.Rows[y]>>x&1 == 1
}

// Draw lights the px of g in b, with its upper left corner at (x, y).
func (g *Glyph) Draw(b *Bitmap, x, y int) {
	for i := range g.H {
		for j := range g.W {
			if g.At(j, i) {
				b.Set(x+j, y+i, true)
			}
		}
	}
}

// Light lights the px of g on l in colour c, with its upper left corner at (x, y).
func (g *Glyph) Light(l *Lamps, x, y int, c RGB) {
	for i := range g.H {
		for j := range g.W {
			if g.At(j, i) {
				l.Set(x+j, y+i, c)
			}
		}
	}
}

// ParseGlyphs parses the glyphs of a game and returns them by name. Each begins with a line
//
//	glyph NAME [#rrggbb] [LETTER…]
//
// followed by up to 16 rows of up to 16 px, "#" lit and "." dark, all of the same length. A
// blank line ends it. Errors name the line.
func ParseGlyphs(text string) (map[string]Glyph, error) {
	glyphs := map[string]Glyph{}
	var name string
	var g Glyph
	for i, line := range strings.Split(text+"\n", "\n") {
		line = strings.TrimRight(line, " \r")
		var err error
		switch {
		case line == "" && name == "":
		case line == "":
			err = addGlyph(glyphs, name, g)
			name, g = "", Glyph{}
		case name == "":
			name, g, err = parseHead(line)
		default:
			err = g.parseRow(line)
		}
		if err != nil {
			return nil, fmt.Errorf("pixel: glyphs: line %d: %w", i+1, err)
		}
	}
	return glyphs, nil
}

func addGlyph(glyphs map[string]Glyph, name string, g Glyph) error {
	if _, twice := glyphs[name]; twice {
		return fmt.Errorf("glyph %q is drawn twice", name)
	}
	if g.H == 0 {
		return fmt.Errorf("glyph %q has no rows", name)
	}
	glyphs[name] = g
	return nil
}

func parseHead(line string) (name string, g Glyph, err error) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "glyph" {
		return "", g, fmt.Errorf("%q, want \"glyph NAME\"", line)
	}
	name, words = words[1], words[2:]
	g.Colour = RGB{255, 255, 255}
	if len(words) > 0 && strings.HasPrefix(words[0], "#") {
		if g.Colour, err = parseColour(words[0]); err != nil {
			return name, g, err
		}
		words = words[1:]
	}
	for _, letter := range words {
		if utf8.RuneCountInString(letter) != 1 {
			return name, g, fmt.Errorf("%q is not one letter", letter)
		}
	}
	g.Letters = strings.Join(words, "")
	return name, g, nil
}

func parseColour(word string) (c RGB, err error) {
	bytes, err := hex.DecodeString(word[1:])
	if err != nil || len(bytes) != len(c) {
		return c, fmt.Errorf("colour %q, want #rrggbb", word)
	}
	return RGB(bytes), nil
}

func (g *Glyph) parseRow(line string) error {
	lit, err := readRow(line, g.W, g.H, LargestGlyph)
	if err != nil {
		return err
	}
	g.Rows[g.H] = uint16(lit)
	g.W = len(line)
	g.H++
	return nil
}
