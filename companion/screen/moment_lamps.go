package screen

import (
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// momentLamps draws one frame of a moment in the colour of its seat: the growing glyph of the game,
// or else the animation for the kind of moment. A kind without an animation flashes the seat.
func (a *Artist) momentLamps(l *pixel.Lamps, v *panel.View) {
	frame, c := int(v.Lamps.Frame), white
	if v.Lamps.Seat > 0 {
		c = seatColour(&v.Lamps, int(v.Lamps.Seat))
	}
	if g, ok := a.glyph(v.Game, v.Picture); ok && v.Picture != "" {
		enlarge(l, &g, frame)
		if v.Lamps.Moment == games.Appear {
			lift(l, frame)
		}
		return
	}
	switch v.Lamps.Moment {
	case games.Bust:
		scatter(l, frame, c)
	case games.Catch, games.Steal, games.Pull:
		gather(l, frame, c)
	case games.Trick, games.Gain, games.Home, games.First:
		grow(l, frame, c)
	case games.Round:
		a.roundLamps(l, frame, &v.Lamps)
	case games.Land, games.Lead, games.Target, games.High:
		rise(l, frame, c)
	case games.Sink, games.Low:
		sink(l, frame, c)
	case games.Carry:
		sweep(l, frame, c)
	case games.Whirl, games.Last:
		whirl(l, frame, c)
	case games.Win:
		a.rocket(l, frame, c, &v.Lamps)
	default:
		a.flash(l, frame, &v.Lamps)
	}
}

// enlarge draws a glyph that grows from half its size to its full size and then stays.
func enlarge(l *pixel.Lamps, g *pixel.Glyph, frame int) {
	const each, least = 2, pixel.Side / 2 // frames per size, smallest size in lamps
	side := min(least+frame/each*2, pixel.Side)
	for i := range side * side {
		if x, y := i%side, i/side; litOn(g, x, y, side) {
			l.Set((pixel.Side-side)/2+x, (pixel.Side-side)/2+y, g.Colour)
		}
	}
}

// litOn reports whether the lamp at (x, y) is lit when the matrix is scaled down to side×side
// lamps. The lamp is lit if any px of the centred glyph under it is lit.
func litOn(g *pixel.Glyph, x, y, side int) bool {
	left, top := (pixel.Side-g.W)/2, (pixel.Side-g.H)/2
	end := func(n int) int { return ((n+1)*pixel.Side + side - 1) / side }
	for row := y * pixel.Side / side; row < end(y); row++ {
		for column := x * pixel.Side / side; column < end(x); column++ {
			if g.At(column-left, row-top) {
				return true
			}
		}
	}
	return false
}

// lift raises the two upper rows of the picture by one lamp, twice in a moment. It looks like a
// person who raises a hat.
func lift(l *pixel.Lamps, frame int) {
	const first, each, last = 6, 2, 12
	if frame < first || frame > last || frame/each%2 == 0 {
		return
	}
	for x := range pixel.Side {
		l.Set(x, 0, l.At(x, 1))
		l.Set(x, 1, pixel.RGB{})
	}
}

// flash points at the seat of w during every second half second. For seat 0 it lights the edge
// instead.
func (a *Artist) flash(l *pixel.Lamps, frame int, w *panel.Lamps) {
	const half, edge = 5, 3
	switch seat := int(w.Seat); {
	case frame/half%2 == 1:
	case seat < 1 || seat > int(w.Seats):
		border(l, edge, white)
	default:
		a.pointer(l, w)
	}
}

// centre returns twice the distance of a lamp from the middle of the matrix, measured along the
// larger coordinate: 1 to 7.
func centre(x, y int) int {
	dx, dy := 2*x-pixel.Side+1, 2*y-pixel.Side+1
	return max(dx, -dx, dy, -dy)
}

// border lights a square ring of lamps: n is 0 for the innermost four lamps and 3 for the edge.
func border(l *pixel.Lamps, n int, c pixel.RGB) {
	for i := range l {
		if x, y := i%pixel.Side, i/pixel.Side; centre(x, y) == 2*n+1 {
			l.Set(x, y, c)
		}
	}
}

// scatter draws a ring of every second lamp that moves outwards and leaves the middle dark.
func scatter(l *pixel.Lamps, frame int, c pixel.RGB) {
	for i := range l {
		x, y := i%pixel.Side, i/pixel.Side
		if (x+y)%2 == 0 && centre(x, y) == 2*min(frame, 4)+1 {
			l.Set(x, y, c)
		}
	}
}

// gather draws rings that move inwards and stay in the middle.
func gather(l *pixel.Lamps, frame int, c pixel.RGB) {
	for n := range max(4-frame, 1) {
		if n >= 3-frame {
			border(l, n, c)
		}
	}
}

// grow draws a square that grows from the middle.
func grow(l *pixel.Lamps, frame int, c pixel.RGB) {
	for n := range min(frame+1, 4) {
		border(l, n, c)
	}
}

// rise fills the matrix from below.
func rise(l *pixel.Lamps, frame int, c pixel.RGB) {
	for y := max(pixel.Side-1-frame, 0); y < pixel.Side; y++ {
		for x := 1; x < pixel.Side-1; x++ {
			l.Set(x, y, c)
		}
	}
}

// roundLamps draws a column for each seat. At a table with more seats than columns it fills the matrix
// and then draws the number of the seat of w.
func (a *Artist) roundLamps(l *pixel.Lamps, frame int, w *panel.Lamps) {
	switch {
	case int(w.Seats) <= pixel.Side:
		columnsRise(l, frame, w)
	case frame < pixel.Side && w.Seat > 0:
		rise(l, frame, seatColour(w, int(w.Seat)))
	default:
		a.seatNumber(l, w)
	}
}

// columnsRise draws a growing column for each seat, in the colour of the seat. The column of the seat
// of w grows to the top. All other columns stop at a lower height.
func columnsRise(l *pixel.Lamps, frame int, w *panel.Lamps) {
	const others = 5 // maximum height of the columns of other seats, lamps
	seat, n := int(w.Seat), int(w.Seats)
	if seat < 1 || seat > n {
		rise(l, frame, white)
		return
	}
	wide := pixel.Side / n
	left := (pixel.Side - wide*n + 1) / 2
	for i := range n {
		high := min(frame+1, others)
		if i+1 == seat {
			high = min(frame+1, pixel.Side)
		}
		for at := range max(wide-wide/3, 1) * high {
			l.Set(left+wide*i+at/high, pixel.Side-1-at%high, seatColour(w, i+1))
		}
	}
}

// sink empties the matrix from above.
func sink(l *pixel.Lamps, frame int, c pixel.RGB) {
	for y := min(frame, pixel.Side-1); y < pixel.Side; y++ {
		for x := 1; x < pixel.Side-1; x++ {
			l.Set(x, y, c)
		}
	}
}

// sweep moves a column of lamps from left to right.
func sweep(l *pixel.Lamps, frame int, c pixel.RGB) {
	for y := range pixel.Side {
		l.Set((frame+y%2)%pixel.Side, y, c)
	}
}

// whirl moves every third lamp of the edge clockwise around the matrix.
func whirl(l *pixel.Lamps, frame int, c pixel.RGB) {
	const last = pixel.Side - 1
	for i := range last {
		if (i+last-frame%last)%3 != 0 {
			continue
		}
		l.Set(i, 0, c)
		l.Set(last, i, c)
		l.Set(last-i, last, c)
		l.Set(0, last-i, c)
	}
}

// rocket draws a rocket that rises, bursts into rings and fades, again and again. In the pause the
// picture of the winner is shown, if the winner has chosen one.
func (a *Artist) rocket(l *pixel.Lamps, frame int, c pixel.RGB, w *panel.Lamps) {
	// Each is the first frame after a phase: the rise, the rings, the fading and the pause. The
	// last frame of a moment shows the rings.
	const up, burst, dark, again = 4, 7, 9, 13
	switch at := frame % again; {
	case at < up:
		l.Set(3, pixel.Side-1-2*at, white)
		l.Set(4, pixel.Side-1-2*at, white)
	case at < burst:
		border(l, at-up+1, c)
		border(l, max(at-up-1, 0), white)
	case at < dark:
		scatter(l, 3, c)
	default:
		a.emblem(l, w)
	}
}
