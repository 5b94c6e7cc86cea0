package screen

import (
	"image"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// window is the visible part of a board around the selected cell. Large boards, whose pieces
// move far, show more and smaller squares.
type window struct {
	n, side   int // number of squares in a row of the window, px per square
	left, top int // first visible column and row
}

const (
	largeBoard = 36 // boards with more squares have four in a row of the window
	boardWide  = 62 // width and height of a window, px
	besideX    = 66 // left edge of the text beside a window, px

	smallSquare = 15 // side of a small square, px, with its line; it has no room for a tag
)

// windowOf returns the window of v's board.
func windowOf(v *panel.View) window {
	w := window{n: 3, side: 21}
	if int(v.W)*int(v.H) > largeBoard {
		w = window{n: 4, side: smallSquare}
	}
	at := pointedCell(v)
	w.left = min(max(at%int(v.W)-(w.n-1)/2, 0), max(int(v.W)-w.n, 0))
	w.top = min(max(at/int(v.W)-(w.n-1)/2, 0), max(int(v.H)-w.n, 0))
	return w
}

// pointedCell returns the index of the cell at the centre of the window. It is the cell under the
// cursor, or else the cell of the only piece of the seat on turn, or else the last touched cell, or
// else the middle of the board.
func pointedCell(v *panel.View) int {
	last, own, pieces := int(v.H)/2*int(v.W)+int(v.W)/2, 0, 0
	for i := range int(v.W) * int(v.H) {
		switch c := v.Cells[i]; {
		case c.Cursor:
			return i
		case c.Seat > 0 && c.Seat == int8(v.Lamps.Seat):
			own, pieces = i, pieces+1
		case c.Mark&games.MarkLast != 0:
			last = i
		}
	}
	if pieces == 1 {
		return own
	}
	return last
}

// board draws a window of the board with title and prompts, and the row of text beside it.
func (p *painter) board() {
	v := p.view
	if v.W == 0 || v.H == 0 || int(v.W)*int(v.H) > panel.MostCells {
		p.list()
		return
	}
	w := windowOf(v)
	from := image.Pt(p.drift(boardWide-w.side*w.n), p.sink(boardWide-w.side*w.n))
	var lifted *panel.Cell
	var where image.Point
	for i := range min(w.n, int(v.H)) * w.n {
		x, y := i%w.n, i/w.n
		if w.left+x >= int(v.W) {
			continue
		}
		c, at := &v.Cells[(w.top+y)*int(v.W)+w.left+x], from.Add(image.Pt(w.side*x, w.side*y))
		if c.Cursor && w.side <= smallSquare {
			lifted, where = c, at
		}
		p.square(*c, at, w.side)
	}
	if lifted != nil {
		p.cursorSquare(*lifted, where, w.side)
	}
	p.besideBoard(w)
}

// besideBoard draws the text right of a board: up to four lines, or five closer ones. The letters
// of a long name are small and close.
func (p *painter) besideBoard(w window) {
	v := p.view
	bar := image.Rect(besideX-3, height-panel.RowHigh, width, height).Sub(image.Pt(0, v.Foot()))
	bottom := bar.Min.Y
	if p.stripBeside(bottom) {
		bottom = p.besideStrip(bottom)
	}
	x, y, step, maps := p.besideLines(bottom)
	for i, s := range besideTexts(v) {
		right := width
		if i < 2 {
			right = p.right()
		}
		switch {
		case s == "":
			continue
		case y+step > bottom+1:
			p.flaw("not drawn: " + s)
			continue
		}
		if n := besideColumns(right); i == 0 && pixel.Body.Columns(s) > n && pixel.Body.Columns(s) <= column*n/tightStep {
			p.tight(x, right, y+1, s)
		} else {
			p.text(pixel.Body, x, y-1, n, s)
		}
		y += step
	}
	if maps {
		p.minimap(w, image.Rect(besideX, y+1, width, bar.Min.Y-1))
	}
	p.besideRow(bar)
}

// stripBeside reports whether the tallies fit beside a board, between the lines and the px bottom. A
// map of the board takes precedence.
func (p *painter) stripBeside(bottom int) bool {
	v, n := p.view, 0
	for _, s := range besideTexts(v) {
		if s != "" {
			n++
		}
	}
	return v.Strip[0] != (panel.Tally{}) && v.W <= pixel.Side && v.H <= pixel.Side && panel.LineHigh*n+tallySide+1 <= bottom
}

// besideTexts returns the lines beside a board: title, aside and prompts.
func besideTexts(v *panel.View) [2 + panel.MostPrompts]string {
	return [...]string{v.Title, v.Aside, v.Prompt[0], v.Prompt[1], v.Prompt[2]}
}

// besideLines returns the position and pitch in px of the lines beside a board, which drift
// together. It also reports whether they leave room for a map of the board.
func (p *painter) besideLines(bottom int) (x, y, step int, maps bool) {
	const usual, descenders, edges = 4, 2, 4
	v := p.view
	spare, n := p.right()-besideX, 0
	for _, s := range besideTexts(v) {
		if s != "" {
			spare = min(spare, p.right()-besideX-pixel.Body.Width(s))
			n++
		}
	}
	if step = panel.LineHigh; n > usual {
		step--
	}
	x = besideX + p.drift(spare)
	free := bottom - step*n
	if (v.W > pixel.Side || v.H > pixel.Side) && free >= 2*int(v.H)+edges {
		return x, 0, step, true
	}
	return x, p.sink(free - descenders), step, false
}

// besideRow draws the first row of the view in the bar beside a board.
func (p *painter) besideRow(bar image.Rectangle) {
	r := p.view.Rows[0]
	if r == (panel.Row{}) {
		return
	}
	by := p.pace(room(r, besideX-1, width, false))
	right := width
	if r.End != "" {
		right -= by
	}
	p.between(besideX-1+by, right, bar.Min.Y, r.Text, r.End)
	if r.Mark == panel.Cursor {
		p.mark(bar)
	}
}

// besideColumns returns the number of columns beside a board, up to the px right.
func besideColumns(right int) int { return (right - besideX) / column }

// minimap draws the whole board if it is too large for the matrix. It is as large as fits
// between the texts, at most 4 px per square, and shows the pieces and the window.
func (p *painter) minimap(w window, room image.Rectangle) {
	v := p.view
	side := min((room.Dx()-2)/int(v.W), (room.Dy()-2)/int(v.H), 4)
	if side < 2 {
		return
	}
	from := image.Pt(width-1-side*int(v.W), room.Max.Y-1-side*int(v.H))
	whole := image.Rect(0, 0, side*int(v.W), side*int(v.H)).Add(from)
	p.dots(whole.Min.X, whole.Max.X, whole.Min.Y-1)
	p.dots(whole.Min.X, whole.Max.X, whole.Max.Y)
	for i := range int(v.W) * int(v.H) {
		at := from.Add(image.Pt(side*(i%int(v.W)), side*(i/int(v.W))))
		p.miniature(v.Cells[i], image.Rectangle{Min: at, Max: at.Add(image.Pt(max(side-1, 2), max(side-1, 2)))})
	}
	shown := image.Rect(side*w.left-1, side*w.top-1, side*(w.left+w.n), side*(w.top+w.n)).Add(from)
	p.oled.Outline(shown.Intersect(whole.Inset(-1)))
}

// miniature draws a square of a minimap. A piece is filled if its colour is white, else shaded.
func (p *painter) miniature(c panel.Cell, r image.Rectangle) {
	g, _ := p.glyph(p.view.Game, c.Glyph)
	switch isPiece := c.Seat > 0 || g.Letters != ""; {
	case isPiece && g.Colour == (pixel.RGB{255, 255, 255}), c.Cursor:
		p.oled.Fill(r, true)
	case isPiece:
		p.shade(r)
	}
}

// square draws the cell c with its upper left corner at point at. It inverts the cell under the
// cursor.
func (p *painter) square(c panel.Cell, at image.Point, side int) {
	inner := image.Rectangle{Min: at, Max: at.Add(image.Pt(side-1, side-1))}
	if c.Mark&games.MarkAlarm != 0 && p.view.Lamps.Blink {
		return
	}
	p.grid(inner)
	p.content(c, inner)
	if side <= smallSquare {
		return
	}
	if c.Tag != "" {
		p.tag(c.Tag, inner)
	}
	if c.Cursor {
		p.oled.Invert(inner)
	}
}

// content draws the contents of the square r: the cell's picture or letters, and its marks.
func (p *painter) content(c panel.Cell, r image.Rectangle) {
	switch {
	case c.Glyph == "":
		p.oled.Set((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2, true)
	case p.drawCrossed(c.Glyph, r), p.drawDoubled(c.Glyph, r), p.picture(c.Glyph, r.Min.X, r.Min.Y, r.Dx()):
	default:
		g, _ := p.glyph(p.view.Game, c.Glyph)
		p.shortText(string(letter(g, c.Glyph, "")), r)
	}
	p.marks(c, r)
}

// cursorSquare draws the square under the cursor of a window with small squares. The square is
// larger than its neighbours and has a dark line around it, because a bar alone isn't visible among
// filled pieces. While the panel is dimmed, and in the alternate layout (altDrift), only the edge
// of the square is lit.
func (p *painter) cursorSquare(c panel.Cell, at image.Point, side int) {
	all := image.Rect(0, 0, boardWide, boardWide)
	inner := image.Rectangle{Min: at, Max: at.Add(image.Pt(side-1, side-1))}
	edge := inner.Inset(-2).Intersect(all)
	isBar := p.view.Light == panel.Bright && !p.altDrift()
	p.oled.Fill(inner.Inset(-3).Intersect(all), false)
	if !isBar {
		p.shade(edge)
		p.oled.Fill(inner, false)
	}
	p.content(c, inner)
	if isBar {
		p.oled.Invert(edge)
	}
}

// drawCrossed draws a piece whose name ends in "×": the picture of the piece with a cross in the
// corner. It reports whether there is such a picture that fits.
func (p *painter) drawCrossed(name string, r image.Rectangle) bool {
	piece, isCrossed := strings.CutSuffix(name, "×")
	pic, ok := p.pictures[p.view.Game][piece]
	if !isCrossed || !ok || pic.W > r.Dx() || pic.H > r.Dy() {
		return false
	}
	p.picture(piece, r.Min.X, r.Min.Y, r.Dx())
	const side = 5
	corner := image.Rect(r.Max.X-side, r.Min.Y, r.Max.X, r.Min.Y+side)
	p.oled.Fill(corner.Inset(-1).Intersect(r), false)
	for i := range side {
		p.oled.Set(corner.Min.X+i, corner.Min.Y+i, true)
		p.oled.Set(corner.Max.X-1-i, corner.Min.Y+i, true)
	}
	return true
}

// drawDoubled draws a glyph of the game in a square at twice its size. It returns false if the game
// has a picture of the same name, or if there is no room.
func (p *painter) drawDoubled(name string, r image.Rectangle) bool {
	g, ok := p.glyph(p.view.Game, name)
	if _, pictured := p.pictures[p.view.Game][name]; !ok || pictured || 2*g.W > r.Dx() || 2*g.H > r.Dy() {
		return false
	}
	left, top := r.Min.X+p.driftFromMiddle(r.Dx()-2*g.W), r.Min.Y+p.sinkFromMiddle(r.Dy()-2*g.H)
	r = image.Rect(left, top, left+2*g.W, top+2*g.H)
	p.drawScaled(g.At, r, 2)
	p.thin(r)
	return true
}

// grid draws the dotted lines right of a square and below it, except at the window's edge and
// while the panel is dimmed. The dots move along their lines.
func (p *painter) grid(r image.Rectangle) {
	if p.view.Light != panel.Bright {
		return
	}
	by := int(p.view.Drift) / 3
	for x := r.Min.X + by; r.Max.Y < boardWide && x < r.Max.X; x += rule {
		p.oled.Set(x, r.Max.Y, true)
	}
	for y := r.Min.Y + by; r.Max.X < boardWide && y < r.Max.Y; y += rule {
		p.oled.Set(r.Max.X, y, true)
	}
}

// tag draws a few letters on dark ground in the upper right corner of a square, or in the upper
// left corner in the alternate layout (altDrift). A single letter is larger.
func (p *painter) tag(s string, r image.Rectangle) {
	f, top := pixel.Tiny, 0
	if utf8.RuneCountInString(s) == 1 && r.Dx() > smallSquare {
		f, top = pixel.Small, 1 // the row above capitals of Small is dark
	}
	w, h := f.Size()
	n := min(utf8.RuneCountInString(s), r.Dx()/w)
	x := r.Max.X - w*n + top
	if p.altDrift() {
		x = r.Min.X + 1
	}
	p.oled.Fill(image.Rect(x-1, r.Min.Y, min(x+w*n, r.Max.X), r.Min.Y+h-top), false)
	for _, c := range s {
		if n--; n < 0 {
			return
		}
		x = f.DrawRune(&p.oled, x, r.Min.Y-top, unicode.ToUpper(c))
	}
}

// shortText draws s in the middle of r in small letters. If they don't fit, it draws as many tiny
// letters as fit.
func (p *painter) shortText(s string, r image.Rectangle) {
	// smallTop is the number of dark rows above a capital of Small. smallInk and tinyInk are the
	// heights of the capitals of Small and Tiny in px.
	const smallTop, smallInk, tinyInk = 1, 6, 5
	n := utf8.RuneCountInString(s)
	f, ink, top := pixel.Small, smallInk, smallTop
	if column*n-1 > r.Dx()+1 || r.Dy() < smallInk+1 {
		f, ink, top = pixel.Tiny, tinyInk, 0
	}
	w, _ := f.Size()
	n = min(n, (r.Dx()+2)/w)
	x, y := r.Min.X+(r.Dx()-(w*n-1)+1)/2, r.Min.Y+(r.Dy()-ink+1)/2-top
	for _, c := range s {
		if n--; n < 0 {
			return
		}
		if f == pixel.Tiny {
			c = unicode.ToUpper(c)
		}
		x = f.DrawRune(&p.oled, x, y, c)
	}
}

// marks draws the marks of a cell: dots at its foot for its seat, corners if it was touched last, a
// dotted line if its piece can't move.
func (p *painter) marks(c panel.Cell, r image.Rectangle) {
	low := r.Max.Y - 1
	if c.Seat > 0 {
		p.oled.Fill(image.Rect(r.Min.X, low-1, r.Max.X, r.Max.Y), false)
	}
	if c.Mark&games.MarkStuck != 0 {
		line := image.Rect(r.Min.X, low, r.Max.X, r.Max.Y)
		p.oled.Fill(line, false)
		p.shade(line)
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
