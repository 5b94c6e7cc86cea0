package mazaitsy

import (
	"math/bits"
	"strconv"
)

// signs contains the sign of each type of card in the text of a position. On the field the sign of
// a current is the name of its direction.
var signs = [...]string{
	water: "~", fish: "f", log: "=", thicket: "#", whirlpool: "@", swamp: "%", funnel: "o",
	straight: "+", side: "x", unseenType: "?",
}

// plainSign follows the sign of a card that lacks the symbol of its type.
const plainSign = "'"

// fieldString returns the sign of a card that lies on the field.
func (c card) fieldString() string {
	if c.kind.current() {
		return c.direction.String() + c.suffix()
	}
	return c.String()
}

// String returns the sign of a card that lies beside the field.
func (c card) String() string { return signs[c.kind] + c.suffix() }

func (c card) suffix() string {
	if c.plain {
		return plainSign
	}
	return ""
}

// String returns the position as a text in the format of the package comment.
func (f fieldState) String() string {
	b := []byte(f.state.String())
	b = f.appendBoats(b)
	b = f.appendField(b)
	b = f.appendOpen(b)
	b = f.discards.append(append(b, "\ntossed "...))
	b = f.path.append(append(b, "\npath "...))
	b = f.appendPending(append(b, '\n'))
	return string(b)
}

// appendBoats appends lines with the boats, and the swamps whose hares will drown.
func (f *fieldState) appendBoats(b []byte) []byte {
	for k := 1; k <= f.table.seats; k++ {
		b = append(b, "boat "...)
		b = strconv.AppendInt(b, int64(k), 10)
		b = append(append(b, ' '), f.boats[k].at.String()...)
		b = append(append(b, ' '), f.boats[k].nose.String()...)
		b = append(append(b, " swamp "...), f.swamps[k].String()...)
		b = append(b, '\n')
	}
	return b
}

// appendOpen appends the line with the row, far end first, the top of the pile, and the number of
// thickets known to lie under the pile.
func (f *fieldState) appendOpen(b []byte) []byte {
	b = append(b, "open"...)
	for i := range f.deck.row {
		b = append(append(b, ' '), f.row[i].card.String()...)
		if v := f.row[i].worth; v > 0 {
			b = append(b, ':', '0'+v)
		}
	}
	b = append(append(b, " top "...), f.top.String()...)
	return strconv.AppendInt(append(b, " under "...), int64(f.bottomThickets), 10)
}

// append appends the seat of the path and its steps to a text.
func (p *path) append(b []byte) []byte {
	b = strconv.AppendInt(b, int64(p.by), 10)
	for _, s := range p.all() {
		b = append(append(b, ' '), stepNames[s.kind]...)
		b = append(append(b, ' '), s.at.String()...)
	}
	return b
}

// appendField appends the field to a text, with a line for each row and aligned columns.
func (f *fieldState) appendField(b []byte) []byte {
	var room [allCells][]byte
	widest := 0
	for p, c := range f.field {
		if !f.table.holds(cell(p)) {
			continue
		}
		cell := append(room[p], c.fieldString()...)
		if f.fieldHares[p] != (tally{}) {
			cell = f.fieldHares[p].appendSigns(append(cell, ':'))
		}
		room[p] = cell
		widest = max(widest, len(cell))
	}
	pad := func(cell []byte, last bool) {
		b = append(b, ' ')
		b = append(b, cell...)
		for n := len(cell); n < widest && !last; n++ {
			b = append(b, ' ')
		}
	}
	b = append(b, '-')
	for column := range f.table.size() {
		pad([]byte{'a' + byte(column)}, column == f.table.size()-1)
	}
	for row := range f.table.size() {
		b = append(b, '\n', '1'+byte(row))
		for column := range f.table.size() {
			pad(room[row*rowLength+column], column == f.table.size()-1)
		}
	}
	return append(b, '\n')
}

// appendSigns appends the points of each hare as a digit: "113".
func (t *tally) appendSigns(b []byte) []byte {
	for v, n := range t {
		for range n {
			b = append(b, '0'+byte(v))
		}
	}
	return b
}

// append appends the cards in the form of the option cards, or "-" for none.
func (k *cardCounts) append(b []byte) []byte {
	some := false
	for q, n := range k {
		if n[0]+n[1] == 0 {
			continue
		}
		if some {
			b = append(b, ',')
		}
		some = true
		b = append(append(b, cardType(q).String()...), ':')
		b = strconv.AppendInt(b, int64(n[0]+n[1]), 10)
		if n[1] > 0 {
			b = append(b, '/')
			b = strconv.AppendInt(b, int64(n[1]), 10)
		}
	}
	if !some {
		return append(b, '-')
	}
	return b
}

// appendPending appends lines with temporary state: the hares that are due, the cards from which
// the seat chooses, and the card just laid.
func (f *fieldState) appendPending(b []byte) []byte {
	if f.due != 0 {
		b = f.due.append(append(b, "due"...))
		b = append(b, " then "...)
		b = append(append(b, stageNames[f.then]...), '\n')
	}
	if f.candidates != 0 {
		b = append(f.candidates.append(append(b, "pick"...)), '\n')
	}
	if f.laidAt != nowhere {
		b = append(append(append(b, "fresh "...), f.laidAt.String()...), '\n')
	}
	return f.chores.append(b)
}

// append appends the names of the set's cells on the field, and the places of its cards in the row.
// Place 1 is the far end of the row.
func (c cardSet) append(b []byte) []byte {
	for ; c != 0; c &= c - 1 {
		b = append(b, ' ')
		if at := bits.TrailingZeros64(uint64(c)); at < allCells {
			b = append(b, cell(at).String()...)
		} else {
			b = append(b, '1'+byte(at-allCells))
		}
	}
	return b
}
