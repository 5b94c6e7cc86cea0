package screen

import (
	"image"
	"strings"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// list draws title, prompts, tallies and rows, one below the other.
func (p *painter) list() {
	y := p.prompts(0, width, p.header())
	from := y
	if !p.view.Large() || y > panel.LargeHigh {
		from++ // letters of the line above may reach into the strip
	}
	if p.strip(from, y+panel.StripHigh) {
		p.raise(y, y+panel.StripHigh)
		y += panel.StripHigh
	}
	p.rows(y)
}

// header draws the title over the whole width, with the player's picture and dots between the title
// and its aside. If a turn or a topic has no room for both, the letters of the aside are small and
// close. header returns the y of the first px row below.
func (p *painter) header() int {
	const middle = 5 // middle of capitals on line 0, px
	v := p.view
	switch {
	case v.Large():
		p.large(v.Title)
		return panel.LargeHigh
	case v.Title == "" && v.Aside == "":
		return 0
	}
	if (v.Kind == panel.KindTurn || v.Kind == panel.KindTopic) && spareWidth(0, p.right(), v.Title, v.Aside) < 0 {
		x := p.text(pixel.Body, 0, lineY(0), columns, v.Title)
		p.aside(x, p.right(), lineY(0), v.Aside)
		return panel.LineHigh
	}
	from, to := p.ends(0, p.right(), lineY(0), v.Title, v.Aside)
	if p.besideName(v.Emblem, from, to, lineY(0)+1) {
		from += besideWide - emblemGap
	}
	if v.Aside != "" {
		to -= column
	}
	p.dots(from+column, to, middle)
	return panel.LineHigh
}

// emblemGap is the gap on both sides of a player's picture in px.
const emblemGap = 2

// large draws a title in large letters, with the view's aside on the same baseline, and the player's
// picture between them if there is room. An aside that is too long for one line takes two.
func (p *painter) large(title string) {
	v := p.view
	free := width - pixel.Large.Width(title) - 1
	first, rest := v.Aside, ""
	if pixel.Body.Width(first) > free {
		first, rest = halve(first)
	}
	spare := free - max(p.asideWidth(first, free), p.asideWidth(rest, free))
	g, hasEmblem := p.emblems[v.Emblem]
	if hasEmblem = hasEmblem && spare >= g.W+2*emblemGap && !v.Unsaved; hasEmblem {
		spare -= g.W + 2*emblemGap
	}
	by := p.drift(spare)
	x := p.text(pixel.Large, by, 0, p.right()/10, title)
	if hasEmblem {
		g.Draw(&p.oled, x+emblemGap, 1)
	}
	if rest == "" {
		p.aside(width-free, width-p.drift(spare-by), p.asideY(), first)
		return
	}
	p.aside(width-free, p.right(), lineY(0), first)
	p.aside(width-free, width, lineY(1), rest)
}

// aside draws s between two px, flush right. If there is little room, its letters are small and
// close.
func (p *painter) aside(left, right, y int, s string) {
	n := pixel.Body.Columns(s)
	if column*n <= right-left {
		p.flush(left, right, y, s)
		return
	}
	p.tight(max(right-tightStep*n, left), right, y+2, s)
}

// tight draws s in small, close letters, as many as fit up to right. A wide letter such as "@" loses
// its last px there.
func (p *painter) tight(x, right, y int, s string) {
	for _, r := range s {
		if x+tightStep > right+1 {
			p.flaw("cut off: " + s)
			break
		}
		pixel.Small.DrawRune(&p.oled, x, y, r)
		x += tightStep
	}
	_, high := pixel.Small.Size()
	p.oled.Fill(image.Rect(right, y, right+2, y+high), false)
}

// asideWidth returns the width in px of an aside beside a large title that leaves free px. If
// there is little room, its letters are small and close.
func (p *painter) asideWidth(s string, free int) int {
	if w := pixel.Body.Width(s); w <= free {
		return w
	}
	return min(tightStep*pixel.Body.Columns(s), free)
}

// asideY returns the top of the aside beside a large title, in px. The aside starts on the title's
// baseline and drifts upwards, unless there is a badge.
func (p *painter) asideY() int {
	const baseline, heights = 6, 8
	if p.view.Unsaved {
		return baseline
	}
	return baseline - 3*int(p.view.Drift)%heights
}

// prompts draws the prompts between the px x and right, from y on, and returns the y of the first
// px row below.
func (p *painter) prompts(x, right, y int) int {
	high := p.view.PromptPitch()
	for _, s := range p.view.Prompt {
		if s != "" {
			p.ends(x, right, y-(panel.PromptHigh-high)/2, s, "")
			y += high
		}
	}
	return y
}

// rows draws the rows from y on, as many as View.Room allows: lines of text from the top, rows
// to choose at the bottom.
func (p *painter) rows(y int) {
	v := p.view
	rows, bottom := v.Rows[:v.Room()], height-v.Foot()
	high := panel.RowHigh
	switch v.Kind {
	case panel.KindHome:
		high = panel.HomeHigh
	case panel.KindText, panel.KindMessage:
		high = panel.LineHigh
	}
	if high > panel.LineHigh {
		y = max(y, bottom-high*len(rows))
	}
	by := p.rowDrift(rows)
	for i, r := range rows {
		if r != (panel.Row{}) && y+high*(i+1) <= bottom {
			p.row(r, by, y+high*i, high)
		}
	}
	if len(rows) > 0 && int(v.All) > len(rows) && y+high*len(rows) <= bottom {
		p.scrollbar(y, y+high*len(rows))
	}
}

// rowDrift returns the common drift of all rows in px. The text and the end of a row move towards
// each other. The row with the least room limits the drift.
func (p *painter) rowDrift(rows []panel.Row) int {
	most := mostDrift
	for _, r := range rows {
		left, right := inBar, barWide-1
		switch {
		case r.Mark == panel.Quiet:
			left, right = 0, scrollX-column/2
		case p.view.Kind == panel.KindHome:
			left = iconText
		}
		most = min(most, room(r, left, right, p.view.Kind != panel.KindHome))
	}
	return p.pace(most)
}

// room returns the number of px by which the text and the end of r may move between left and
// right. With players, the picture of a player takes its room if there is enough.
func room(r panel.Row, left, right int, players bool) int {
	spare := spareWidth(left, right, r.Text, r.End)
	if players && r.Icon != "" && spare >= besideWide {
		spare -= besideWide
	}
	if r.End != "" && r.Mark != panel.Editing {
		return spare / 2
	}
	return spare
}

// pace returns the drift of elements on a bar. It is the same while a bar is drawn and while the
// frame replaces it, so that the px of a letter are lit in only one of the two.
func (p *painter) pace(spare int) int { return spread(spare, int(p.view.Drift)/2, 6) }

// row draws r with its upper edge at y. The argument "by" is the distance in px by which the text
// is moved to the right.
func (p *painter) row(r panel.Row, by, y, high int) {
	back := 0
	if r.End != "" && r.Mark != panel.Editing {
		back = by
	}
	if r.Mark == panel.Quiet {
		from, to := p.between(by, scrollX-column/2-back, y-1, r.Text, r.End)
		p.besideName(r.Icon, from, to, y)
		return
	}
	x, textY := inBar, y+(high-panel.LineHigh-3)/2
	if p.view.Kind == panel.KindHome {
		x = p.icon(r.Icon, by, y)
	}
	if r.Mark == panel.Plain {
		textY += p.sink(1)
	}
	from, end := p.between(x+by, barWide-1-back, textY, r.Text, r.End)
	if p.view.Kind != panel.KindHome {
		p.besideName(r.Icon, from, end, textY+1)
	}
	bar := image.Rect(0, y, barWide, y+high)
	switch r.Mark {
	case panel.Cursor:
		p.mark(bar)
	case panel.Editing:
		p.frame(bar)
		if p.view.Light == panel.Bright {
			p.oled.Invert(image.Rect(end-1, y+1, barWide-1, y+high-1))
		}
	}
}

// besideWide is the width in px of the small picture of a player with its gaps.
const besideWide = pixel.Side + 2*emblemGap

// besideName draws the small picture of a player between the px from and to, at the left, if there is
// room. It reports whether there is.
func (p *painter) besideName(name string, from, to, y int) bool {
	g, ok := p.emblems[name+SmallEmblem]
	if ok = ok && to-from >= besideWide; ok {
		g.Draw(&p.oled, from+emblemGap, y)
	}
	return ok
}

// icon draws the picture before a row of the screen home. The argument "by" is the distance in px
// by which the picture is moved to the right. icon returns the left edge of the text.
func (p *painter) icon(name string, by, y int) int {
	at := 3 + by
	game, isGame := strings.CutPrefix(name, "game/")
	pic := p.pictures[""][name]
	if isGame {
		var ok bool
		if pic, ok = p.pictures[game]["cover"]; !ok {
			pic = p.pictures[""]["game"]
		}
	}
	top := y + (panel.HomeHigh-pic.H)/2
	pic.Draw(&p.oled, at, top)
	p.thin(pic.Cover(at, top))
	return iconText
}

// scrollbar draws a dotted line between two px, and on it a block that shows which part of the rows
// is visible. The block is thin while the panel is dimmed.
func (p *painter) scrollbar(top, bottom int) {
	v := p.view
	for y := top; y < bottom; y += rule / 2 {
		p.oled.Set(scrollX+1, y, true)
	}
	high := bottom - top
	block := max(high*v.Room()/int(v.All), blockMin)
	most := max(int(v.All)-v.Room(), 1)
	y := top + (high-block)*min(int(v.First), most)/most
	if v.Light == panel.Bright {
		p.shade(image.Rect(scrollX, y, scrollX+3, y+block))
		return
	}
	p.oled.Fill(image.Rect(scrollX+1, y, scrollX+2, y+block), true)
}
