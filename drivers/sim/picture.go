package sim

import "strings"

// Sizes of the two surfaces: the panel in px and bytes, the matrix in lamps per side and bytes.
const (
	width, height = 128, 64
	panelBytes    = width * height / 8
	side          = 8
	lampsBytes    = side * side * 3
)

// pixels is a picture on the OLED in page order: byte page*128+x holds eight pixels of column
// x, the lowest bit on top.
type pixels []byte

// at returns 1 if the pixel in column x of row y is lit, and 0 otherwise.
func (p pixels) at(x, y int) int { return int(p[y/8*width+x] >> (y % 8) & 1) }

// half returns the half-block character for a cell of two pixels, in a grid of 128×32 cells.
func (p pixels) half(x, y int) rune {
	return [4]rune{' ', '▀', '▄', '█'}[p.at(x, 2*y)|p.at(x, 2*y+1)<<1]
}

// dots holds the bit of each dot in a braille character, row by row from the top.
var dots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// braille returns the braille character for a cell of 2×4 pixels, in a grid of 64×16 cells.
func (p pixels) braille(x, y int) rune {
	c := rune(0x2800)
	for i, row := range dots {
		c |= rune(p.at(2*x, 4*y+i))*row[0] | rune(p.at(2*x+1, 4*y+i))*row[1]
	}
	return c
}

// String returns p as 32 lines of 128 half blocks.
func (p pixels) String() string {
	var b strings.Builder
	for y := range height / 2 {
		for x := range width {
			b.WriteRune(p.half(x, y))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// colour holds red, green and blue of a lamp.
type colour [3]byte

func (c colour) lit() bool { return c != colour{} }

// letter returns the initial of the colour c, regardless of its brightness. It considers the
// parts of c that are at least half of the strongest part; red with a little green is orange.
// The letter of a dark lamp is '.'.
func (c colour) letter() byte {
	most := int(max(c[0], c[1], c[2]))
	if most == 0 {
		return '.'
	}
	strong := 0
	for i, part := range c {
		if 2*int(part) >= most {
			strong |= 1 << i
		}
	}
	if strong == 1 && 4*int(c[1]) >= most && 8*int(c[2]) < most {
		return 'o'
	}
	return " rgybmcw"[strong]
}

// matrix is a picture on the lamps: red, green and blue of each lamp, row by row from the top
// left.
type matrix []byte

func (m matrix) at(x, y int) colour { return colour(m[(y*side+x)*3:]) }

// String returns m as 8 lines of 8 letters, one letter per lamp.
func (m matrix) String() string {
	var b strings.Builder
	for y := range side {
		for x := range side {
			b.WriteByte(m.at(x, y).letter())
		}
		b.WriteByte('\n')
	}
	return b.String()
}
