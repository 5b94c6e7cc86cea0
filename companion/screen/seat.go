package screen

import (
	"strconv"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// directions is the number of edges and corners of the matrix that can point at a seat.
const directions = 8

// directionOf returns the direction of one of n evenly spaced seats: eighths of a turn clockwise
// from the lower edge. Seats count from 1.
func directionOf(seat, n int) int { return ((seat-1)*directions + n/2) / n % directions }

// whoseTurn draws the picture of the player of the seat of w, in the player's colour. If the player
// has chosen none, an arrow points at the seat.
func (a *Artist) whoseTurn(l *pixel.Lamps, w *panel.Lamps) {
	if !a.emblem(l, w) {
		a.pointer(l, w)
	}
}

// emblem draws the picture of the player of the seat of w. It returns false if there is none.
func (a *Artist) emblem(l *pixel.Lamps, w *panel.Lamps) bool {
	g, ok := a.emblems[w.Emblem+SmallEmblem]
	if ok = ok && w.Seat > 0; ok {
		g.Light(l, 0, 0, seatColour(w, int(w.Seat)))
	}
	return ok
}

// pointer draws an arrow that points at the seat of w. At a table with more seats than directions it
// draws the number of the seat.
func (a *Artist) pointer(l *pixel.Lamps, w *panel.Lamps) {
	if int(w.Seats) > directions {
		a.seatNumber(l, w)
		return
	}
	a.drawTowards(l, "seat", "seat-corner", w)
}

// seatNumber draws the number of the seat of w as high as the matrix. For seat 0 nothing is drawn.
func (a *Artist) seatNumber(l *pixel.Lamps, w *panel.Lamps) {
	if w.Seat < 1 || w.Seat > w.Seats {
		return
	}
	g := a.own["number-"+strconv.Itoa(int(w.Seat))]
	g.Light(l, (pixel.Side-g.W)/2, (pixel.Side-g.H)/2, seatColour(w, int(w.Seat)))
}

// edge lights the edge or the corner on the side of the seat of w. The middle stays dark.
func (a *Artist) edge(l *pixel.Lamps, w *panel.Lamps) { a.drawTowards(l, "edge", "edge-corner", w) }

// drawTowards draws one of two glyphs, rotated towards the seat of w. The glyph named down points
// down, the glyph named corner points to the lower left. For seat 0 nothing is drawn.
func (a *Artist) drawTowards(l *pixel.Lamps, down, corner string, w *panel.Lamps) {
	seat, n := int(w.Seat), int(w.Seats)
	if seat < 1 || seat > n {
		return
	}
	direction := directionOf(seat, n)
	g := a.own[down]
	if direction%2 == 1 {
		g = a.own[corner]
	}
	const last = pixel.Side - 1
	for i := range l {
		x, y := i%pixel.Side, i/pixel.Side
		lit := g.At(x, y)
		for range direction / 2 {
			x, y = last-y, x
		}
		if lit {
			l.Set(x, y, seatColour(w, seat))
		}
	}
}
