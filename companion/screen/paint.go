package screen

import (
	"image"
	"strings"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// Places on the OLED, px.
const (
	pitch     = panel.LineHigh
	column    = 6
	columns   = width / column
	rule      = 4   // from dot to dot
	barWide   = 121 // of the row that ok acts on
	inBar     = 4   // from the left of a bar to its text
	iconText  = 21  // of the text behind an icon
	scrollX   = 123 // of the scrollbar
	mostDrift = 13  // of rows
	blockMin  = 4   // its block is at least so high
	mostTab   = 20  // columns of what ok does, with its sign
)

// lineY returns the upper edge of the cells of a line that is read.
func lineY(line int) int { return pitch*line - 1 }

// painter draws one view.
type painter struct {
	*Artist
	view  *panel.View
	oled  pixel.Bitmap
	flaws *[]string // nil: nobody asks
}

func (p *painter) paint() {
	switch p.view.Kind {
	case panel.KindBig:
		p.big()
	case panel.KindEntry:
		p.entry()
	case panel.KindBoard:
		p.board()
	case panel.KindSeal:
		p.seal()
	case panel.KindCode:
		p.invite()
	case panel.KindMoment:
		p.moment()
	case panel.KindHare:
		pic := p.pictures[""][p.view.Picture]
		pic.Draw(&p.oled, int(p.view.Left), int(p.view.Top))
	case panel.KindStep:
		p.step()
	default:
		p.list()
	}
	p.tabs()
	p.notice()
	p.badge()
}

// tabs draw what back and ok do, where no row says it: ok as a bar.
func (p *painter) tabs() {
	y := height - panel.TabHigh + 1 // the line above may reach into it
	if s := p.view.Tabs[0]; s != "" && p.view.Notice == "" {
		if p.view.QR { // the code stands where else back does
			p.text(pixel.Body, beside, y-panel.TabHigh, besideColumns(width), "◄ "+s)
		} else {
			from, to := p.betweenTabs()
			p.text(pixel.Body, p.drift(to-from-pixel.Body.Width(p.view.Aside)-2*column), y-1, columns, "◄ "+s)
		}
	}
	if s := shortTab(p.view.Tabs[1]); s != "" && p.view.Notice == "" {
		_, x := p.betweenTabs()
		p.text(pixel.Body, x+2, y-1, mostTab, "● "+s)
		p.mark(image.Rect(x, y, width, height))
	}
}

// betweenTabs returns the px between what back and ok do.
func (p *painter) betweenTabs() (from, to int) {
	from, to = 0, width
	if s := p.view.Tabs[0]; s != "" {
		from = column * (2 + pixel.Body.Columns(s))
	}
	if s := shortTab(p.view.Tabs[1]); s != "" {
		to -= column*min(2+pixel.Body.Columns(s), mostTab) + inBar
	}
	return from, to
}

// brief is what ok does, without what stands in brackets behind it where that is too long.
func shortTab(s string) string {
	short, rest, _ := strings.Cut(s, " (")
	if utf8.RuneCountInString(s) <= mostTab-2 || !strings.HasSuffix(rest, ")") {
		return s
	}
	return short
}

// notice draws what must be known of the box under a dotted line: across the last line, or
// beside a code, which must stay whole.
func (p *painter) notice() {
	line, rest := "", p.view.Notice
	if rest == "" {
		return
	}
	from, to, x, n, lines := 0, width, inBar, columns-1, 1
	if p.isCode() {
		from, to = p.besideCode()
		x, n = from, (to-from)/column
		lines = linesOf(rest, n)
	}
	y := height - panel.TabHigh - pitch*(lines-1)
	p.oled.Fill(image.Rect(from, y, to, height), false)
	p.dots(from, to, y)
	for range lines - 1 {
		line, rest = split(rest, n)
		p.text(pixel.Body, x, y, n, line)
		y += pitch
	}
	p.text(pixel.Body, x, y, n, rest)
}

// linesOf is on how many lines of n columns s stands.
func linesOf(s string, n int) (lines int) {
	for ; s != ""; lines++ {
		_, s = split(s, n)
	}
	return lines
}

// mark shows that ok acts on what stands in r: as a bar, or as a frame while the panel is
// dimmed and in every other drift, so that no bar burns in. Where there is room the frame
// stands around the bar, so that none of its px is lit in both for long.
func (p *painter) mark(r image.Rectangle) {
	switch {
	case p.view.Light != panel.Bright || p.altDrift():
		p.frame(r)
	case r.Dy() >= panel.RowHigh:
		p.oled.Invert(r.Inset(1))
	default:
		p.oled.Invert(r)
	}
}

// shade lights every other px of r: as the picture shifts each has its turn.
func (p *painter) shade(r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X + (r.Min.X+y)%2; x < r.Max.X; x += 2 {
			p.oled.Set(x, y, true)
		}
	}
}

// rests reports whether what stands still all evening stands otherwise for these minutes: a
// bar is a frame.
func (p *painter) altDrift() bool { return p.view.Drift%2 == 1 }

// frame draws the outline of r without its corners, which would be lit longest.
func (p *painter) frame(r image.Rectangle) {
	const cut = 2
	p.oled.Fill(image.Rect(r.Min.X+cut, r.Min.Y, r.Max.X-cut, r.Min.Y+1), true)
	p.oled.Fill(image.Rect(r.Min.X+cut, r.Max.Y-1, r.Max.X-cut, r.Max.Y), true)
	p.oled.Fill(image.Rect(r.Min.X, r.Min.Y+cut, r.Min.X+1, r.Max.Y-cut), true)
	p.oled.Fill(image.Rect(r.Max.X-1, r.Min.Y+cut, r.Max.X, r.Max.Y-cut), true)
}

// frameAll moves the picture into a frame around all there is: two px wide, so that a panel
// that doesn't show its first or last two columns lacks a whole side of it.
func (p *painter) frameAll() {
	const wide, inside = 2, 4
	p.oled.Shift(inside, wide)
	for i := range wide {
		p.oled.Outline(image.Rect(i, i, pixel.Width-i, pixel.Height-i))
	}
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

// dots draws a dotted line between the px left and right.
func (p *painter) dots(left, right, y int) {
	for x := (left + rule - 1) / rule * rule; x < right; x += rule {
		p.oled.Set(x, y, true)
	}
}

// ends draws text flush left at x and end flush right up to right, drifting, and
// returns the px between them.
func (p *painter) ends(x, right, y int, text, end string) (from, to int) {
	spare := spareWidth(x, right, text, end)
	by := p.drift(spare)
	return p.between(x+by, right-p.drift(spare-by), y, text, end)
}

// spared returns how many px text and end leave between x and right; less than 0
// if there is no room for both.
func spareWidth(x, right int, text, end string) int {
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
func (p *painter) drift(spare int) int { return spread(spare, int(p.view.Drift), 12) }

// sink is drift downwards: both together lead all over a square, not along its diagonal.
func (p *painter) sink(spare int) int { return spread(spare, 7*int(p.view.Drift), 12) }

// about and down are drift and sink of what stands in the middle of its room first.
func (p *painter) driftFromMiddle(spare int) int { return fromMiddle(spare, p.drift(spare)) }

func (p *painter) sinkFromMiddle(spare int) int { return fromMiddle(spare, p.sink(spare)) }

func fromMiddle(spare, by int) int { return (max(spare, 0)/2 + by) % (max(spare, 0) + 1) }

// spread returns one of so many places in so many spare px, those that follow one another
// far apart.
func spread(spare, at, places int) int {
	return 5 * at % places * (max(spare, 0) + 1) / places
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
