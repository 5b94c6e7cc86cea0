package screen

import (
	"image"
	"strconv"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// Places of a moment on the OLED, px.
const (
	momentX    = 46 // of the text beside the picture
	momentSide = 44 // of the picture
	poses      = 4  // of a picture that moves
	noteY      = 39 // of what has changed: over the picture's foot, where it is long

	besidePicture = (width - momentX) / column
)

// moment draws what has happened: a picture, beside it a word, whose it is and what has
// changed.
func (p *painter) moment() {
	p.pose(poseOf(p.view))
	p.momentNote(p.momentSeats(p.momentWord(0)))
}

// momentNote draws what has changed: beside the picture, on two lines where there is room
// for them from y on, or else over the picture's foot.
func (p *painter) momentNote(y int) {
	note := p.view.Prompt[0]
	first, rest := split(note, besidePicture)
	switch {
	case rest == "" && pixel.Body.Columns(note) <= besidePicture:
		p.text(pixel.Body, momentX, noteY, besidePicture, note)
	case rest != "" && y <= noteY-pitch+1 && max(pixel.Body.Columns(first), pixel.Body.Columns(rest)) <= besidePicture:
		p.text(pixel.Body, momentX, noteY-pitch, besidePicture, first)
		p.text(pixel.Body, momentX, noteY, besidePicture, rest)
	default:
		p.oled.Fill(image.Rect(0, noteY+2, width, noteY+panel.TabHigh), false)
		p.text(pixel.Body, width-column*min(pixel.Body.Columns(note), columns), noteY, columns, note)
	}
}

// poseOf is which pose the picture has: it moves once, and where somebody has won for as
// long as the frames do.
func poseOf(v *panel.View) int {
	const each = 3 // frames of the winner's poses
	if v.Moment == games.Win {
		return 1 + int(v.Frame)/each%poses
	}
	return min(max(int(v.Frame), 1), poses)
}

// momentWord draws the word in large letters, or on two lines where it is longer, and
// returns where the px under it begin.
func (p *painter) momentWord(y int) int {
	const largeFit = (width - momentX) / 10
	first, rest := p.view.Big, ""
	if pixel.Large.Columns(first) <= largeFit {
		p.text(pixel.Large, momentX, y, largeFit, first)
		return y + panel.LargeHigh
	}
	for first != "" {
		first, rest = split(first, besidePicture)
		p.text(pixel.Body, momentX, y, besidePicture, first)
		first, y = rest, y+panel.LineHigh
	}
	return y + 2
}

// momentSeats draws whose moment it is from y on: in large letters, or on two lines, where
// there is room for them over what has changed. It returns where the px under it begin.
func (p *painter) momentSeats(y int) int {
	const largeFit = (width - momentX) / 10
	first, rest := p.view.Title, ""
	if pixel.Large.Columns(first) <= largeFit && y+panel.LargeHigh <= noteY+2 {
		p.text(pixel.Large, momentX, y, largeFit, first)
		return y + panel.LargeHigh*min(len(first), 1)
	}
	if y+2*panel.LineHigh <= noteY+2 {
		first, rest = split(first, besidePicture)
	}
	p.text(pixel.Body, momentX, y, besidePicture, first)
	p.text(pixel.Body, momentX, y+panel.LineHigh-1, besidePicture, rest)
	return y + panel.LineHigh*(min(len(first), 1)+min(len(rest), 1))
}

// pose draws the n-th pose of the moment's picture: the game's, or where it has none the
// kind's own.
func (p *painter) pose(n int) {
	v := p.view
	if v.Picture != "" && (p.drawCardTurn(n) || p.drawPose(v.Game, v.Picture, n) || p.drawEnlarged(v.Picture)) {
		return
	}
	if !p.drawPose("", string(v.Moment), n) {
		p.drawPose("", "moment", n)
	}
}

// turned draws a card of the game on its way to its face, its back first and its edge then,
// and reports whether it is still on it.
func (p *painter) drawCardTurn(n int) bool {
	pics, sides := p.pictures[p.view.Game], [...]string{"card-back", "card-edge"}
	if _, ok := pics[p.view.Picture+"/large"]; !ok || n > len(sides) {
		return false
	}
	pic, ok := pics[sides[n-1]]
	if ok {
		p.drawCentred(&pic)
	}
	return ok
}

// posed draws the n-th pose of a picture, or the last there is before it, and reports
// whether there is any. A picture of a game may have a large one beside it.
func (p *painter) drawPose(game, name string, n int) bool {
	for ; n > 0; n-- {
		if pic, ok := p.pictures[game][name+"/"+strconv.Itoa(n)]; ok {
			p.drawCentred(&pic)
			return true
		}
	}
	for _, name := range [...]string{name + "/large", name} {
		if pic, ok := p.pictures[game][name]; ok {
			p.drawCentred(&pic)
			return true
		}
	}
	return false
}

// centred draws a picture in the middle of its place, twice or three times its size where
// it is small, and then above what has changed.
func (p *painter) drawCentred(pic *pixel.Picture) {
	times := max(1, min(momentSide/max(pic.W, pic.H), 3))
	x, y := (momentSide-times*pic.W)/2, max(min((momentSide-times*pic.H)/2+2, noteY+2-times*pic.H), 0)
	p.drawScaled(pic.At, image.Rect(x, y, x+times*pic.W, y+times*pic.H), times)
}

// scaled fills r with a picture, each of its px so many times as wide and high.
func (p *painter) drawScaled(lit func(x, y int) bool, r image.Rectangle, times int) {
	for y := range r.Dy() {
		for x := range r.Dx() {
			if lit(x/times, y/times) {
				p.oled.Set(r.Min.X+x, r.Min.Y+y, true)
			}
		}
	}
}

// enlarged draws a glyph of the game four times its size, and reports whether there is one.
func (p *painter) drawEnlarged(name string) bool {
	const times = 4
	g, ok := p.glyph(p.view.Game, name)
	x, y := (momentSide-times*g.W)/2, (momentSide-times*g.H)/2+2
	p.drawScaled(g.At, image.Rect(x, y, x+times*g.W, y+times*g.H), times)
	return ok
}

// step draws what hands do next: a picture, or how many steps there are where it has none,
// and a sentence beside it.
func (p *painter) step() {
	v := p.view
	x := 0
	if v.Picture != "" && (p.drawPose(v.Game, v.Picture, 1) || p.drawEnlarged(v.Picture)) {
		x = momentX
	}
	n, y, rest := (width-x)/column, lineY(0), v.Big
	for line := ""; rest != "" && y < height-panel.TabHigh-pitch+1; y += pitch {
		line, rest = split(rest, n)
		p.text(pixel.Body, x, y, n, line)
	}
	if rest != "" {
		p.flaw("not drawn: " + rest)
	}
	if v.Notice == "" {
		p.amongTabs(v.Aside)
	}
}

// amongTabs draws s in the middle between what back and ok do, on what room they leave.
func (p *painter) amongTabs(s string) {
	from, to := p.betweenTabs()
	n := max(to-from, 0) / column
	p.text(pixel.Body, (from+to-column*min(n, pixel.Body.Columns(s)))/2, height-panel.TabHigh, n, s)
}
