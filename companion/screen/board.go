package screen

import (
	"image"
	"strings"
	"unicode/utf8"

	"tabletop/companion"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// squares are the places of a board's cells on the OLED.
type squares struct {
	x, y, w, h int // upper left corner and size of the first, px
}

// squaresOf returns where the cells of v's board lie: square and as large as
// fits, up to 16 px; a board wider than high may have wide ones. It reports false
// where there is no board or its cells would be too small.
func squaresOf(v *companion.View) (squares, bool) {
	const room, smallest = ruleY - 1, 5
	if v.W == 0 || v.H == 0 || int(v.W)*int(v.H) > companion.MostCells {
		return squares{}, false
	}
	size := v.Square()
	s := squares{w: size, h: size, y: (room - size*int(v.H)) / 2}
	if v.W > v.H {
		s.w = min(width/int(v.W), size*3/2)
		s.x = (width - s.w*int(v.W)) / 2
	}
	return s, size >= smallest
}

// board draws the board and, if it isn't wider than high, the text beside it.
func (p *painter) board() {
	v := p.view
	at, ok := squaresOf(v)
	if !ok {
		p.list()
		return
	}
	if v.W <= v.H {
		x := at.x + at.w*int(v.W) + column
		p.rows(x, p.prompts(x, p.title(x)))
	}
	for i := range int(v.W) * int(v.H) {
		p.cell(v.Cells[i], at.x+i%int(v.W)*at.w, at.y+i/int(v.W)*at.h, at)
	}
	for i := range int(v.W) * int(v.H) {
		if v.Cells[i].Cursor {
			x, y := at.x+i%int(v.W)*at.w, at.y+i/int(v.W)*at.h
			p.oled.Outline(image.Rect(max(x-1, 0), max(y-1, 0), x+at.w, y+at.h))
		}
	}
	p.foot()
}

// cell draws c with its upper left corner at (x, y).
func (p *painter) cell(c companion.Cell, x, y int, at squares) {
	inner := image.Rect(x, y, x+at.w-1, y+at.h-1)
	if c.Mark&games.MarkAlarm != 0 && p.view.Lamps.Blink {
		return
	}
	switch g, ok := p.glyph(p.view.Game, c.Glyph); {
	case c.Glyph == "":
		p.oled.Set((inner.Min.X+inner.Max.X)/2, (inner.Min.Y+inner.Max.Y)/2, true)
	case ok && g.W <= at.w && g.H <= at.h:
		g.Draw(&p.oled, x+(at.w-g.W)/2, y+(at.h-g.H)/2)
	case ok && g.Letters != "":
		p.short(string(letter(g, c.Glyph)), inner)
	default:
		p.short(c.Glyph, inner)
	}
	p.marks(c, inner)
}

// short draws s in the middle of r, in small letters, or as many tiny ones as fit.
func (p *painter) short(s string, r image.Rectangle) {
	const smallTop, smallInk, tinyInk = 1, 6, 5 // rows of capitals in their cells
	n := utf8.RuneCountInString(s)
	f, ink, top := pixel.Small, smallInk, smallTop
	if column*n-1 > r.Dx()+1 || r.Dy() < smallInk+1 {
		f, ink, top, s = pixel.Tiny, tinyInk, 0, strings.ToUpper(s)
	}
	w, _ := f.Size()
	n = min(n, (r.Dx()+2)/w)
	x, y := r.Min.X+(r.Dx()-(w*n-1)+1)/2, r.Min.Y+(r.Dy()-ink+1)/2-top
	for _, c := range s {
		if n--; n < 0 {
			return
		}
		x = f.DrawRune(&p.oled, x, y, c)
	}
}

// marks draws whose cell it is, as so many dots under it, and that it was
// touched last, as corners, or can't move, as a line.
func (p *painter) marks(c companion.Cell, r image.Rectangle) {
	low := r.Max.Y - 1
	if c.Seat > 0 {
		p.oled.Fill(image.Rect(r.Min.X, low-1, r.Max.X, r.Max.Y), false)
	}
	if c.Mark&games.MarkStuck != 0 {
		p.oled.Fill(image.Rect(r.Min.X, low, r.Max.X, r.Max.Y), true)
	}
	dots := min(int(c.Seat), (r.Dx()+1)/2)
	for i := range dots {
		p.oled.Set(r.Min.X+(r.Dx()+1)/2-dots+2*i, low, c.Mark&games.MarkStuck == 0)
	}
	if c.Mark&games.MarkLast != 0 {
		for _, q := range [...]image.Point{r.Min, {r.Max.X - 1, r.Min.Y}, {r.Min.X, low}, {r.Max.X - 1, low}} {
			p.oled.Set(q.X, q.Y, true)
		}
	}
}
