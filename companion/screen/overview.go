package screen

import (
	"image"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// Measures of an overview, px.
const (
	largeTag  = 20 // height of a tag under a picture
	leastSide = 3  // minimum height of a cell
	legible   = 7  // minimum height of a cell with a picture or a letter
	marked    = 9  // minimum height of a cell with marks
)

// Overview draws all cells of v, a view of a game with the rules r, on the whole picture: for
// screens that are larger than the panel. It draws the game's cover if v has no cells. It returns
// false if there is nothing to draw: the game has no cover, or its cells are too many.
func (a *Artist) Overview(r games.Rules, v games.View) (b pixel.Bitmap, ok bool) {
	if games.Program(r) != "" {
		a = a.withFile(r)
	}
	p := painter{Artist: a, view: &panel.View{Game: games.ID(r)}}
	if len(v.Cells) == 0 || len(v.Cells) != v.W*v.H {
		ok = p.fit("cover", image.Rect(0, 0, pixel.Width, pixel.Height))
		return p.oled, ok
	}
	w, high := v.W, v.H
	if high == 1 {
		w, high = rowShape(v.W)
	}
	side := image.Pt(pixel.Width/w, pixel.Height/high)
	side = image.Pt(min(side.X, side.Y*3/2), min(side.Y, side.X*3/2))
	if min(side.X, side.Y) < leastSide {
		return p.oled, false
	}
	from := image.Pt((pixel.Width-w*side.X)/2, (pixel.Height-high*side.Y)/2)
	for i, c := range v.Cells {
		at := from.Add(image.Pt(i%w*side.X, i/w*side.Y))
		cell := panel.Cell{Glyph: c.Glyph, Name: c.Name, Seat: int8(c.Seat), Mark: c.Mark, Tag: c.Tag}
		p.cellAt(cell, image.Rectangle{Min: at, Max: at.Add(side)}, v.H > 1)
	}
	return p.oled, true
}

// rowShape returns the numbers of columns and lines in which n cells are largest.
func rowShape(n int) (w, high int) {
	side := 0
	for lines := 1; lines <= n; lines++ {
		columns := (n + lines - 1) / lines
		if s := min(pixel.Width/columns, pixel.Height/lines); s > side {
			w, high, side = columns, lines, s
		}
	}
	return w, high
}

// cellAt draws a cell of a board or of a row in r. A board has dotted lines between its cells.
func (p *painter) cellAt(c panel.Cell, r image.Rectangle, onBoard bool) {
	r.Max = r.Max.Sub(image.Pt(1, 1))
	if r.Dy() < legible {
		p.miniature(c, r)
		return
	}
	if !onBoard {
		p.rowCell(c, r)
		return
	}
	for x := r.Min.X; r.Max.Y < pixel.Height-1 && x < r.Max.X; x += rule {
		p.oled.Set(x, r.Max.Y, true)
	}
	for y := r.Min.Y; r.Max.X < pixel.Width-1 && y < r.Max.Y; y += rule {
		p.oled.Set(r.Max.X, y, true)
	}
	p.overviewContent(c, r)
	if r.Dy() >= marked {
		p.marks(c, r)
	}
}

// rowCell draws a die or a card with its tag.
func (p *painter) rowCell(c panel.Cell, r image.Rectangle) {
	_, pips := patternOf(c.Glyph)
	switch side := min(r.Dx(), r.Dy()); {
	case c.Name != "" && pips && c.Name == "d6":
		p.die3d(c, (r.Min.X+r.Max.X-side)/2, (r.Min.Y+r.Max.Y-side)/2, side)
	case c.Name != "":
		side = min(side, largeDie)
		p.die3d(c, (r.Min.X+r.Max.X-side)/2, (r.Min.Y+r.Max.Y-side)/2, side)
	case c.Tag != "" && r.Dy() > 2*largeTag:
		p.largeText(c.Tag, image.Rect(r.Min.X, r.Max.Y-largeTag, r.Max.X, r.Max.Y))
		p.overviewContent(c, image.Rectangle{Min: r.Min, Max: image.Pt(r.Max.X, r.Max.Y-largeTag)})
	default:
		p.overviewContent(c, r)
		if c.Tag != "" {
			p.tag(c.Tag, r)
		}
	}
}

// overviewContent draws the picture of a cell, or else its number or letter.
func (p *painter) overviewContent(c panel.Cell, r image.Rectangle) {
	switch {
	case c.Glyph == "":
		p.oled.Set((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2, true)
	case p.drawCrossed(c.Glyph, r), p.fit(c.Glyph, r):
	default:
		text := c.Glyph
		if _, isNumber := number(text[:1]); !isNumber {
			g, _ := p.glyph(p.view.Game, text)
			text = string(letter(g, text, ""))
		}
		p.largeText(text, r)
	}
}

// fit draws a picture or glyph of the game in the middle of r: the largest that fits, enlarged as
// often as it fits. It reports whether there is one.
func (p *painter) fit(name string, r image.Rectangle) bool {
	for _, key := range [...]string{name + "/large", name} {
		if pic, ok := p.pictures[p.view.Game][key]; ok && pic.W <= r.Dx() && pic.H <= r.Dy() {
			p.drawLarge(pic.At, pic.W, pic.H, r)
			return true
		}
	}
	g, ok := p.glyph(p.view.Game, name)
	if !ok || g.W > r.Dx() || g.H > r.Dy() {
		return false
	}
	p.drawLarge(g.At, g.W, g.H, r)
	return true
}

// drawLarge draws w×h px in the middle of r, enlarged as often as they fit.
func (p *painter) drawLarge(lit func(x, y int) bool, w, h int, r image.Rectangle) {
	times := min(r.Dx()/w, r.Dy()/h)
	at := image.Pt((r.Min.X+r.Max.X-times*w)/2, (r.Min.Y+r.Max.Y-times*h)/2)
	p.drawScaled(lit, image.Rectangle{Min: at, Max: at.Add(image.Pt(times*w, times*h))}, times)
}

// largeText draws s in the middle of r in the largest letters that fit.
func (p *painter) largeText(s string, r image.Rectangle) {
	w, high := pixel.Large.Size()
	if n := utf8.RuneCountInString(s); n*w <= r.Dx() && high <= r.Dy() {
		pixel.Large.Draw(&p.oled, (r.Min.X+r.Max.X-n*w)/2, (r.Min.Y+r.Max.Y-high)/2, s)
		return
	}
	p.shortText(s, r)
}
