package pixel

import "strings"

// RGB is a colour: red, green and blue from 0 to 255.
type RGB [3]byte

// Lit reports whether c has any red, green or blue. A matrix of one colour lights the lamp in this
// case.
func (c RGB) Lit() bool { return c != RGB{} }

// Side is the number of lamps in a row or a column of the matrix.
const Side = 8

// Lamps is a picture of 8×8 lamps, row by row from the top left. The zero value is dark.
type Lamps [Side * Side]RGB

// At returns the lamp in column x and row y. It is dark outside the matrix.
func (l *Lamps) At(x, y int) RGB {
	if x < 0 || x >= Side || y < 0 || y >= Side {
		return RGB{}
	}
	return l[y*Side+x]
}

// Set sets the colour of a lamp. It does nothing outside the matrix.
func (l *Lamps) Set(x, y int, c RGB) {
	if 0 <= x && x < Side && 0 <= y && y < Side {
		l[y*Side+x] = c
	}
}

// Text draws s in the font Tiny, with the first letter at (x, y), and returns the x of the letter
// after s.
func (l *Lamps) Text(x, y int, s string, c RGB) int {
	for _, r := range s {
		x = l.letter(Tiny, x, y, r, c)
	}
	return x
}

// Letter draws r in the font Small, with the upper left corner of its cell at (x, y).
func (l *Lamps) Letter(x, y int, r rune, c RGB) { l.letter(Small, x, y, r, c) }

func (l *Lamps) letter(f *Font, x, y int, r rune, c RGB) int {
	for glyph := f.glyph(r); len(glyph) > 0; glyph = glyph[f.stride:] {
		bits := f.column(glyph)
		for i := range f.height {
			if bits>>i&1 == 1 {
				l.Set(x, y+i, c)
			}
		}
		x++
	}
	return x
}

// Bytes returns red, green and blue of every lamp, row by row from the top left.
func (l *Lamps) Bytes() (bytes [3 * Side * Side]byte) {
	for i, c := range l {
		copy(bytes[3*i:], c[:])
	}
	return bytes
}

// String returns the lamps as 8 lines of 8 characters: "." for a dark lamp, else the first
// letter of the nearest colour of red, orange, yellow, green, cyan, blue, magenta, white.
func (l *Lamps) String() string {
	var text strings.Builder
	for i, c := range l {
		text.WriteByte(c.letter())
		if i%Side == Side-1 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// letter returns the letter of the colour. It depends on which components reach half of the
// strongest one.
func (c RGB) letter() byte {
	most := max(c[0], c[1], c[2])
	if most == 0 {
		return '.'
	}
	strong := 0
	for i, part := range c {
		if 2*int(part) >= int(most) {
			strong |= 1 << i
		}
	}
	if strong == 1 && 4*int(c[1]) >= int(most) && 8*int(c[2]) < int(most) {
		return 'o'
	}
	return " rgybmcw"[strong]
}
