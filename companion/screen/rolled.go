package screen

import (
	"image"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// Measures in px of dice on the OLED.
const (
	largeDie = 29
	smallDie = 14
	dieGap   = 2
	inRow    = 8 // maximum number of small dice in a row

	tinyDie   = 12 // side of a die in px if more than inRow dice have short faces
	tinyInRow = 6

	totalWide = 32 // width reserved for the total, px
)

// rolledDice draws the dice of a roll with their faces and the total. The total is beside up to
// three large dice, or below more dice.
func (p *painter) rolledDice(top, bottom int) {
	n := min(int(p.view.W), panel.MostDice)
	if n > 3 || n == 3 && !pixel.Digits32.HasAll(p.view.Big) || bottom-top < largeDie {
		p.smallDice(n, top, bottom)
		return
	}
	y := (top + bottom - largeDie) / 2
	left := p.drift(width - (largeDie+dieGap)*n - totalWide)
	for _, c := range p.view.Cells[:n] {
		p.die3d(c, left, y, largeDie)
		left += largeDie + dieGap
	}
	p.total(left+2, width, top, bottom)
}

// smallDice draws n dice. A total that is a number stands beside the dice: up to eight dice then
// take two lines, and more dice are smaller and take three lines. A result that is a word stands
// below up to eight dice, which take one line. If the faces are too long for smaller dice, only the
// title shows the total.
func (p *painter) smallDice(n, top, bottom int) {
	side, inLine := smallDie, inRow
	beside := pixel.Digits32.HasAll(p.view.Big) && (n <= inRow || p.shortFaces(n))
	switch {
	case beside && n > inRow:
		side, inLine = tinyDie, tinyInRow
	case beside:
		inLine = (n + 1) / 2
	}
	step := side + dieGap
	if side == tinyDie {
		step--
	}
	lines := min((n+inLine-1)/inLine, (bottom-top+dieGap)/step)
	if n > inRow || beside {
		top += (bottom - top - step*lines + dieGap) / 2
	} else {
		top += dieGap // letters of the line above may reach below that line
	}
	n = min(n, inLine*lines)
	for i := range n {
		p.die3d(p.view.Cells[i], step*(i%inLine), top+step*(i/inLine), side)
	}
	switch {
	case beside:
		p.total(step*inLine+2, width, top-dieGap, bottom)
	case n <= inRow:
		p.number(p.view.Big, top+step, bottom)
	}
}

// shortFaces reports whether each of n dice shows at most two characters.
func (p *painter) shortFaces(n int) bool {
	for _, c := range p.view.Cells[:n] {
		if utf8.RuneCountInString(c.Glyph) > 2 {
			return false
		}
	}
	return true
}

// total draws the result of a roll between the px left and right, as large as fits.
func (p *painter) total(left, right, top, bottom int) {
	s := p.view.Big
	if p.digits(s, left, right, top, bottom) {
		return
	}
	f := pixel.Large
	if f.Width(s) > right-left {
		f = pixel.Body
	}
	w, h := f.Size()
	n := min(f.Columns(s), (right-left)/w)
	p.text(f, (left+right-n*w)/2, (top+bottom-h)/2, n, s)
}

// die3d draws a die of a roll: the outline of its kind, and its face. It crosses out a die that
// doesn't count.
func (p *painter) die3d(c panel.Cell, x, y, side int) {
	r := image.Rect(x, y, x+side, y+side)
	_, pips := patternOf(c.Glyph)
	switch {
	case pips && c.Name == "d6":
		p.pips(c.Glyph, r)
	default:
		p.outline(c.Name, r)
		p.dieFace(c.Glyph, r)
	}
	if c.Tag != "" {
		p.tag(c.Tag, r)
	}
	if c.Mark&games.MarkStuck != 0 {
		for i := range side {
			p.oled.Set(x+i, y+side-1-i, true)
		}
	}
}

// outline draws the outline of a kind of die: the game's picture if it fits, else a circle for a
// coin, else a square.
func (p *painter) outline(kind string, r image.Rectangle) {
	pics := p.pictures[p.view.Game]
	pic, ok := pics[kind]
	if !ok {
		pic, ok = pics["d6"]
	}
	if ok && pic.W <= r.Dx() {
		pic.Draw(&p.oled, r.Min.X, r.Min.Y)
		return
	}
	if kind == "coin" {
		p.round(r)
		return
	}
	p.oled.Outline(r)
}

// round draws the largest circle in the square r.
func (p *painter) round(r image.Rectangle) {
	side := r.Dx()
	for i := range side * side {
		x, y := 2*(i%side)-side+1, 2*(i/side)-side+1 // twice the distance from the middle, px
		if d := x*x + y*y; d > (side-2)*(side-2) && d <= side*side {
			p.oled.Set(r.Min.X+i%side, r.Min.Y+i/side, true)
		}
	}
}

// dieFace draws the face of a die in the middle of r.
func (p *painter) dieFace(face string, r image.Rectangle) {
	g, ok := p.glyph(p.view.Game, face)
	if _, isNumber := number(face); ok && !isNumber && g.W < r.Dx()-3 {
		g.Draw(&p.oled, (r.Min.X+r.Max.X-g.W)/2, (r.Min.Y+r.Max.Y-g.H)/2)
		return
	}
	f := pixel.Body
	if r.Dx() < largeDie {
		f = pixel.Tiny
	}
	w, h := f.Size()
	n := min(f.Columns(face), (r.Dx()-2)/w)
	x, y := (r.Min.X+r.Max.X-n*w)/2+1, (r.Min.Y+r.Max.Y-h)/2
	// Darkens the outlines that cross the face.
	p.oled.Fill(image.Rect(x-1, y+h/6, x+n*w, y+h-1), false)
	p.text(f, x, y, n, face)
}

// pips draws the face of a six-sided die as dots.
func (p *painter) pips(face string, r image.Rectangle) {
	p.oled.Outline(r)
	pattern, _ := patternOf(face)
	step, dot := r.Dx()*8/largeDie, max(r.Dx()/7, 2)
	for i, on := range pattern {
		if on != '#' {
			continue
		}
		x := (r.Min.X+r.Max.X)/2 + step*(i%3-1)
		y := (r.Min.Y+r.Max.Y)/2 + step*(i/3-1)
		p.oled.Fill(image.Rect(x-dot/2, y-dot/2, x-dot/2+dot, y-dot/2+dot), true)
	}
}
