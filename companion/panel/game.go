package panel

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// SetBoard shows the cells of a game: a board on the OLED and the matrix, dice on the matrix only.
func (v *View) SetBoard(g games.View) {
	switch {
	case len(g.Cells) == 0 || len(g.Cells) > MostCells:
	case g.H > 1:
		v.Kind, v.W, v.H = KindBoard, uint8(g.W), uint8(g.H)
		for i, c := range g.Cells {
			v.Cells[i] = cellOf(c)
		}
	default:
		v.Lamps.setFaces(g.Cells)
	}
}

// SetDice shows the dice of a roll with their faces.
func (v *View) SetDice(cells []games.Cell) {
	n := min(len(cells), MostDice)
	v.W, v.H = uint8(n), 1
	for i, c := range cells[:n] {
		v.Cells[i] = cellOf(c)
		v.Cells[i].Name = c.Name
	}
	v.Lamps.setFaces(cells)
}

// setFaces shows up to eight cells on the matrix. Each is an alarm, a countdown or a face. More cells
// that are seats, one for each, are not shown.
func (l *Lamps) setFaces(cells []games.Cell) {
	if len(cells) > MostFaces && !slices.ContainsFunc(cells, func(c games.Cell) bool { return c.Seat <= 0 }) {
		return
	}
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

// SetBars shows the scores as bars, unless all scores are equal or there are more than eight.
func (l *Lamps) SetBars(st games.Standing) {
	least, most := slices.Min(st.Scores), slices.Max(st.Scores)
	if least == most || len(st.Scores) > MostBars {
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

// countOf parses a countdown: "3/8" means 3 of 8 left, "3" means 3 of 3 left.
func countOf(glyph string) (left, of uint16) {
	a, b, whole := strings.Cut(glyph, "/")
	n, _ := strconv.ParseUint(a, 10, 16) // an invalid number counts as 0
	if !whole {
		b = a
	}
	m, _ := strconv.ParseUint(b, 10, 16)
	return uint16(n), uint16(max(m, n, 1))
}

// cellOf returns a game's cell as a cell of a View.
func cellOf(c games.Cell) Cell {
	return Cell{Glyph: c.Glyph, Seat: int8(c.Seat), Mark: c.Mark, Tag: c.Tag}
}

// SetStrip shows up to twelve tallies under the title.
func (v *View) SetStrip(tallies []games.Tally) {
	for i, t := range tallies[:min(len(tallies), MostTallies)] {
		v.Strip[i] = Tally{Glyph: t.Glyph, N: int16(t.N), Seat: int8(t.Seat), Mark: t.Mark}
	}
}

// SetTotals shows the scores of up to four seats beside the tallies. The best score stands first. It
// leads unless all scores are equal.
func (v *View) SetTotals(scores []games.Tally) {
	if len(scores) > MostTotals {
		return
	}
	for i, t := range scores {
		leads := t.N == scores[0].N && t.N != scores[len(scores)-1].N
		v.Totals[i] = Tally{Glyph: t.Glyph, N: int16(t.N), Seat: int8(t.Seat), Leads: leads}
	}
}

// SetLetters adds letters to the tallies with pictures that look alike. The function letter returns
// the letter of a picture, or "".
func (v *View) SetLetters(letter func(picture string) string) {
	for i := range v.Strip {
		if t := &v.Strip[i]; t.Glyph != "" {
			t.Letter = letter(t.Glyph)
		}
	}
}

// SetOwners adds the initials of the owners to the tallies that belong to seats.
func (v *View) SetOwners(names []string) {
	for i := range v.Strip {
		if t := &v.Strip[i]; t.Seat > 0 && len(names) > 1 {
			t.Who = Initial(names, int(t.Seat)-1)
		}
	}
}

// Largest part of a board that fits beside the text of a step, in cells.
const (
	partWide = 5
	partHigh = 6
)

// PartOf returns the smallest rectangle of a board, in cells, that contains the cells of those
// names. It returns false if there are fewer than two names, or if the rectangle is too large to be
// drawn beside the text of a step.
func PartOf(board games.View, names []string) (part image.Rectangle, ok bool) {
	for i, c := range board.Cells {
		if c.Name != "" && slices.Contains(names, c.Name) {
			at := image.Pt(i%board.W, i/board.W)
			part = part.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
		}
	}
	return part, len(names) > 1 && !part.Empty() && part.Dx() <= partWide && part.Dy() <= partHigh
}

// ShowPart shows a part of a board.
func (v *View) ShowPart(board games.View, part image.Rectangle) {
	v.W, v.H, v.Part = uint8(part.Dx()), uint8(part.Dy()), true
	for i := range part.Dx() * part.Dy() {
		x, y := part.Min.X+i%part.Dx(), part.Min.Y+i/part.Dx()
		v.Cells[i] = cellOf(board.Cells[y*board.W+x])
	}
}

// PointAt shows a board on the matrix, with the cursor on the cell of that name.
func (v *View) PointAt(board games.View, name string) {
	if name == "" || board.H < 2 || len(board.Cells) > MostCells {
		return
	}
	v.W, v.H = uint8(board.W), uint8(board.H)
	for i, c := range board.Cells {
		v.Cells[i] = cellOf(c)
		v.Cells[i].Cursor = c.Name == name
	}
}
