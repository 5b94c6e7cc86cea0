package mazaitsy

import (
	"slices"

	"tabletop/games"
)

// The lay-out (the book's preparations): cards first, in the centre, then row by
// row, then the open row and the top of the pile; then hares on their symbols;
// then the boats.

// layOut goes on with it after a card was named.
func (f *flood) layOut() {
	if _, more := f.unlaid(); more {
		f.stage = naming
		return
	}
	f.due, f.then = f.symbols(), boating
	f.draw()
}

// order lists the spots of the field as they are laid.
func (t *table) order(yield func(spot) bool) {
	for _, p := range t.centre() {
		if !yield(p) {
			return
		}
	}
	for p := range spot(allSpots) {
		if t.holds(p) && !t.central(p) && !yield(p) {
			return
		}
	}
}

// layingOut reports whether cards are being laid out: no boat floats before that is done.
func (f *flood) layingOut() bool {
	return f.boats[f.table.seats].at == nowhere && f.top.kind == unnamed
}

// unlaid returns the card that the lay-out names next, and where it goes: onto
// the field, or nowhere, which is the row or the pile.
func (f *flood) unlaid() (at spot, more bool) {
	for p := range f.table.order {
		if f.field[p].kind == unnamed {
			return p, true
		}
	}
	return nowhere, f.top.kind == unnamed
}

// Again says that the card that was laid out last may be followed by its like: on the
// field, in the same direction.
func (f flood) Again() (games.Decision, bool) {
	if f.stage != naming || !f.layingOut() {
		return "", false
	}
	last, ok := f.laidLast()
	if at, _ := f.unlaid(); at == nowhere {
		last = last.bare() // currents have no direction in the row
	}
	i := slices.IndexFunc(f.faces(), func(c face) bool { return c.card == last })
	if !ok || i < 0 {
		return "", false
	}
	return f.faces()[i].says, true
}

// laidLast returns the last card of the lay-out so far, if there is one.
func (f *flood) laidLast() (last card, ok bool) {
	for p := range f.table.order {
		if f.field[p].kind == unnamed {
			return last, ok
		}
		last, ok = f.field[p], true
	}
	for _, s := range f.open {
		if s.card.kind != unnamed {
			last = s.card
		}
	}
	return last, ok
}

// lay takes a named card into the lay-out. A thicket never lies in the centre: it
// goes under the pile.
func (f *flood) lay(c card) {
	at, _ := f.unlaid()
	switch {
	case at != nowhere && c.kind == thicket && f.table.central(at):
		f.bottom++
	case at != nowhere:
		f.field[at] = c
	default:
		f.layOpen(c)
	}
	f.layOut()
}

// layOpen lays c in the row while it is short, else it is the top of the pile.
func (f *flood) layOpen(c card) {
	for i := range f.deck.row {
		if f.open[i].card.kind == unnamed {
			f.open[i].card = c
			return
		}
	}
	f.top = c
}

// symbols are all cards of field and row that bear the symbol.
func (f *flood) symbols() cards {
	var all cards
	for p, c := range f.field {
		if c.symbol() {
			all |= cards(spot(p).bit())
		}
	}
	for i, s := range f.open {
		if s.card.symbol() {
			all |= inRowAt(i)
		}
	}
	return all
}

// unplaced returns the seat whose boat comes next, the last one first, or 0.
func (f *flood) unplaced() int {
	for k := f.table.seats; k > 0; k-- {
		if f.boats[k].at == nowhere {
			return k
		}
	}
	return 0
}

// harbours calls each with all boats that may be placed next, by name. Boats
// begin on cards of their own, noses off the centre; two boats begin on the
// middle card, the second one's nose opposite the first's.
func (f *flood) harbours(each func(boat)) {
	for _, p := range byName {
		if !f.table.central(p) || f.table.seats > 2 && f.afloat(p) {
			continue
		}
		for _, w := range upright {
			b := boat{p, w}
			first := f.boats[2]
			if f.table.seats == 2 && first.at != nowhere && w != first.nose.by(4) {
				continue
			}
			if f.table.seats == 2 || !f.table.central(f.table.beside(p, w)) {
				each(b)
			}
		}
	}
}

// boat places a boat: "c3 n".
func (f *flood) boat(words []string) rule {
	if len(words) != 2 {
		return notation()
	}
	at, ok := f.table.spot(words[0])
	nose, pointed := parseWay(words[1])
	switch {
	case !ok || !pointed || nose.slanting():
		return notation()
	case !f.table.central(at):
		return games.Say("rule.boat.centre")
	case f.table.seats > 2 && f.afloat(at):
		return games.Say("rule.boat.taken", at.String())
	}
	var free []boat
	f.harbours(func(b boat) { free = append(free, b) })
	switch {
	case slices.Contains(free, boat{at, nose}):
	case f.table.seats == 2:
		return games.Say("rule.boat.opposite")
	default:
		return games.Say("rule.boat.nose")
	}
	f.boats[f.unplaced()] = boat{at, nose}
	f.moor()
	return allowed
}

// moor awaits the next boat, or begins the first turn.
func (f *flood) moor() {
	f.stage = boating
	if f.unplaced() == 0 {
		f.begin()
	}
}

// begin begins a turn: a window opens where the boat lies.
func (f *flood) begin() {
	if f.path.by == uint8(f.seat()) {
		f.path = path{}
	}
	f.stage = moving
	f.meet()
}
