package sim

import (
	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/color"
)

// layout holds the positions of panel, lamps and legend in a terminal of at least w×h cells.
// The frames around panel and lamps are one cell wide on every side.
type layout struct {
	w, h             int
	braille          bool // the panel takes 64×16 cells instead of 128×32
	narrow           bool // the lamps take 8×4 cells instead of 16×8
	lampsX, lampsY   int
	legendX, legendY int
}

// layouts lists the layouts, the preferred one first. The last is used in smaller terminals
// too, and clipped there.
var layouts = []layout{
	{w: 149, h: 34, lampsX: 131, legendX: 1, legendY: 34},
	{w: 130, h: 44, lampsY: 34, legendX: 20, legendY: 35},
	{w: 77, h: 18, braille: true, narrow: true, lampsX: 67, legendX: 1, legendY: 18},
	{braille: true, narrow: true, lampsY: 18, legendX: 12, legendY: 19},
}

func layoutFor(w, h int) layout {
	for _, l := range layouts {
		if w >= l.w && h >= l.h {
			return l
		}
	}
	return layouts[len(layouts)-1]
}

// draw draws panel, lamps and legend if there is a terminal. The caller holds mu.
func (d *Dev) draw() {
	if d.screen == nil {
		return
	}
	l := layoutFor(d.screen.Size())
	d.screen.Clear()
	d.drawPanel(l)
	d.drawLamps(l)
	for i, text := range d.opts.Legend {
		d.screen.PutStrStyled(l.legendX, l.legendY+i, text, grey)
	}
	d.screen.Show()
}

var (
	black = color.NewRGBColor(0, 0, 0)
	grey  = tcell.StyleDefault.Foreground(color.NewRGBColor(110, 110, 110))
	faint = tcell.StyleDefault.Foreground(color.NewRGBColor(60, 60, 60)).Background(black)
	lit   = colour{205, 230, 255} // an OLED's slightly blue white
)

func (d *Dev) drawPanel(l layout) {
	w, h, cell := width, height/2, pixels(d.panel.visible()).half
	if l.braille {
		w, h, cell = width/2, height/4, pixels(d.panel.visible()).braille
	}
	d.frame(0, 0, w, h)
	style := tcell.StyleDefault.Foreground(lit.at(d.panel.level)).Background(black)
	for y := range h {
		for x := range w {
			d.screen.Put(1+x, 1+y, string(cell(x, y)), style)
		}
	}
}

func (d *Dev) drawLamps(l layout) {
	m := matrix(d.lamps.visible())
	if l.narrow {
		d.frame(l.lampsX, l.lampsY, side, side/2)
	} else {
		d.frame(l.lampsX, l.lampsY, 2*side, side)
	}
	for y := range side {
		for x := range side {
			switch {
			case !l.narrow:
				d.lamp(l.lampsX+1+2*x, l.lampsY+1+y, m.at(x, y))
			case y%2 == 0:
				d.twoLamps(l.lampsX+1+x, l.lampsY+1+y/2, m.at(x, y), m.at(x, y+1))
			}
		}
	}
}

// lamp draws one lamp in the two cells from x, y.
func (d *Dev) lamp(x, y int, c colour) {
	left, right, style := " ", "·", faint
	if c.lit() {
		left, right = "▐", "▌"
		style = tcell.StyleDefault.Foreground(c.at(d.lamps.level)).Background(black)
	}
	d.screen.Put(x, y, left, style)
	d.screen.Put(x+1, y, right, style)
}

// twoLamps draws two lamps in one cell, one above the other.
func (d *Dev) twoLamps(x, y int, top, bottom colour) {
	upper, lower := top.at(d.lamps.level), bottom.at(d.lamps.level)
	style := tcell.StyleDefault.Background(black)
	switch {
	case top.lit() && bottom.lit() && top != bottom && d.screen.Colors() > 0:
		d.screen.Put(x, y, "▀", style.Foreground(upper).Background(lower))
	case top.lit() && bottom.lit():
		d.screen.Put(x, y, "█", style.Foreground(upper))
	case top.lit():
		d.screen.Put(x, y, "▀", style.Foreground(upper))
	case bottom.lit():
		d.screen.Put(x, y, "▄", style.Foreground(lower))
	default:
		d.screen.Put(x, y, "·", faint)
	}
}

// frame draws a rounded frame around w×h cells, its top left corner at x, y.
func (d *Dev) frame(x, y, w, h int) {
	for i := range w {
		d.screen.Put(x+1+i, y, "─", grey)
		d.screen.Put(x+1+i, y+h+1, "─", grey)
	}
	for i := range h {
		d.screen.Put(x, y+1+i, "│", grey)
		d.screen.Put(x+w+1, y+1+i, "│", grey)
	}
	d.screen.Put(x, y, "╭", grey)
	d.screen.Put(x+w+1, y, "╮", grey)
	d.screen.Put(x, y+h+1, "╰", grey)
	d.screen.Put(x+w+1, y+h+1, "╯", grey)
}

// at returns c at the brightness of level. A lit lamp stays visible at every level.
func (c colour) at(level byte) tcell.Color {
	scale := func(v byte) int32 { return int32(v) * (90 + int32(level)*165/255) / 255 }
	return color.NewRGBColor(scale(c[0]), scale(c[1]), scale(c[2]))
}
