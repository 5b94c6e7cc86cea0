package screen

import (
	"tabletop/companion"
	"tabletop/companion/pixel"
)

// list draws title, prompts, rows and foot under one another.
func (p *painter) list() {
	p.rows(0, p.prompts(0, p.header()))
	p.foot()
}

// title draws the title from x on and returns the line under it.
func (p *painter) title(x int) int {
	v := p.view
	switch {
	case v.Large():
		p.large()
		return 2
	case v.Title == "" && v.Aside == "":
		return 0
	}
	p.ends(x, p.right(), lineY(0), v.Title, v.Aside)
	return 1
}

// header draws a title over the whole panel, with dots between it and its aside.
func (p *painter) header() int {
	const middle = 5 // of capitals on line 0
	v := p.view
	if v.Large() || v.Title == "" && v.Aside == "" {
		return p.title(0)
	}
	from, to := p.ends(0, p.right(), lineY(0), v.Title, v.Aside)
	if v.Aside != "" {
		to -= column
	}
	p.dots(from+column, to, middle)
	return 1
}

// large draws the title in large letters, the aside on their baseline, or on two
// lines if it is too long for one.
func (p *painter) large() {
	v := p.view
	spare := width - pixel.Large.Width(v.Title) - 2
	first, rest := v.Aside, ""
	if pixel.Body.Width(first) > spare {
		first, rest = halve(first)
	}
	spare -= pixel.Body.Width(first)
	by := p.drift(spare)
	left := p.text(pixel.Large, by, 0, p.right()/10, v.Title) + 2
	if rest == "" {
		p.flush(left, width-p.drift(spare-by), p.asideY(), first)
		return
	}
	p.flush(left, p.right(), lineY(0), first)
	p.flush(left, width, lineY(1), rest)
}

// asideY returns the height of the aside beside a large title: on its baseline,
// from where it drifts upwards unless the badge is there.
func (p *painter) asideY() int {
	const baseline, heights = 6, 8
	if p.view.Unsaved {
		return baseline
	}
	return baseline - 3*int(p.view.Drift)%heights
}

// prompts draws the prompts that there are from x on and returns the line under
// them.
func (p *painter) prompts(x, line int) int {
	for _, s := range p.view.Prompt {
		if s != "" {
			p.ends(x, width, lineY(line), s, "")
			line++
		}
	}
	return line
}

// rows draws the rows from x on and from line on, as many as View.Room allows.
// All drift alike, up to where the longest ends, and their ends not at all: they
// stay a table.
func (p *painter) rows(x, line int) {
	v := p.view
	right, rows := width, v.Rows[:v.Room()]
	if v.Above || v.Below {
		right = arrowX + 1 // the last px of a letter are dark
	}
	spare := right
	for _, r := range rows {
		spare = min(spare, spared(x+indent(r), right, r.Text, r.End))
	}
	x += p.drift(spare)
	for i, r := range rows {
		p.row(r, x, right, lineY(line+i))
	}
	if v.Above && len(rows) > 0 {
		p.sign("above", arrowX, lineY(line)+2)
	}
	if v.Below && len(rows) > 0 {
		p.sign("below", arrowX, lineY(line+len(rows)-1)+7)
	}
}

// indent returns the room for the marker of r, if it may have one.
func indent(r companion.Row) int {
	if r.Mark == companion.Quiet {
		return 0
	}
	return marker
}

// row draws r between x and right.
func (p *painter) row(r companion.Row, x, right, y int) {
	switch r.Mark {
	case companion.Cursor:
		p.sign("cursor", x, y+3)
	case companion.Chosen:
		p.sign("chosen", x, y+3)
	}
	p.between(x+indent(r), right, y, r.Text, r.End)
}
