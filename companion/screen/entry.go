package screen

import (
	"image"
	"unicode/utf8"

	"tabletop/companion/pixel"
)

// Measures in px of the screen for entering text.
const (
	entryY = 10 // top of the large letters of the entered text, px
	wheelY = 30 // top of the large letters on the wheel, px
	slot   = 20 // distance between letters of the wheel, px
	inside = 5  // gap between the chosen letter and its brackets, px
)

// entry draws the title, the entered text and the wheel of letters. If there is a prompt, it is
// between title and text, and the text is in small letters.
func (p *painter) entry() {
	p.header()
	p.entryText()
	p.wheel()
}

// entryText draws the view's Entry with a caret. Of a long text it shows the end.
func (p *painter) entryText() {
	v := p.view
	n := utf8.RuneCountInString(v.Entry)
	if v.Prompt[0] == "" && 10*(n+1) <= width {
		x := pixel.Large.Draw(&p.oled, 0, entryY, v.Entry)
		p.oled.Fill(image.Rect(x, entryY+16, x+9, entryY+18), true)
		return
	}
	p.text(pixel.Body, 0, lineY(1), columns, v.Prompt[0])
	x, y := 0, lineY(2)
	tail := v.Entry
	if n > columns-1 {
		x = pixel.Body.DrawRune(&p.oled, x, y, '…')
		tail = last(tail, columns-2)
	}
	x = pixel.Body.Draw(&p.oled, x, y, tail)
	p.oled.Fill(image.Rect(x, y+10, x+5, y+11), true)
}

// last returns the last n letters of s, or s if it has fewer.
func last(s string, n int) string {
	for skip := utf8.RuneCountInString(s) - n; skip > 0; skip-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return s
}

// wheel draws the wheel of letters. The letter that the key ok takes stands in the middle, between
// brackets. Two letters precede it on the left, and two follow on the right. At the edges are the
// signs for the keys that turn the wheel.
func (p *painter) wheel() {
	v := p.view
	if v.Wheel[2] == "" {
		return
	}
	w := p.choice(v.Wheel[2], width/2)
	left, right := width/2-w/2-inside, width/2+w-w/2+inside
	p.bracket(left-1, right)
	for i := 1; i >= 0; i-- {
		left = p.beside(v.Wheel[i], left, -1)
	}
	for i := 3; i < 5; i++ {
		right = p.beside(v.Wheel[i], right, +1)
	}
	p.sign("above", 0, wheelY+8)
	p.sign("below", width-5, wheelY+8)
}

// choice draws s, or its first 16 columns, with its centre at x and returns its width in px. The
// limit leaves room for brackets and arrows.
func (p *painter) choice(s string, x int) int {
	const most = 16
	f, y := wheelFont(s)
	n := min(f.Columns(s), most)
	one, _ := f.Size()
	p.text(f, x-n*one/2, y, n, s)
	return n * one
}

// beside draws s on one side of the px edge: on the left if side is -1, on the right if side is 1.
// It returns the far edge of the slot of s. It draws nothing if there is no room.
func (p *painter) beside(s string, edge, side int) int {
	f, y := wheelFont(s)
	w := f.Width(s)
	room := max(slot, w+column)
	far := edge + side*room
	x := min(edge, far) + (room-w)/2
	if x >= 8 && x+w <= width-8 {
		f.Draw(&p.oled, x, y, s)
	}
	return far
}

// wheelFont returns the font of s on the wheel and the top of its cells in px. A single letter is
// large, a word small.
func wheelFont(s string) (f *pixel.Font, y int) {
	if utf8.RuneCountInString(s) > 1 {
		return pixel.Body, wheelY + 4
	}
	return pixel.Large, wheelY
}

// bracket draws a left bracket at the px left and a right bracket at the px right.
func (p *painter) bracket(left, right int) {
	const top, bottom = wheelY, wheelY + 20
	p.oled.Fill(image.Rect(left, top, left+1, bottom), true)
	p.oled.Fill(image.Rect(right, top, right+1, bottom), true)
	for _, y := range [...]int{top, bottom - 1} {
		p.oled.Fill(image.Rect(left, y, left+3, y+1), true)
		p.oled.Fill(image.Rect(right-2, y, right+1, y+1), true)
	}
}
