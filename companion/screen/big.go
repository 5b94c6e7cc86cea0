package screen

import (
	"image"
	"unicode/utf8"

	"tabletop/companion"
	"tabletop/companion/pixel"
)

// digits are the large fonts, the largest first, with the height of their ink.
var digits = []struct {
	font *pixel.Font
	ink  int // px, under a gap of an eighth of the width
}{{pixel.Digits64, 52}, {pixel.Digits48, 39}, {pixel.Digits32, 26}}

// big draws title and foot, prompts and rows right above the foot, and Big as
// large as the rest allows.
func (p *painter) big() {
	v := p.view
	top, bottom := 0, height
	if p.header() == 1 {
		top = lineY(1) + 2
	}
	p.foot()
	if v.Foot != "" {
		bottom = ruleY
	}
	if line := p.under(); line > 0 {
		bottom = lineY(line)
		p.rows(0, p.prompts(0, line))
	}
	if v.Lamps.Rolling > 0 {
		p.tumble(int(v.Lamps.Rolling), (top+bottom)/2)
		return
	}
	p.number(v.Big, top, bottom)
}

// under returns the line on which prompts and rows begin, so that the last of
// them stands right above the foot; 0 if there are none.
func (p *painter) under() int {
	v := p.view
	n := 0
	for i, r := range v.Rows[:v.Room()] {
		if r != (companion.Row{}) || v.Above || v.Below {
			n = i + 1
		}
	}
	for _, s := range v.Prompt {
		if s != "" {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	if v.Foot != "" {
		n++
	}
	return companion.MostRows - n
}

// number draws s in the middle between top and bottom, in the largest digits
// that fit, or as a word if it isn't a number.
func (p *painter) number(s string, top, bottom int) {
	if !pixel.Digits32.HasAll(s) {
		p.word(s, top, bottom)
		return
	}
	for _, d := range digits {
		w, _ := d.font.Size()
		wide := w * utf8.RuneCountInString(s)
		if d.ink <= bottom-top && wide-w/8 <= width {
			d.font.Draw(&p.oled, (width-wide)/2, (top+bottom-d.ink)/2-w/8, s)
			return
		}
	}
	p.word(s, top, bottom)
}

// word draws s in the middle between top and bottom, in letters 40 px high, of
// which capitals take 26, or in smaller ones.
func (p *painter) word(s string, top, bottom int) {
	const double, cell, ink, inkMiddle = 20, 40, 26, 19
	n := pixel.Large.Columns(s)
	middle := (top + bottom) / 2
	switch {
	case n*double <= width && ink <= bottom-top && pixel.Large.HasAll(s):
		y := middle - inkMiddle
		if cell <= bottom-top {
			y = (top + bottom - cell) / 2
		}
		pixel.Large.DrawDouble(&p.oled, (width-n*double)/2, y, s)
	case n <= companion.LongestLarge:
		p.text(pixel.Large, (width-pixel.Large.Width(s))/2, middle-10, n, s)
	default:
		n = min(pixel.Body.Columns(s), columns)
		p.text(pixel.Body, (width-n*column)/2, middle-6, n, s)
	}
}

// tumble draws two dice on their way at step n, around the height y: on a face,
// then on an edge. What they show follows from n alone.
func (p *painter) tumble(n, y int) {
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

// die draws a die around (x, y) that shows face.
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

// edge draws a die around (x, y) that stands on an edge.
func (p *painter) edge(x, y int) {
	const half = 18
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
