package screen

import (
	"unicode"
	"unicode/utf8"

	"tabletop/companion/pixel"
)

// patterns holds faces as 3×3 cells, row by row: a zero, the pips of 1 to 6, and the signs of Fudge
// dice.
var patterns = [...]string{
	"####.####", "....#....", "#.......#", "#...#...#", "#.#...#.#", "#.#.#.#.#", "#.##.##.#",
	plus: ".#.###.#.", minus: "...###...",
}

const plus, minus = 7, 8

// patternOf returns the pattern of a face. ok is false if the face has none.
func patternOf(face string) (pattern string, ok bool) {
	at, ok := number(face)
	switch face {
	case "+":
		at, ok = plus, true
	case "-", "−":
		at, ok = minus, true
	default:
		ok = ok && at <= 6
	}
	if !ok {
		return "", false
	}
	return patterns[at], true
}

// allPatterns reports whether all faces have patterns.
func allPatterns(faces []string) bool {
	for _, f := range faces {
		if _, ok := patternOf(f); !ok {
			return false
		}
	}
	return true
}

// faces draws dice or cards: one on the whole matrix, two in halves, three or four dice in
// quarters. Any other faces it draws as columns, one lamp high per unit, if all are numbers, and as
// blocks if not.
func (a *Artist) faces(l *pixel.Lamps, game string, faces, letters []string) {
	switch n := len(faces); {
	case n == 1:
		a.whole(l, game, faces[0], letters[0])
	case n == 2:
		a.halves(l, game, faces, letters)
	case n <= 4 && allPatterns(faces):
		for i, f := range faces {
			drawPattern(l, f, raster{5 * (i % 2), 5 * (i / 2), 1, 1, 1, 1}, pair(i/2+i%2))
		}
	case allNumbers(faces):
		columnsOf(l, faces)
	default:
		a.blocks(l, game, faces)
	}
}

// whole draws one face: its glyph, pips, a number or a letter.
func (a *Artist) whole(l *pixel.Lamps, game, face, spelled string) {
	g, ok := a.glyph(game, face)
	v, isNumber := number(face)
	switch {
	case ok && g.W <= pixel.Side && g.H <= pixel.Side:
		g.Light(l, (pixel.Side-g.W)/2, (pixel.Side-g.H)/2, g.Colour)
	case isNumber && v > 9:
		twoDigits(l, v)
	case isNumber && (v > 6 || v == 0):
		digit(l, 2, 1, v)
	case allPatterns([]string{face}):
		drawPattern(l, face, raster{0, 0, 3, 3, 2, 2}, white)
	default:
		l.Letter(1, 0, letter(g, face, spelled), colourOf(g, ok, white))
	}
}

// twoDigits draws the last two digits of v, and above them one lamp per full hundred, up to 8.
func twoDigits(l *pixel.Lamps, v int) {
	l.Text(0, 2, string(rune('0'+v/10%10)), white)
	l.Text(5, 2, string(rune('0'+v%10)), white)
	for i := range min(v/100, pixel.Side) {
		l.Set(i, 0, amber)
	}
}

// halves draws two faces. Glyphs and pips are side by side. Of numbers and letters the second is
// lower than the first, so that 3 and 5 don't look like 35.
func (a *Artist) halves(l *pixel.Lamps, game string, faces, letters []string) {
	for i, face := range faces {
		g, ok := a.glyph(game, face)
		v, isNumber := number(face)
		switch {
		case ok && g.W <= pixel.Side/2 && g.H <= pixel.Side:
			g.Light(l, 4*i+(pixel.Side/2-g.W)/2, (pixel.Side-g.H)/2, g.Colour)
		case allPatterns(faces):
			drawPattern(l, face, raster{5 * i, 0, 1, 3, 1, 2}, pair(i))
		case isNumber:
			l.Text(5*i, 3*i, string(rune('0'+v%10)), pair(i))
			for ten := range min(v/10, 3) {
				l.Set(5*i+ten, 6-5*i, pair(i))
			}
		default:
			l.Text(5*i, 3*i, string(letter(g, face, letters[i])), colourOf(g, ok, pair(i)))
		}
	}
}

// columnsOf draws each number as a column of that many lamps, up to 8.
func columnsOf(l *pixel.Lamps, faces []string) {
	wide := 1
	if len(faces) <= 4 {
		wide = 2
	}
	for i, f := range faces {
		v, _ := number(f)
		for y := range min(v, pixel.Side) {
			for x := range wide {
				l.Set(wide*i+x, pixel.Side-1-y, pair(i))
			}
		}
	}
}

// blocks draws a block of 2×2 lamps for each face, equal ones in the same colour.
func (a *Artist) blocks(l *pixel.Lamps, game string, faces []string) {
	for i, f := range faces {
		first := i
		for j := range i {
			if faces[j] == f {
				first = j
				break
			}
		}
		g, ok := a.glyph(game, f)
		c := colourOf(g, ok, usualColour(first+1))
		x, y := 3*(i%3), 3*(i/3)
		for k := range 4 {
			l.Set(x+k%2, y+k/2, c)
		}
	}
}

// raster places the 3×3 cells of a pattern. The first cell is at (x, y). Cells are dx and dy lamps
// apart, w lamps wide and h lamps high.
type raster struct{ x, y, dx, dy, w, h int }

// drawPattern draws the pattern of face, which must have one.
func drawPattern(l *pixel.Lamps, face string, r raster, c pixel.RGB) {
	pattern, _ := patternOf(face)
	for i, on := range pattern {
		if on != '#' {
			continue
		}
		for k := range r.w * r.h {
			l.Set(r.x+r.dx*(i%3)+k%r.w, r.y+r.dy*(i/3)+k/r.w, c)
		}
	}
}

// pair returns alternating colours, so that neighbouring dice look separate.
func pair(i int) pixel.RGB {
	if i%2 == 1 {
		return amber
	}
	return white
}

func allNumbers(faces []string) bool {
	for _, f := range faces {
		if _, ok := number(f); !ok {
			return false
		}
	}
	return true
}

// number parses a number of up to four digits. ok is false if s is not such a number.
func number(s string) (n int, ok bool) {
	if s == "" || len(s) > 4 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// letter returns a capital letter for a face. It is the first letter of the first text that is not
// empty: spelled (the name of the face in the panel's language), g.Letters, face.
func letter(g pixel.Glyph, face, spelled string) rune {
	switch {
	case spelled != "":
		face = spelled
	case g.Letters != "":
		face = g.Letters
	}
	r, _ := utf8.DecodeRuneInString(face)
	return unicode.ToUpper(r)
}

func colourOf(g pixel.Glyph, ok bool, otherwise pixel.RGB) pixel.RGB {
	if ok {
		return g.Colour
	}
	return otherwise
}
