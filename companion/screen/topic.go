package screen

import (
	"image"

	"tabletop/companion/pixel"
)

// topic draws a part of a game's rules: a title, with the number of the screen at its end, and below
// it the lines of text, beside a picture if there is one.
func (p *painter) topic() {
	v, x := p.view, 0
	y := p.header()
	if v.Picture != "" && p.drawBelowTitle(v.Picture) {
		x = momentX
	}
	for _, row := range v.Rows[:v.Room()] {
		p.text(pixel.Body, x, y, (width-x)/column, row.Text)
		y += pitch
	}
}

// drawBelowTitle draws a picture, enlarged if it is small, in the middle of the area below the title
// and left of the text. It reports whether the game has the picture.
func (p *painter) drawBelowTitle(name string) bool {
	w, h, lit := p.still(name)
	if lit == nil {
		return false
	}
	room := height - pitch - 1
	times := max(1, min(momentSide/w, room/h, 4))
	x, y := (momentSide-times*w)/2, pitch+1+(room-times*h)/2
	p.drawScaled(lit, image.Rect(x, y, x+times*w, y+times*h), times)
	return true
}

// still returns the size of a picture of the game in px and a function that reports which px are lit.
// The picture is the large one, the only one or the first pose, or else a glyph. The function is nil
// without any.
func (p *painter) still(name string) (w, h int, lit func(x, y int) bool) {
	for _, name := range [...]string{name + "/large", name, name + "/1"} {
		if pic, ok := p.pictures[p.view.Game][name]; ok {
			return pic.W, pic.H, pic.At
		}
	}
	if g, ok := p.glyph(p.view.Game, name); ok {
		return g.W, g.H, g.At
	}
	return 0, 0, nil
}
