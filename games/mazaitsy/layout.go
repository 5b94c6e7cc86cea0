package mazaitsy

import (
	"slices"

	"tabletop/games"
)

// The lay-out (in the book: preparations) has a fixed order. First come the cards: those of the
// centre, the field row by row, the row, and the top of the pile. Then come the hares on the
// symbols of cards, and then the boats.

// continueLayOut asks for the next card of the lay-out. When all cards are named, it asks for the
// hares.
func (f *fieldState) continueLayOut() {
	if _, more := f.nextPlace(); more {
		f.stage = naming
		return
	}
	f.due, f.then = f.symbolCards(), placingBoat
	f.drawHares()
}

// layOutOrder yields the cells of the field in the order of the lay-out.
func (t *table) layOutOrder(yield func(cell) bool) {
	for _, p := range t.centre() {
		if !yield(p) {
			return
		}
	}
	for p := range cell(allCells) {
		if t.holds(p) && !t.central(p) && !yield(p) {
			return
		}
	}
}

// layingOut reports whether the cards of the lay-out are not all named yet. No boat is placed
// before that.
func (f *fieldState) layingOut() bool {
	return f.boats[f.table.seats].at == nowhere && f.top.kind == unseenType
}

// nextPlace returns the place of the card that the lay-out asks for: a cell of the field, or
// nowhere for the row or the pile. more is false once the top of the pile is named.
func (f *fieldState) nextPlace() (at cell, more bool) {
	for p := range f.table.layOutOrder {
		if f.field[p].kind == unseenType {
			return p, true
		}
	}
	return nowhere, f.top.kind == unseenType
}

// Again returns the decision that repeats the last card of the lay-out. On the field it also
// repeats the direction.
func (f fieldState) Again() (games.Decision, bool) {
	if f.stage != naming || !f.layingOut() {
		return "", false
	}
	last, ok := f.lastLaid()
	if at, _ := f.nextPlace(); at == nowhere {
		last = last.undirected() // currents have no direction in the row
	}
	i := slices.IndexFunc(f.cardFaces(), func(c face) bool { return c.card == last })
	if !ok || i < 0 {
		return "", false
	}
	return f.cardFaces()[i].says, true
}

// lastLaid returns the last card that the lay-out has named. ok is false before the first card.
func (f *fieldState) lastLaid() (last card, ok bool) {
	for p := range f.table.layOutOrder {
		if f.field[p].kind == unseenType {
			return last, ok
		}
		last, ok = f.field[p], true
	}
	for _, s := range f.row {
		if s.card.kind != unseenType {
			last = s.card
		}
	}
	return last, ok
}

// layOutCard adds a named card to the lay-out. A thicket named for the centre goes under the pile
// instead.
func (f *fieldState) layOutCard(c card) {
	at, _ := f.nextPlace()
	switch {
	case at != nowhere && c.kind == thicket && f.table.central(at):
		f.bottomThickets++
	case at != nowhere:
		f.field[at] = c
	default:
		f.layOutOpen(c)
	}
	f.continueLayOut()
}

// layOutOpen lays c in the row. If the row is full, c becomes the top of the pile.
func (f *fieldState) layOutOpen(c card) {
	for i := range f.deck.row {
		if f.row[i].card.kind == unseenType {
			f.row[i].card = c
			return
		}
	}
	f.top = c
}

// symbolCards returns the cards of the field and the row that bear the symbol.
func (f *fieldState) symbolCards() cardSet {
	var all cardSet
	for p, c := range f.field {
		if c.bearsSymbol() {
			all |= cardSet(cell(p).bit())
		}
	}
	for i, s := range f.row {
		if s.card.bearsSymbol() {
			all |= inRowAt(i)
		}
	}
	return all
}

// boatToPlace returns the seat that places its boat next, or 0. The last seat comes first.
func (f *fieldState) boatToPlace() int {
	for k := f.table.seats; k > 0; k-- {
		if f.boats[k].at == nowhere {
			return k
		}
	}
	return 0
}

// eachStart calls each for every place and direction in which the next boat may begin, in the
// order of the cells' names. Boats begin on separate cards of the centre, with their noses away
// from the centre. With two seats both boats begin on the middle card, with opposite noses.
func (f *fieldState) eachStart(each func(boat)) {
	for _, p := range byName {
		if !f.table.central(p) || f.table.seats > 2 && f.afloat(p) {
			continue
		}
		for _, w := range orthogonals {
			b := boat{p, w}
			first := f.boats[2]
			if f.table.seats == 2 && first.at != nowhere && w != first.nose.turned(4) {
				continue
			}
			if f.table.seats == 2 || !f.table.central(f.table.neighbour(p, w)) {
				each(b)
			}
		}
	}
}

// placeBoat applies the decision "boat c3 n", by which a seat places its boat.
func (f *fieldState) placeBoat(words []string) rule {
	if len(words) != 2 {
		return unknownNotation()
	}
	at, ok := f.table.parseCell(words[0])
	nose, pointed := parseDirection(words[1])
	switch {
	case !ok || !pointed || nose.diagonal():
		return unknownNotation()
	case !f.table.central(at):
		return games.Say("rule.boat.centre")
	case f.table.seats > 2 && f.afloat(at):
		return games.Say("rule.boat.taken", at.String())
	}
	var free []boat
	f.eachStart(func(b boat) { free = append(free, b) })
	switch {
	case slices.Contains(free, boat{at, nose}):
	case f.table.seats == 2:
		return games.Say("rule.boat.opposite")
	default:
		return games.Say("rule.boat.nose")
	}
	f.boats[f.boatToPlace()] = boat{at, nose}
	f.awaitBoat()
	return allowed
}

// awaitBoat asks for the next boat. When all boats are placed, it begins the first turn.
func (f *fieldState) awaitBoat() {
	f.stage = placingBoat
	if f.boatToPlace() == 0 {
		f.beginTurn()
	}
}

// beginTurn begins a turn. A window opens at the boat.
func (f *fieldState) beginTurn() {
	if f.path.by == uint8(f.seat()) {
		f.path = path{}
	}
	f.stage = moving
	f.openWindow()
}
