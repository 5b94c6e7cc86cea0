package screen

import (
	"image"
	"strings"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// digits lists the fonts of large numbers, the largest first.
var digits = []struct {
	font *pixel.Font
	// ink is the height of the digits in px. The cell of a digit also has a gap above the digit,
	// whose height is an eighth of the width of the cell.
	ink int
	gap int // number of px that must be free above and below
}{{pixel.Digits64, 52, 1}, {pixel.Digits48, 39, 1}, {pixel.Digits32, 26, 0}}

// big draws title, prompts and tallies. It draws the view's Big as large as the remaining room
// allows.
func (p *painter) big() {
	v := p.view
	if v.Who != "" && p.dial() {
		return
	}
	top, bottom := p.withStrip(p.prompts(0, width, p.header()), height-v.Foot()-min(v.Foot(), 1))
	switch {
	case v.Lamps.Rolling > 0:
		p.rollingDice(int(v.Lamps.Rolling), min((top+bottom)/2, height-edgeHalf-1))
		return
	case v.W > 0:
		p.rolledDice(top, bottom)
		return
	}
	p.number(v.Big, top, bottom)
	if v.Turns {
		p.turners(2, top, bottom)
	}
}

// withStrip draws the tallies in a px range and returns the rest of the range. The tallies are at
// the bottom of the range, or at its top if altDrift returns true.
func (p *painter) withStrip(top, bottom int) (from, to int) {
	switch {
	case p.altDrift() && p.strip(top+1, top+panel.StripHigh):
		top += panel.StripHigh
	case !p.altDrift() && p.strip(bottom-panel.StripHigh+1, bottom):
		bottom -= panel.StripHigh
	}
	return top, bottom
}

// dial draws a number that keys turn: the player in large letters, the name of the number beside
// it, and all tallies. It returns false and draws nothing if there is no room.
func (p *painter) dial() bool {
	// Limits of the number's name in columns, in lines and in px.
	const n, most, wide = 8, 2, 8 * column
	v, line := p.view, ""
	fits := panel.View{Kind: panel.KindTurn, Title: v.Who, Aside: v.Aside}.Large()
	if !fits || v.Foot() > 0 || linesOf(v.What, n) > most || widest(v.What) > n {
		return false
	}
	p.large(v.Who)
	top, bottom := p.withStrip(panel.LargeHigh, height)
	x, left, right := 0, 0, width
	switch {
	case v.What == "":
	case int(v.Drift)/2%2 == 0:
		left = wide
	default: // the sides alternate to prevent burn-in
		x, right = width-wide, width-wide
	}
	x += p.driftFromMiddle(wide - column*widestLine(v.What, n))
	y := top + p.sinkFromMiddle(bottom-top-pitch*linesOf(v.What, n)) - 1
	for rest := v.What; rest != ""; y += pitch {
		line, rest = split(rest, n)
		p.text(pixel.Body, x, y, n, line)
	}
	p.total(left, right, top, bottom)
	p.turners(left+2, top, bottom)
	return true
}

// widest returns the number of columns of the longest word of s.
func widest(s string) (n int) {
	for word := range strings.FieldsSeq(s) {
		n = max(n, pixel.Body.Columns(word))
	}
	return n
}

// widestLine returns the number of columns of the longest line of s when it is wrapped.
func widestLine(s string, n int) (most int) {
	for line := ""; s != ""; most = max(most, pixel.Body.Columns(line)) {
		line, s = split(s, n)
	}
	return most
}

// turners draws the signs for the keys up and down, which turn a number.
func (p *painter) turners(x, top, bottom int) {
	const high = 14 // height of both signs and the gap between them, px
	y := top + p.sinkFromMiddle(bottom-top-high)
	p.sign("above", x, y+1)
	p.sign("below", x, y+high-3)
}

// number draws s in the middle between top and bottom, in the largest digits that fit, or as a
// word if it isn't a number.
func (p *painter) number(s string, top, bottom int) {
	if !p.digits(s, 0, width, top, bottom) {
		p.word(s, top, bottom)
	}
}

// digits draws a number in the largest digits that fit into the rectangle. It reports whether a
// font fits.
func (p *painter) digits(s string, left, right, top, bottom int) bool {
	if !pixel.Digits32.HasAll(s) {
		return false
	}
	for _, d := range digits {
		w, _ := d.font.Size()
		wide := w*utf8.RuneCountInString(s) - w/8
		if d.ink+2*d.gap <= bottom-top && wide <= right-left {
			y := top + d.gap + p.sinkFromMiddle(bottom-top-d.ink-2*d.gap)
			// Half of the gap is left of the digits.
			d.font.Draw(&p.oled, p.numberX(left, right-wide)-w/16, y-w/8, s)
			return true
		}
	}
	return false
}

// numberX returns the left edge of a number that is drawn between two px. If View.Drift is 0, the
// edge is in the middle. Other values move it.
func (p *painter) numberX(left, right int) int {
	if p.view.Turns {
		left += column + 2 // width of the signs for the keys, px
	}
	if right <= left {
		return right
	}
	return left + ((right-left)/2+p.drift(right-left))%(right-left)
}

// word draws s in the middle between top and bottom: in cells 40 px high, whose capitals take 26
// px, or else in smaller letters. If there is no room, it draws nothing.
func (p *painter) word(s string, top, bottom int) {
	const double, cell, ink, inkMiddle, large = 20, 40, 26, 19, 20
	n := pixel.Large.Columns(s)
	middle := (top + bottom) / 2
	switch {
	case n*double <= width && ink <= bottom-top && pixel.Large.HasAll(s):
		y := middle - inkMiddle
		if cell <= bottom-top {
			y = (top + bottom - cell) / 2
		}
		pixel.Large.DrawDouble(&p.oled, (width-n*double)/2, y, s)
	case bottom-top < panel.LineHigh:
		p.flaw("not drawn: " + s)
	case n <= panel.LongestLarge && bottom-top >= panel.StripHigh:
		p.text(pixel.Large, (width-pixel.Large.Width(s))/2, min(middle-large/2, bottom-large), n, s)
	default:
		n = min(pixel.Body.Columns(s), columns)
		p.text(pixel.Body, (width-n*column)/2, middle-6, n, s)
	}
}

// rollingDice draws two rolling dice at step n, with their centres at height y. Each die alternates
// between a face and an edge. The faces depend on n only.
func (p *painter) rollingDice(n, y int) {
	faces := [...]int{5, 2, 6, 1, 4, 3}
	for i := range 2 {
		at := n + 3*i
		x := 34 + 58*i + [...]int{-6, 0, 6, 0}[at%4]
		if at%2 == 0 {
			p.die(x, y, faces[at/2%len(faces)])
			continue
		}
		p.edge(x, y)
	}
}

// die draws a die that shows face. Its centre is (x, y).
func (p *painter) die(x, y, face int) {
	const half = 14
	p.oled.Outline(image.Rect(x-half, y-half, x+half+1, y+half+1))
	for _, c := range [...]image.Point{{-half, -half}, {half, -half}, {-half, half}, {half, half}} {
		p.oled.Set(x+c.X, y+c.Y, false)
	}
	for i, on := range patterns[face] {
		if on == '#' {
			p.dot(x+8*(i%3-1), y+8*(i/3-1))
		}
	}
}

// edgeHalf is half the height in px of a die on an edge.
const edgeHalf = 18

// edge draws a die that stands on an edge. Its centre is (x, y).
func (p *painter) edge(x, y int) {
	const half = edgeHalf
	for i := range half + 1 {
		for _, s := range [...]image.Point{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			p.oled.Set(x+s.X*i, y+s.Y*(half-i), true)
		}
	}
	p.dot(x, y-9)
	p.dot(x, y)
	p.dot(x, y+9)
}

// dot draws a pip of 5×5 px without corners.
func (p *painter) dot(x, y int) {
	p.oled.Fill(image.Rect(x-1, y-2, x+2, y+3), true)
	p.oled.Fill(image.Rect(x-2, y-1, x+3, y+2), true)
}
