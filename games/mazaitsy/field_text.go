package mazaitsy

import (
	"math/bits"
	"strconv"
)

// signs are the cards as the text of a position draws them. A current on the
// field is drawn as its direction.
var signs = [...]string{
	water: "~", fish: "f", log: "=", thicket: "#", whirlpool: "@", swamp: "%", funnel: "o",
	straight: "+", side: "x", unnamed: "?",
}

// plainSign stands behind a card without the symbol that its type can bear.
const plainSign = "'"

// drawnOn is the card as it is drawn on the field.
func (c card) drawnOn() string {
	if c.kind.current() {
		return c.way.String() + c.suffix()
	}
	return c.String()
}

// String is the card as it is drawn beside the field.
func (c card) String() string { return signs[c.kind] + c.suffix() }

func (c card) suffix() string {
	if c.plain {
		return plainSign
	}
	return ""
}

// String prints the position as the package comment draws it.
func (f flood) String() string {
	b := []byte(f.state.String())
	b = f.appendBoats(b)
	b = f.appendField(b)
	b = f.appendOpen(b)
	b = f.tossed.append(append(b, "\ntossed "...))
	b = f.path.append(append(b, "\npath "...))
	b = f.appendPending(append(b, '\n'))
	return string(b)
}

// appendBoats writes where boats are, and the swamps whose hares are doomed.
func (f *flood) appendBoats(b []byte) []byte {
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

// appendOpen writes the row, far end first, the top of the pile, and how many
// thickets are known to lie under it.
func (f *flood) appendOpen(b []byte) []byte {
	b = append(b, "open"...)
	for i := range f.deck.row {
		b = append(append(b, ' '), f.open[i].card.String()...)
		if v := f.open[i].worth; v > 0 {
			b = append(b, ':', '0'+v)
		}
	}
	b = append(append(b, " top "...), f.top.String()...)
	return strconv.AppendInt(append(b, " under "...), int64(f.bottom), 10)
}

// append writes whose path it is, and its steps.
func (p *path) append(b []byte) []byte {
	b = strconv.AppendInt(b, int64(p.by), 10)
	for _, s := range p.all() {
		b = append(append(b, ' '), howNames[s.how]...)
		b = append(append(b, ' '), s.at.String()...)
	}
	return b
}

// appendField draws the field, a card a column and a row a line.
func (f *flood) appendField(b []byte) []byte {
	var room [allSpots][]byte
	widest := 0
	for p, c := range f.field {
		if !f.table.holds(spot(p)) {
			continue
		}
		cell := append(room[p], c.drawnOn()...)
		if f.lying[p] != (tally{}) {
			cell = f.lying[p].appendSigns(append(cell, ':'))
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
			pad(room[row*across+column], column == f.table.size()-1)
		}
	}
	return append(b, '\n')
}

// appendSigns writes a digit for each hare: "113".
func (t *tally) appendSigns(b []byte) []byte {
	for v, n := range t {
		for range n {
			b = append(b, '0'+byte(v))
		}
	}
	return b
}

// append writes the cards as the option "cards" does, or "-" for none.
func (k *stock) append(b []byte) []byte {
	some := false
	for q, n := range k {
		if n[0]+n[1] == 0 {
			continue
		}
		if some {
			b = append(b, ',')
		}
		some = true
		b = append(append(b, square(q).String()...), ':')
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

// appendPending writes what is only there for a moment: the hares that are due,
// the cards to choose from, the card just laid.
func (f *flood) appendPending(b []byte) []byte {
	if f.due != 0 {
		b = f.due.append(append(b, "due"...))
		b = append(b, " then "...)
		b = append(append(b, stageNames[f.then]...), '\n')
	}
	if f.pick != 0 {
		b = append(f.pick.append(append(b, "pick"...)), '\n')
	}
	if f.fresh != nowhere {
		b = append(append(append(b, "fresh "...), f.fresh.String()...), '\n')
	}
	return b
}

// append writes the spots of a set, and the places of the row by number.
func (c cards) append(b []byte) []byte {
	for ; c != 0; c &= c - 1 {
		b = append(b, ' ')
		if at := bits.TrailingZeros64(uint64(c)); at < allSpots {
			b = append(b, spot(at).String()...)
		} else {
			b = append(b, '1'+byte(at-allSpots))
		}
	}
	return b
}
