package screen

import "tabletop/companion/pixel"

// directions is the number of edges and corners of the matrix that can point at a seat.
const directions = 8

// directionOf returns the direction of one of n evenly spaced seats, in eighths of a turn
// clockwise from the lower edge.
func directionOf(seat, n int) int { return ((seat-1)*directions + n/2) / n % directions }

// pointer draws an arrow to one of n seats.
func (a *Artist) pointer(l *pixel.Lamps, seat, n int) {
	a.drawTowards(l, "seat", "seat-corner", seat, n)
}

// edge lights the edge or corner of one of n seats and leaves the middle dark.
func (a *Artist) edge(l *pixel.Lamps, seat, n int) { a.drawTowards(l, "edge", "edge-corner", seat, n) }

// drawTowards draws one of two glyphs, rotated towards one of n seats. The glyph down points
// down, the glyph corner to the lower left. For no seat it draws nothing.
func (a *Artist) drawTowards(l *pixel.Lamps, down, corner string, seat, n int) {
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
			l.Set(x, y, seatColour(seat))
		}
	}
}
