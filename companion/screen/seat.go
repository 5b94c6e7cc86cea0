package screen

import "tabletop/companion/pixel"

// places are how many edges and corners of the matrix can point at a seat.
const directions = 8

// placeOf returns where one of n seats sits, in eighths of a turn clockwise from
// the lower edge, so that all sit evenly.
func directionOf(seat, n int) int { return ((seat-1)*directions + n/2) / n % directions }

// pointer draws an arrow to one of n seats.
func (a *Artist) pointer(l *pixel.Lamps, seat, n int) {
	a.drawTowards(l, "seat", "seat-corner", seat, n)
}

// edge lights the edge or corner of one of n seats and leaves the middle dark.
func (a *Artist) edge(l *pixel.Lamps, seat, n int) { a.drawTowards(l, "edge", "edge-corner", seat, n) }

// towards draws one of two pictures turned to one of n seats: the first points
// down, the second to the lower left. For no seat nothing is drawn.
func (a *Artist) drawTowards(l *pixel.Lamps, down, corner string, seat, n int) {
	if seat < 1 || seat > n {
		return
	}
	place := directionOf(seat, n)
	g := a.own[down]
	if place%2 == 1 {
		g = a.own[corner]
	}
	const last = pixel.Side - 1
	for i := range l {
		x, y := i%pixel.Side, i/pixel.Side
		lit := g.At(x, y)
		for range place / 2 {
			x, y = last-y, x
		}
		if lit {
			l.Set(x, y, seatColour(seat))
		}
	}
}
