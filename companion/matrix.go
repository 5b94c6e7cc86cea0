package companion

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// board lays a game's cells out: dice on the matrix, boards on the panel too.
func (v *View) board(g games.View) {
	switch {
	case len(g.Cells) == 0 || len(g.Cells) > MostCells:
	case g.H > 1:
		v.Kind, v.W, v.H = KindBoard, uint8(g.W), uint8(g.H)
		for i, c := range g.Cells {
			v.Cells[i] = cellOf(c)
		}
	default:
		v.Lamps.strip(g.Cells)
	}
}

// dice shows the dice of a roll, each with its face.
func (v *View) dice(cells []games.Cell) {
	n := min(len(cells), MostDice)
	v.W, v.H = uint8(n), 1
	for i, c := range cells[:n] {
		v.Cells[i] = cellOf(c)
		v.Cells[i].Name = c.Name
	}
	v.Lamps.strip(cells)
}

// strip shows up to eight cells on the matrix: an alarm, a countdown or faces.
func (l *Lamps) strip(cells []games.Cell) {
	for i, c := range cells[:min(len(cells), MostFaces)] {
		switch {
		case c.Mark&games.MarkAlarm != 0:
			l.Alarm = c.Glyph
		case c.Mark&games.MarkCount != 0:
			l.Count, l.Of = countOf(c.Glyph)
		default:
			l.Faces[i] = c.Glyph
		}
	}
}

// race shows the scores as bars, as soon as they differ.
func (l *Lamps) race(st games.Standing) {
	least, most := slices.Min(st.Scores), slices.Max(st.Scores)
	if least == most || len(st.Scores) > MostTallies {
		return
	}
	first := most
	if st.Lowest {
		first = least
	}
	least = min(least, 0)
	for i, n := range st.Scores {
		l.Bars[i] = Bar{High: uint8(1 + 7*(n-least)/(most-least)), Leads: n == first}
	}
}

// countOf reads a countdown: "3/8" is 3 of 8 left, "3" alone 3 of 3.
func countOf(glyph string) (left, of uint16) {
	a, b, whole := strings.Cut(glyph, "/")
	n, _ := strconv.ParseUint(a, 10, 16) // not a number: nothing is left
	if !whole {
		b = a
	}
	m, _ := strconv.ParseUint(b, 10, 16)
	return uint16(n), uint16(max(m, n, 1))
}

// lamps is what the matrix shows: the page's own, else the match's, else whose turn it is.
func (m Model) lamps(own Lamps) Lamps {
	mt := m.Match()
	l := own
	if !mt.IsZero() {
		if l == (Lamps{}) && mt.State().Turn() != games.Nobody {
			var v View
			v.board(mt.State().View(games.Nobody))
			l = v.Lamps
		}
		if l == (Lamps{}) && games.IsTracker(mt.Rules()) {
			l.race(mt.State().Standing())
		}
		if seat := pointedAt(mt.State()); seat > 0 && len(mt.Names()) > 1 {
			l.Seat, l.Seats = uint8(seat), uint8(len(mt.Names()))
		}
	}
	if m.face.count.IsSet() {
		l.Count, l.Of = m.face.count.Left(m.now)
		if m.face.count.Rings(m.now) {
			l.Alarm = GlyphBell
		}
	}
	if m.top().page.rings {
		l.Alarm = GlyphBell
	}
	l.Blink = m.face.flash
	m.game().spell(&l)
	return l
}

// spell gives every face that is no number a letter, as the panel's language calls it.
func (g game) spell(l *Lamps) {
	mt := g.match
	if mt.IsZero() {
		return
	}
	w := g.words()
	for i, face := range l.Faces {
		if face != "" && w.Has("name."+face) {
			first, _ := utf8.DecodeRuneInString(w.Name(face))
			l.Letters[i] = string(unicode.ToUpper(first))
		}
	}
}

// pointedAt is the seat on turn, or who has won alone.
func pointedAt(s games.State) games.Seat {
	if won := s.Standing().Won; len(won) == 1 {
		return won[0]
	}
	return s.Turn()
}

// alarmed reports whether something flashes on the matrix.
func (m Model) alarmed() bool {
	return m.face.light != Off && m.lamps(Lamps{}).Alarm != ""
}
