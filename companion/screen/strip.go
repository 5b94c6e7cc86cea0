package screen

import (
	"image"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// Measures of the tallies in px.
const (
	tallySide = 14 // width and height of a tally's picture, px
	tightStep = 5  // width of a letter if there is little room, px
	tightHigh = 7  // height of a line if there are two lines, px

	// mostPlaced is the maximum number of tallies that have a place of equal width each.
	mostPlaced  = 8
	mostLetters = 2 // maximum number of letters of a tally
)

// slots is the layout of tallies on one line or on two.
type slots struct {
	inLine, wide int // number of tallies side by side, px per tally
	font         *pixel.Font
	// step is the width of a digit in px. top is the distance in px from the tally's top to the
	// cells of the font.
	step, top int
}

// shownTallies returns the tallies before the first empty one.
func shownTallies(tallies []panel.Tally) []panel.Tally {
	n := 0
	for n < len(tallies) && tallies[n] != (panel.Tally{}) {
		n++
	}
	return tallies[:n]
}

// strip draws the tallies side by side between the px y and bottom, and the scores right of them. It
// omits the scores if there is no room for both. It returns false if there are no tallies or no room.
func (p *painter) strip(y, bottom int) bool {
	all, room := shownTallies(p.view.Strip[:]), width
	switch {
	case len(all) == 0:
		return false
	case len(all) > mostPlaced:
		return p.closeStrip(all, y, bottom)
	}
	scores := totalsOf(p.view)
	in := p.slots(all, width-scores.wide())
	if len(scores.all) > 0 && p.fits(all, in, width-scores.wide()) {
		room -= scores.wide()
	} else {
		scores, in = totals{}, p.slots(all, width)
	}
	high := in.high(all)
	if y+high > height-p.view.Foot() {
		p.flaw("not drawn: the tallies")
		return false
	}
	spare := room - in.wide*in.inLine + p.spare(all, in)
	by := p.drift(spare)
	y += p.sink(bottom - y - high)
	p.totals(scores, room+p.drift(min(spare, totalGap)), y)
	for i, t := range all {
		p.tally(t, in, by+in.wide*(i%in.inLine), y+tightHigh*(i/in.inLine))
	}
	return true
}

// closeStrip draws the scores of many seats in two lines between the px y and bottom, column by
// column from the best. Neighbours in a column have digits of much the same width. If there is no room for all, it omits the last ones and draws "…" in their place. The seat
// of the matrix always has its score. It returns false if there is no room for two lines.
func (p *painter) closeStrip(all []panel.Tally, y, bottom int) bool {
	if y+2*tightHigh > height-p.view.Foot() {
		p.flaw("not drawn: the tallies")
		return false
	}
	y += p.sink(bottom - y - 2*tightHigh)
	l := closeTotals(all, p.view.Lamps.Seat)
	at := p.drift(max(width-l.closeWide()-tightStep, 0))
	for i := range l.columns() {
		letters, ink := l.column(i)
		for line, t := range l.pair(i) {
			p.score(t, image.Pt(at+totalGap, y+tightHigh*line), letters)
		}
		at += totalGap + letters + ink
	}
	if len(l.all) < len(all) {
		pixel.Small.DrawRune(&p.oled, width-tightStep, y+tightHigh, '…')
	}
	return true
}

// closeTotals returns as many of the scores as fit into two lines. If the score of seat isn't among
// the first ones, it is the last one.
func closeTotals(all []panel.Tally, seat uint8) totals {
	all = slices.Clone(all)
	for i := range all {
		t := &all[i]
		first, _ := utf8.DecodeRuneInString(t.Glyph)
		t.Leads = t.N == all[0].N && t.N != all[len(all)-1].N || unicode.IsDigit(first) // a number beside a number is inverted
		if letters := []rune(t.Glyph); len(letters) > mostLetters {
			t.Glyph = string(letters[:mostLetters])
		}
	}
	l := layTotals(all)
	own := slices.IndexFunc(all, func(t panel.Tally) bool { return seat > 0 && t.Seat == int8(seat) })
	for n := len(all) - 1; n > 0 && l.closeWide() > width-min(len(all)-n-1, 1)*tightStep; n-- {
		shown := slices.Clone(all[:n])
		if own >= n {
			shown[n-1] = all[own]
		}
		l = layTotals(shown)
	}
	return l
}

// closeWide returns the width of the scores in px, if each column is as narrow as its scores allow.
func (l totals) closeWide() (wide int) {
	for i := range l.columns() {
		letters, ink := l.column(i)
		wide += totalGap + letters + ink
	}
	return wide
}

// column returns the px that the letters and the digits of the scores in a column take.
func (l totals) column(i int) (letters, ink int) {
	column := layTotals(l.pair(i))
	return column.letters, column.ink
}

// pair returns the scores in a column of two lines.
func (l totals) pair(i int) []panel.Tally { return l.all[2*i : min(2*i+2, len(l.all))] }

// slots returns the layout of tallies. They have fixed places if they fit, else equal parts of one
// line. Tallies with letters may also take equal parts of two lines. room is the width in px of a line.
func (p *painter) slots(all []panel.Tally, room int) slots {
	n := len(all)
	fixed := width / games.MostTallies
	isLetters := !slices.ContainsFunc(all, func(t panel.Tally) bool { return p.hasPicture(t.Glyph, tallySide) })
	if isLetters {
		fixed = min(room/n, width/3)
	}
	for _, in := range [...]slots{
		{n, fixed, pixel.Body, column, 1},
		{n, room / n, pixel.Body, column, 1},
		{n, fixed, pixel.Small, tightStep, 4},
		{n, room / n, pixel.Small, tightStep, 4},
	} {
		if p.fits(all, in, room) {
			return in
		}
	}
	if !isLetters {
		return slots{n, room / n, pixel.Small, tightStep, 4}
	}
	half := (n + 1) / 2
	return slots{half, width / half, pixel.Small, tightStep, -1}
}

// raise moves the tallies, which are drawn between the px top and bottom, to the top of the screen.
// The lines above them move down. This is done in the alternate layout (altDrift) only, to prevent
// the burn-in of pictures that stay all evening.
func (p *painter) raise(top, bottom int) {
	// The badge stays in its corner.
	if !p.altDrift() || p.view.Unsaved || bottom > height-p.view.Foot() {
		return
	}
	before := p.oled
	for y := range bottom {
		for x := range width {
			p.oled.Set(x, y, before.At(x, (y+top)%bottom))
		}
	}
}

// high returns the height in px of all tallies in this layout.
func (in slots) high(all []panel.Tally) int {
	switch {
	case in.inLine < len(all):
		return 2 * tightHigh
	case slices.ContainsFunc(all, underlined):
		return tallySide + 1
	}
	return tallySide
}

// underlined reports whether a tally has a dotted line below. A letter takes its place.
func underlined(t panel.Tally) bool { return t.Mark&games.MarkLast != 0 && t.Letter == "" }

// fits reports whether every tally fits into its slot of the layout, and the layout into room px.
func (p *painter) fits(all []panel.Tally, in slots, room int) bool {
	return len(all)*in.wide <= room && p.room(all, in) >= 0
}

// spare returns the number of px by which all tallies may move within their slots.
func (p *painter) spare(all []panel.Tally, in slots) int {
	return max(p.room(all, in), 0)
}

// room returns the smallest number of px that a tally leaves free in its slot, minus a gap. It is
// negative if a tally doesn't fit.
func (p *painter) room(all []panel.Tally, in slots) int {
	least := in.wide
	for _, t := range all {
		var digits [8]byte
		lead, isPicture := p.leadWidth(t, in.step)
		gap := 5
		switch {
		case t.Letter != "":
			gap = 1
		case isPicture:
			gap = 2
		}
		least = min(least, in.wide-gap-lead-in.step*len(strconv.AppendInt(digits[:0], int64(t.N), 10)))
	}
	return least
}

// leadWidth returns the width in px of a tally's picture, or of its letters at step px each. It
// reports whether the tally has a picture.
func (p *painter) leadWidth(t panel.Tally, step int) (px int, isPicture bool) {
	if p.hasPicture(t.Glyph, tallySide) {
		return tallySide + 1, true
	}
	return step*min(pixel.Body.Columns(t.Glyph), 2) + 2, false
}

// tally draws a tally with its upper left corner at (x, y): its picture or letters, and its
// number.
func (p *painter) tally(t panel.Tally, in slots, x, y int) {
	lead, isPicture := p.leadWidth(t, in.step)
	if isPicture {
		p.picture(t.Glyph, x, y, tallySide)
	} else {
		p.initials(t.Glyph, in, x, y)
	}
	if underlined(t) && in.top > 0 {
		for mark := x; mark < min(x+in.wide-3, width); mark += 2 {
			p.oled.Set(mark, y+tallySide, true)
		}
	}
	if t.Who != "" {
		in.top = p.owner(t.Who, in, x+lead, y)
	}
	right := x + in.wide
	x += lead
	if t.Letter != "" {
		in = p.letter(t.Letter, in, x, y)
	}
	var room [8]byte
	for _, c := range strconv.AppendInt(room[:0], int64(t.N), 10) {
		if x+in.step > right+1 {
			p.flaw("cut off: " + t.Glyph + " " + strconv.Itoa(int(t.N)))
			return
		}
		sign := rune(c)
		if c == '-' {
			sign = '−'
		}
		in.font.DrawRune(&p.oled, x, y+in.top, sign)
		x += in.step
	}
}

// initials draws the first two letters of the name of a tally without a picture.
func (p *painter) initials(s string, in slots, x, y int) {
	left := mostLetters
	for _, r := range s {
		if left--; left < 0 {
			p.flaw("cut off: " + s)
			return
		}
		in.font.DrawRune(&p.oled, x, y+in.top, r)
		x += in.step
	}
}

// letter draws the letter of a picture at (x, y). It returns the layout of the number below.
func (p *painter) letter(s string, in slots, x, y int) slots {
	for _, r := range s {
		pixel.Small.DrawRune(&p.oled, x, y-1, unicode.ToUpper(r))
	}
	in.font, in.step, in.top = pixel.Small, tightStep, tightHigh-1
	return in
}

// totalGap is the distance in px between two scores.
const totalGap = 2

// totals is the layout of the scores, with the px that the letters and the digits of the longest take.
type totals struct {
	all          []panel.Tally
	letters, ink int
}

// totalsOf returns the layout of the scores of v.
func totalsOf(v *panel.View) totals { return layTotals(shownTallies(v.Totals[:])) }

// layTotals returns the layout of scores.
func layTotals(all []panel.Tally) (l totals) {
	l.all = all
	letter, _ := pixel.Tiny.Size()
	for _, t := range l.all {
		l.letters = max(l.letters, letter*utf8.RuneCountInString(t.Glyph)+1)
		l.ink = max(l.ink, tightStep*len(strconv.Itoa(int(t.N))))
	}
	return l
}

// columns returns the number of scores in a line. There are two lines.
func (l totals) columns() int { return (len(l.all) + 1) / 2 }

// wide returns the width of the scores in px, with the gap left of each.
func (l totals) wide() int { return l.columns() * (totalGap + l.letters + l.ink) }

// totals draws the scores from the px x on: the best first, line by line. The letters of who leads are
// inverted.
func (p *painter) totals(l totals, x, y int) {
	for i, t := range l.all {
		at := image.Pt(x+totalGap+l.wide()/l.columns()*(i%l.columns()), y+tightHigh*(i/l.columns()))
		p.score(t, at, l.letters)
	}
}

// score draws a score: the letters at the px at, and the digits right of the px that letters take.
func (p *painter) score(t panel.Tally, at image.Point, letters int) {
	left := at.X
	_, tiny := pixel.Tiny.Size()
	for _, r := range t.Glyph {
		left = pixel.Tiny.DrawRune(&p.oled, left, at.Y+tightHigh-tiny, unicode.ToUpper(r))
	}
	if t.Leads {
		p.oled.Invert(image.Rect(at.X-1, at.Y, left, at.Y+tightHigh))
	}
	left = at.X + letters
	for _, c := range panel.Minus(int32(t.N)) {
		pixel.Small.DrawRune(&p.oled, left, at.Y-1, c)
		left += tightStep
	}
}

// owner draws the player of a tally in tiny letters under the tally's number. It returns the new
// top of the number, which moves up to make room for the letters.
func (p *painter) owner(who string, in slots, x, y int) (top int) {
	_, high := pixel.Tiny.Size()
	for _, c := range who {
		x = pixel.Tiny.DrawRune(&p.oled, x, y+tallySide-high+1, unicode.ToUpper(c))
	}
	return in.top - 3
}

// besideStrip draws tallies side by side right of a board, as many as fit, with their lower edge at
// bottom. It returns the px above them.
func (p *painter) besideStrip(bottom int) (top int) {
	x, y := besideX, bottom-tallySide-1
	for _, t := range shownTallies(p.view.Strip[:]) {
		lead, _ := p.leadWidth(t, tightStep)
		wide := lead + tightStep*len(strconv.Itoa(int(t.N))) + 1
		if x+wide > width {
			break
		}
		t.Who = ""
		p.tally(t, slots{1, wide, pixel.Small, tightStep, 4}, x, y)
		x += wide + 1
	}
	return y
}

// thin darkens every second px inside the filled areas of r and leaves edges lit. It prevents
// burn-in, because pictures of tallies stay all evening.
func (p *painter) thin(r image.Rectangle) {
	before := p.oled
	for y := r.Min.Y + 1; y < r.Max.Y-1; y++ {
		for x := r.Min.X + 1; x < r.Max.X-1; x++ {
			if (x-r.Min.X+y-r.Min.Y)%2 == 0 && before.At(x-1, y) && before.At(x+1, y) && before.At(x, y-1) && before.At(x, y+1) {
				p.oled.Set(x, y, false)
			}
		}
	}
}

// hasPicture reports whether the game has a picture or glyph of that name that fits into a square
// with side px.
func (p *painter) hasPicture(name string, side int) bool {
	if pic, ok := p.pictures[p.view.Game][name]; ok && pic.W <= side && pic.H <= side {
		return true
	}
	g, ok := p.glyph(p.view.Game, name)
	return ok && g.W <= side && g.H <= side
}

// picture draws a picture or glyph of the game, thinned, in a square with side px. The picture
// drifts within the free room of the square. The function returns false if no picture fits.
func (p *painter) picture(name string, x, y, side int) bool {
	if pic, ok := p.pictures[p.view.Game][name]; ok && pic.W <= side && pic.H <= side {
		at := image.Pt(x+p.driftFromMiddle(side-pic.W), y+p.sinkFromMiddle(side-pic.H))
		pic.Draw(&p.oled, at.X, at.Y)
		p.thin(pic.Cover(at.X, at.Y))
		return true
	}
	g, ok := p.glyph(p.view.Game, name)
	if !ok || g.W > side || g.H > side {
		return false
	}
	at := image.Pt(x+p.driftFromMiddle(side-g.W), y+p.sinkFromMiddle(side-g.H))
	g.Draw(&p.oled, at.X, at.Y)
	p.thin(image.Rectangle{Min: at, Max: at.Add(image.Pt(g.W, g.H))})
	return true
}
