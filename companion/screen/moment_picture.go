package screen

import (
	"image"
	"strconv"
	"strings"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// Measures of a moment on the OLED, px.
const (
	momentX    = 46 // left edge of the text beside the picture, px
	momentSide = 44 // width and height of the picture, px
	poses      = 4  // number of poses of a moving picture
	// noteY is the top of the note about the change, px. A long note covers the foot of the picture.
	noteY = 39

	besidePicture = (width - momentX) / column
)

// moment draws a moment: a picture, and beside it a word, the players and a note about the
// change.
func (p *painter) moment() {
	p.pose(poseOf(p.view))
	p.momentNote(p.momentSeats(p.momentWord(0)))
}

// momentNote draws the note about the change: beside the picture, on two lines if y leaves
// room, or else over the foot of the picture.
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
		first, rest = split(note, columns)
		y = noteY - pitch*min(len(rest), 1)
		p.oled.Fill(image.Rect(0, y+2, width, noteY+panel.TabHigh), false)
		for _, line := range []string{first, rest} {
			p.text(pixel.Body, width-column*min(pixel.Body.Columns(line), columns), y, columns, line)
			y += pitch
		}
	}
}

// poseOf returns the number of the pose to draw, from 1. The poses run once, or for a win as long
// as the moment lasts.
func poseOf(v *panel.View) int {
	const each = 3 // frames per pose of a win
	if v.Moment == games.Win {
		return 1 + int(v.Frame)/each%poses
	}
	return min(max(int(v.Frame), 1), poses)
}

// momentWord draws the moment's word in large letters. A longer word takes lines of normal letters.
// It returns the y of the first px row below.
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

// momentSeats draws the players of the moment from y on: in large letters, or in normal letters on
// up to two lines if there is room above the note. It returns the y of the first px row below.
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
	p.momentLine(y, first)
	p.momentLine(y+panel.LineHigh-1, rest)
	return y + panel.LineHigh*(min(len(first), 1)+min(len(rest), 1))
}

// momentLine draws players beside the picture. The letters of a long name are small and close.
func (p *painter) momentLine(y int, s string) {
	if pixel.Body.Columns(s) <= besidePicture {
		p.text(pixel.Body, momentX, y, besidePicture, s)
		return
	}
	p.tight(momentX, width, y+2, strings.TrimSuffix(s, ","))
}

// pose draws pose n of the moment's picture: the picture of the game, or else that of the kind of
// moment.
func (p *painter) pose(n int) {
	v := p.view
	if v.Picture != "" && (p.drawCardTurn(n) || p.drawPose(v.Game, v.Picture, n) || p.drawEnlarged(v.Picture)) {
		return
	}
	if !p.drawPose("", string(v.Moment), n) {
		p.drawPose("", "moment", n)
	}
}

// drawCardTurn draws a card that is turned over: its back in pose 1, its edge in pose 2. It returns
// false once the face is due, or if the game lacks a picture.
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

// drawPose draws pose n of a picture, or the nearest earlier pose. If there is none, it draws the
// picture NAME/large or NAME. It reports whether it drew one.
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

// drawCentred draws a picture in the middle of the area for pictures. It enlarges a small picture
// two or three times. It doesn't cover the place of the note.
func (p *painter) drawCentred(pic *pixel.Picture) {
	times := max(1, min(momentSide/max(pic.W, pic.H), 3))
	x, y := (momentSide-times*pic.W)/2, max(min((momentSide-times*pic.H)/2+2, noteY+2-times*pic.H), 0)
	p.drawScaled(pic.At, image.Rect(x, y, x+times*pic.W, y+times*pic.H), times)
}

// drawScaled fills r with a picture. Each px of the picture becomes a square of times×times px.
func (p *painter) drawScaled(lit func(x, y int) bool, r image.Rectangle, times int) {
	for y := range r.Dy() {
		for x := range r.Dx() {
			if lit(x/times, y/times) {
				p.oled.Set(r.Min.X+x, r.Min.Y+y, true)
			}
		}
	}
}

// drawEnlarged draws a glyph of the game at four times its size. It reports whether the game has
// the glyph.
func (p *painter) drawEnlarged(name string) bool {
	const times = 4
	g, ok := p.glyph(p.view.Game, name)
	x, y := (momentSide-times*g.W)/2, (momentSide-times*g.H)/2+2
	p.drawScaled(g.At, image.Rect(x, y, x+times*g.W, y+times*g.H), times)
	return ok
}

// step draws the next manual step: a picture or a part of the board, if there is one, a sentence
// beside it, and the number of steps.
func (p *painter) step() {
	v := p.view
	x := 0
	if v.Part {
		p.part()
		x = besideX
	} else if v.Picture != "" && (p.drawPose(v.Game, v.Picture, 1) || p.drawEnlarged(v.Picture)) {
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

// part draws the whole board of the view beside the text of a step: the glyph of each piece, and a
// dot for each free square.
func (p *painter) part() {
	const wide, high = 12, 8 // distance between cells, px
	v := p.view
	for i := range int(v.W) * int(v.H) {
		g, _ := p.glyph(v.Game, v.Cells[i].Glyph)
		switch x, y := wide*(i%int(v.W)), high*(i/int(v.W)); {
		case v.Cells[i].Seat > 0 || g.Letters != "":
			g.Draw(&p.oled, x, y)
		case g.W > 1:
			p.oled.Set(x+wide/2-1, y+high/2-1, true)
		}
	}
}

// amongTabs draws s in the middle of the room between the labels of back and ok.
func (p *painter) amongTabs(s string) {
	from, to := p.betweenTabs()
	n := max(to-from, 0) / column
	p.text(pixel.Body, (from+to-column*min(n, pixel.Body.Columns(s)))/2, height-panel.TabHigh, n, s)
}
