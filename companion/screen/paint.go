package screen

import (
	"image"
	"strings"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/qr"
)

// Measures on the OLED, px.
const (
	pitch     = panel.LineHigh
	column    = 6
	columns   = width / column
	rule      = 4   // distance between dots of a dotted line, px
	barWide   = 121 // width of the bar under the cursor, px
	inBar     = 4   // distance from the left edge of a bar to its text, px
	iconText  = 21  // left edge of the text right of an icon, px
	scrollX   = 123 // left edge of the scrollbar, px
	mostDrift = 13  // maximum drift of rows, px
	blockMin  = 4   // minimum height of the scrollbar's block, px
	mostTab   = 20  // maximum columns of the label of ok and its sign
)

// lineY returns the y of the upper edge of the cells on a line of text, from line 0.
func lineY(line int) int { return pitch*line - 1 }

// painter draws one view.
type painter struct {
	*Artist
	view  *panel.View
	oled  pixel.Bitmap
	code  qr.Code   // QR code of the picture; zero if there is none
	flaws *[]string // receives unreadable texts; nil records none
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
	case panel.KindTopic:
		p.topic()
	default:
		p.list()
	}
	p.tabs()
	p.notice()
	p.badge()
}

// tabs draws the labels of back and ok, unless a row shows them. The label of ok is on a bar. Beside
// a QR code there is no room for both on one line.
func (p *painter) tabs() {
	y := height - panel.TabHigh + 1 // letters of the line above may reach into the tabs
	if s := p.view.Tabs[0]; s != "" && p.view.Notice == "" {
		if p.view.HasCode() {
			from, to := p.besideCode()
			p.text(pixel.Body, from, y-panel.TabHigh, (to-from)/column, "◄ "+s)
		} else {
			from, to := p.betweenTabs()
			p.text(pixel.Body, p.drift(to-from-pixel.Body.Width(p.view.Aside)-2*column), y-1, columns, "◄ "+s)
		}
	}
	if s := shortTab(p.view.Tabs[1]); s != "" && p.view.Notice == "" {
		_, x := p.betweenTabs()
		p.text(pixel.Body, x+2, y-1, mostTab, "● "+s)
		p.mark(image.Rect(x, y, p.tabEnd(), height))
	}
}

// tabEnd returns the right end of the label of ok, px.
func (p *painter) tabEnd() int {
	if p.view.HasCode() {
		_, to := p.besideCode()
		return to
	}
	return width
}

// betweenTabs returns the px range between the labels of back and ok.
func (p *painter) betweenTabs() (from, to int) {
	from, to = 0, p.tabEnd()
	if s := p.view.Tabs[0]; s != "" {
		from = column * (2 + pixel.Body.Columns(s))
	}
	if s := shortTab(p.view.Tabs[1]); s != "" {
		to -= column*min(2+pixel.Body.Columns(s), mostTab) + inBar
	}
	return from, to
}

// shortTab returns the label of ok. If the label is too long, it omits a trailing part in
// parentheses.
func shortTab(s string) string {
	short, rest, _ := strings.Cut(s, " (")
	if utf8.RuneCountInString(s) <= mostTab-2 || !strings.HasSuffix(rest, ")") {
		return s
	}
	return short
}

