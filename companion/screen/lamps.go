package screen

import (
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// Colours of the matrix.
var (
	white = pixel.RGB{200, 200, 200}
	amber = pixel.RGB{255, 110, 0}
)

// usualColour returns the colour of a seat without a player. It is also the colour of a die.
func usualColour(seat int) pixel.RGB { return people.Colours[(seat-1)%len(people.Colours)].RGB }

// seatColour returns the colour of the player of a seat, or the usual one of the seat.
func seatColour(w *panel.Lamps, seat int) pixel.RGB {
	if seat >= 1 && seat <= len(w.Colours) {
		if n := int(w.Colours[seat-1]); n > 0 && n <= len(people.Colours) {
			return people.Colours[n-1].RGB
		}
	}
	return usualColour(seat)
}

// Limits of the brightness of the matrix. A lamp at full brightness takes about 20 mA for each of
// its colours. The 5 V pins of a Raspberry Pi supply the current.
const (
	brightest = 160   // maximum value of one colour of one lamp; 255 is full brightness
	budget    = 10000 // maximum sum of the values of all colours of all lamps: 0.8 A
)

// lamps draws the matrix: the first element of v.Lamps that is set, else the board, else the seat
// on turn.
func (a *Artist) lamps(v *panel.View) pixel.Lamps {
	l, w := pixel.Lamps{}, &v.Lamps
	var room [panel.MostFaces]string
	faces, letters := nonEmpty(room[:0], w.Faces[:]), w.Letters[:]
	switch {
	case w.Rolling > 0:
		a.rolling(&l, int(w.Rolling))
	case w.Moment != "":
		a.momentLamps(&l, v)
	case w.Alarm != "":
		a.alarm(&l, v)
	case w.Of > 0:
		countdown(&l, int(w.Count), int(w.Of))
	case len(faces) > 0:
		a.faces(&l, v.Game, faces, letters)
	case w.Bars != [panel.MostBars]panel.Bar{}:
		bars(&l, w)
	case v.W > 0 && v.H > 0 && v.W <= pixel.Side && v.H <= pixel.Side:
		a.lampBoard(&l, v)
	default:
		a.whoseTurn(&l, w)
	}
	limit(&l)
	return l
}

// nonEmpty appends the non-empty strings of faces to room and returns the result.
func nonEmpty(room, faces []string) []string {
	for _, f := range faces {
		if f != "" {
			room = append(room, f)
		}
	}
	return room
}

// limit scales the lamps down until no colour of a lamp exceeds brightest and the sum of all does
// not exceed budget. No lit lamp goes dark.
func limit(l *pixel.Lamps) {
	scale(l, brightest, 255)
	sum := 0
	for _, c := range l {
		sum += int(c[0]) + int(c[1]) + int(c[2])
	}
	if sum > budget {
		// The lower budget makes up for colours that scale leaves at 1.
		scale(l, budget-3*len(l), sum)
	}
}

// scale multiplies all colours by num/den. A lit colour stays at 1 or more.
func scale(l *pixel.Lamps, num, den int) {
	for i := range l {
		for j, part := range l[i] {
			if part > 0 {
				l[i][j] = byte(max(int(part)*num/den, 1))
			}
		}
	}
}

// rolling draws a rolling die at step n, which alternates between a face and an edge. The face
// depends on n only.
func (a *Artist) rolling(l *pixel.Lamps, n int) {
	faces := [...]string{"5", "2", "6", "1", "4", "3"}
	c := usualColour(n)
	if n%2 == 0 {
		drawPattern(l, faces[n/2%len(faces)], raster{0, 0, 3, 3, 2, 2}, c)
		return
	}
	g := a.own["die-edge"]
	g.Light(l, 0, 0, c)
}

// alarm draws the glyph of an alarm, the game's or else the panel's. The glyph blinks.
func (a *Artist) alarm(l *pixel.Lamps, v *panel.View) {
	if v.Lamps.Blink {
		return
	}
	g, ok := a.glyph(v.Game, v.Lamps.Alarm)
	if !ok {
		g, ok = a.own[v.Lamps.Alarm]
	}
	if !ok || g.W > pixel.Side || g.H > pixel.Side {
		g = a.own["alarm"]
	}
	g.Light(l, (pixel.Side-g.W)/2, (pixel.Side-g.H)/2, g.Colour)
}

// lampBoard draws a board of up to 8×8 cells with one lamp per cell. Around a board of up to 6×6
// cells it also shows the seat on turn.
func (a *Artist) lampBoard(l *pixel.Lamps, v *panel.View) {
	w, h := int(v.W), int(v.H)
	if w <= pixel.Side-2 && h <= pixel.Side-2 {
		a.edge(l, &v.Lamps)
	}
	for i := range w * h {
		c := v.Cells[i]
		if c.Mark&games.MarkAlarm != 0 && v.Lamps.Blink {
			continue
		}
		l.Set((pixel.Side-w)/2+i%w, (pixel.Side-h)/2+i/w, a.cellColour(v, c))
	}
}

// cellColour returns the colour of a cell: white under the cursor, dark if empty, else the colour
// of its seat, else that of its glyph.
func (a *Artist) cellColour(v *panel.View, c panel.Cell) pixel.RGB {
	g, ok := a.glyph(v.Game, c.Glyph)
	switch {
	case c.Cursor:
		return white
	case c.Glyph == "":
		return pixel.RGB{}
	case c.Seat > 0:
		return seatColour(&v.Lamps, int(c.Seat))
	case ok:
		return g.Colour
	}
	return amber
}
