package screen

import (
	"image"
	"strings"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/qr"
)

// Measures of a QR code in px. Its ground is half of the panel, and doesn't move with the picture: so
// the code has the widest margin that the panel has on all four sides, 3 px around 29 modules.
const (
	module = 2                  // width of a module
	ground = pixel.Height       // width and height of the lit ground of a code
	beside = ground + mostShift // width of the ground and the gap next to it
)

// seal draws the seal as four lines of 16 digits in groups of four, or as a QR code.
func (p *painter) seal() {
	v := p.view
	if v.QR && p.codeWithLabel(strings.ToUpper(v.Seal)) {
		return
	}
	p.header()
	for i := 0; i < min(len(v.Seal), 64); i += 4 {
		x := 6 + 30*(i/4%4)
		pixel.Body.Draw(&p.oled, x, lineY(1+i/16), v.Seal[i:min(i+4, len(v.Seal))])
	}
}

// invite draws a QR code and its label. Without a code the label has the whole width.
func (p *painter) invite() {
	if c := p.view.Code; c == "" || !p.codeWithLabel(c) {
		p.label(0, width)
	}
}

// codeWithLabel sets the QR code of text and draws the label beside it. It returns false and draws no
// label if text doesn't fit.
func (p *painter) codeWithLabel(text string) bool {
	code, err := qr.OnPanel(text)
	if err != nil {
		p.flaw("too long for a code: " + text)
		return false
	}
	p.code = code
	p.label(p.besideCode())
	return true
}

// besideCode returns the px range beside a QR code. In the alternate layout (altDrift), the QR code
// of a seal is on the other side.
func (p *painter) besideCode() (from, to int) {
	v := p.view
	far := v.Kind == panel.KindCode && v.Far || v.Kind == panel.KindSeal && p.altDrift()
	if far && !v.Unsaved {
		return 0, width - beside
	}
	return beside, width
}

// drawCode draws the QR code, light and dark as in print, in the middle of its ground. It draws
// nothing if there is no code.
func (p *painter) drawCode() {
	size := p.code.Size()
	if size == 0 {
		return
	}
	left, margin := 0, (ground-module*size)/2
	if from, _ := p.besideCode(); from == 0 {
		left = pixel.Width - ground
	}
	p.oled.Fill(image.Rect(left, 0, left+ground, ground), true)
	for i := range size * size {
		if x, y := i%size, i/size; p.code.Black(x, y) {
			at := image.Pt(left+margin+module*x, margin+module*y)
			p.oled.Fill(image.Rectangle{Min: at, Max: at.Add(image.Pt(module, module))}, false)
		}
	}
}

// label draws title, aside, prompts and rows in a column from x to right, wrapped at blanks.
func (p *painter) label(x, right int) {
	v := p.view
	n, line := (right-x)/column, 0
	for i, s := range [...]string{v.Title, v.Aside, v.Prompt[0], v.Prompt[1]} {
		free := n
		if i == 0 {
			free = (min(p.right(), right) - x) / column
		}
		line = p.drawWrapped(x, line, free, s)
	}
	for _, r := range v.Rows[:v.Room()] {
		line = p.drawWrapped(x, line, n, r.Text)
	}
}

// drawWrapped draws s from line on, wrapped to n columns, and returns the line after s. It omits
// text below the last line.
func (p *painter) drawWrapped(x, line, n int, s string) int {
	const lines = height / pitch
	for ; s != "" && line < lines; line++ {
		var part string
		part, s = split(s, n)
		p.text(pixel.Body, x, lineY(line), n, part)
	}
	if s != "" {
		p.flaw("not drawn: " + s)
	}
	return line
}

// split splits s at the last blank that has at most n letters before it. If there is no such blank,
// it splits at the first blank.
func split(s string, n int) (first, rest string) {
	if utf8.RuneCountInString(s) <= n {
		return s, ""
	}
	at := -1
	for i, r := range s {
		if r == ' ' && (at < 0 || utf8.RuneCountInString(s[:i]) <= n) {
			at = i
		}
	}
	if at < 0 {
		return s, ""
	}
	return s[:at], s[at+1:]
}

// halve splits s at its last blank.
func halve(s string) (first, rest string) {
	at := strings.LastIndexByte(s, ' ')
	if at < 0 {
		return s, ""
	}
	return s[:at], s[at+1:]
}