// notice draws the notice of the view under a dotted line. The notice takes the last line, or
// stands beside a QR code, which must stay whole.
func (p *painter) notice() {
	line, rest := "", p.view.Notice
	if rest == "" {
		return
	}
	from, to, x, n, lines := 0, width, inBar, columns-1, 1
	if p.view.HasCode() {
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

// linesOf returns the number of lines of n columns that s takes.
func linesOf(s string, n int) (lines int) {
	for ; s != ""; lines++ {
		_, s = split(s, n)
	}
	return lines
}

// mark marks the rectangle r, on which ok acts: with an inverse bar, or with a frame while the
// panel is dimmed and at every second drift, to prevent burn-in. The frame lies around the bar, so
// that no px is lit in both. A low rectangle has room for that on its left and right only.
func (p *painter) mark(r image.Rectangle) {
	switch {
	case p.view.Light != panel.Bright || p.altDrift():
		p.frame(r)
	case r.Dy() >= panel.RowHigh:
		p.oled.Invert(r.Inset(1))
	default:
		p.oled.Invert(image.Rect(r.Min.X+1, r.Min.Y, r.Max.X-1, r.Max.Y))
	}
}

// shade lights every second px of r. The shift of the picture swaps lit and dark px.
func (p *painter) shade(r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X + (r.Min.X+y)%2; x < r.Max.X; x += 2 {
			p.oled.Set(x, y, true)
		}
	}
}

// altDrift reports whether the picture uses the alternate layout of every second drift, in
// which a bar is a frame.
func (p *painter) altDrift() bool { return p.view.Drift%2 == 1 }

// frame draws the outline of r without its corners, because the px in the corners would be lit
// longest.
func (p *painter) frame(r image.Rectangle) {
	const cut = 2
	p.oled.Fill(image.Rect(r.Min.X+cut, r.Min.Y, r.Max.X-cut, r.Min.Y+1), true)
	p.oled.Fill(image.Rect(r.Min.X+cut, r.Max.Y-1, r.Max.X-cut, r.Max.Y), true)
	p.oled.Fill(image.Rect(r.Min.X, r.Min.Y+cut, r.Min.X+1, r.Max.Y-cut), true)
	p.oled.Fill(image.Rect(r.Max.X-1, r.Min.Y+cut, r.Max.X, r.Max.Y-cut), true)
}

// frameAll moves the picture into a frame around the whole panel. The frame is 2 px wide: if a
// panel doesn't show its first or last two columns, a whole side of the frame is missing.
func (p *painter) frameAll() {
	const wide, inside = 2, 4
	p.oled.Shift(inside, wide)
	for i := range wide {
		p.oled.Outline(image.Rect(i, i, pixel.Width-i, pixel.Height-i))
	}
}

// badge draws a sign in the upper right corner of every screen while data is unsaved.
func (p *painter) badge() {
	if p.view.Unsaved {
		p.oled.Fill(image.Rect(width-10, 0, width, 9), false)
		p.sign("unsaved", width-8, 0)
	}
}

// right returns the x of the right end of the first line: before the badge, or at the edge.
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

// ends draws text flush left at x and end flush right at right, with drift, and returns the px
// range between them.
func (p *painter) ends(x, right, y int, text, end string) (from, to int) {
	spare := spareWidth(x, right, text, end)
	by := p.drift(spare)
	return p.between(x+by, right-p.drift(spare-by), y, text, end)
}

// spareWidth returns the number of px between x and right that text and end leave free. It is
// negative if they don't fit.
func spareWidth(x, right int, text, end string) int {
	spare := right - x - pixel.Body.Width(text)
	if end != "" {
		spare -= pixel.Body.Width(end) + column
	}
	return spare
}

// between draws text flush left at x and end flush right at right, and returns the px range
// between them. If both don't fit, text is truncated.
func (p *painter) between(x, right, y int, text, end string) (from, to int) {
	n, to := (right-x)/column, right
	if end != "" {
		to = p.flush(x, right, y, end)
		n -= min(n, pixel.Body.Columns(end)+1)
	}
	return p.text(pixel.Body, x, y, n, text), to
}

// drift returns the horizontal offset in px of an element with spare free px. The shift of the
// picture alone would not prevent the burn-in of a word that stays all evening.
func (p *painter) drift(spare int) int { return spread(spare, int(p.view.Drift), 12) }

// sink returns the vertical offset in px of an element with spare free px. Together with drift it
// reaches every px of a square, not only its diagonal.
func (p *painter) sink(spare int) int { return spread(spare, 7*int(p.view.Drift), 12) }

// driftFromMiddle returns the drift of an element that starts in the middle of its room.
func (p *painter) driftFromMiddle(spare int) int { return fromMiddle(spare, p.drift(spare)) }

// sinkFromMiddle returns the sink of an element that starts in the middle of its room.
func (p *painter) sinkFromMiddle(spare int) int { return fromMiddle(spare, p.sink(spare)) }

func fromMiddle(spare, by int) int { return (max(spare, 0)/2 + by) % (max(spare, 0) + 1) }

// spread returns offset number at of a cycle of places offsets within spare px. Consecutive offsets
// are far apart.
func spread(spare, at, places int) int {
	return 5 * at % places * (max(spare, 0) + 1) / places
}

// flush draws s in Body flush right between left and right, and returns the left edge of s.
func (p *painter) flush(left, right, y int, s string) int {
	n := max((right-left)/column, 0)
	x := right - column*min(n, pixel.Body.Columns(s))
	p.text(pixel.Body, x, y, n, s)
	return x
}

// text draws s on at most n columns, with "…" in the last column if s is longer. It returns the x
// of the cell after s.
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

// sign draws one of the companion's own glyphs.
func (p *painter) sign(name string, x, y int) {
	g := p.own[name]
	g.Draw(&p.oled, x, y)
}

func (p *painter) flaw(s string) {
	if p.flaws != nil {
		*p.flaws = append(*p.flaws, s)
	}
}
