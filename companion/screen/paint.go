package screen

import (
	"image"
	"unicode/utf8"

	"tabletop/companion"
	"tabletop/companion/pixel"
)

// Places of lines on the OLED.
const (
	pitch   = 10 // px from line to line
	column  = 6  // px
	columns = width / column
	footY   = 50 // of the last line's cells
	ruleY   = 51 // of the dots over it
	rule    = 4  // px from dot to dot
	marker  = 8  // px for the marker of a row
	arrowX  = width - 5
)

// lineY returns the upper edge of the cells of a line above the foot.
func lineY(line int) int { return pitch*line - 1 }

// painter draws one view.
type painter struct {
	*Artist
	view  *companion.View
	oled  pixel.Bitmap
	flaws *[]string // nil: nobody asks
}

func (p *painter) paint() {
	switch p.view.Kind {
	case companion.KindBig:
		p.big()
	case companion.KindEntry:
		p.entry()
	case companion.KindBoard:
		p.board()
	case companion.KindSeal:
		p.seal()
	case companion.KindCode:
		p.invite()
	default:
		p.list()
	}
	p.badge()
}

// badge says that nothing is saved, in the upper right corner of every screen.
func (p *painter) badge() {
	if p.view.Unsaved {
		p.oled.Fill(image.Rect(width-10, 0, width, 9), false)
		p.sign("unsaved", width-8, 0)
	}
}

// right returns how far the first line reaches: up to the badge if there is one.
func (p *painter) right() int {
	if p.view.Unsaved {
		return width - 2*column
	}
	return width
}

// foot draws what the keys do, under a dotted line.
func (p *painter) foot() {
	if p.view.Foot == "" {
		return
	}
	p.dots(0, width, ruleY)
	p.ends(0, width, footY, p.view.Foot, "")
}

// dots draws a dotted line between the px left and right.
func (p *painter) dots(left, right, y int) {
	for x := (left + rule - 1) / rule * rule; x < right; x += rule {
		p.oled.Set(x, y, true)
	}
}

// ends draws text flush left at x and end flush right up to right, drifting, and
// returns the px between them.
func (p *painter) ends(x, right, y int, text, end string) (from, to int) {
	spare := spared(x, right, text, end)
	by := p.drift(spare)
	return p.between(x+by, right-p.drift(spare-by), y, text, end)
}

// spared returns how many px text and end leave between x and right; less than 0
// if there is no room for both.
func spared(x, right int, text, end string) int {
	spare := right - x - pixel.Body.Width(text)
	if end != "" {
		spare -= pixel.Body.Width(end) + column
	}
	return spare
}

// between draws text flush left at x and end flush right up to right, and returns
// the px between them. The end wins where both don't fit.
func (p *painter) between(x, right, y int, text, end string) (from, to int) {
	n, to := (right-x)/column, right
	if end != "" {
		to = p.flush(x, right, y, end)
		n -= min(n, pixel.Body.Columns(end)+1)
	}
	return p.text(pixel.Body, x, y, n, text), to
}

// drift returns how far a text moves into so many px that it leaves spare. A word
// that stands all evening would burn in if only the picture shifted.
func (p *painter) drift(spare int) int {
	if spare <= 0 {
		return 0
	}
	return 3 * int(p.view.Drift) % (spare + 1)
}

// flush draws s in Body between left and right, flush right, and returns where it
// begins.
func (p *painter) flush(left, right, y int, s string) int {
	n := max((right-left)/column, 0)
	x := right - column*min(n, pixel.Body.Columns(s))
	p.text(pixel.Body, x, y, n, s)
	return x
}

// text draws s on at most n columns, and "…" in the last of them if it is longer,
// and returns where a next letter would stand.
func (p *painter) text(f *pixel.Font, x, y, n int, s string) int {
	if p.flaws != nil && !f.HasAll(s) {
		p.flaw("letters without a picture: " + s)
	}
	if utf8.RuneCountInString(s) <= n || f.Columns(s) <= n {
		return f.Draw(&p.oled, x, y, s)
	}
	p.flaw("cut off: " + s)
	for _, r := range s {
		if n--; n < 1 {
			break
		}
		x = f.DrawRune(&p.oled, x, y, r)
	}
	if n < 0 {
		return x
	}
	return f.DrawRune(&p.oled, x, y, '…')
}

// sign draws one of the companion's own pictures.
func (p *painter) sign(name string, x, y int) {
	g := p.own[name]
	g.Draw(&p.oled, x, y)
}

func (p *painter) flaw(s string) {
	if p.flaws != nil {
		*p.flaws = append(*p.flaws, s)
	}
}
