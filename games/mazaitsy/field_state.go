package mazaitsy

import (
	"math/bits"

	"tabletop/games"
)

// fieldState is a position with field=on: what a state counts, and the field itself
// with all that lies and floats on it. It is a value like any other position.
type fieldState struct {
	state
	field          [allCells]card
	fieldHares     [allCells]tally    // hares on the field
	row            [mostSeats]rowCard // the row, far end first
	top            card               // of the pile, which lies face up
	discards       cardCounts         // the discard
	bottomThickets uint8              // thickets that were put under the pile
	boats          [mostSeats + 1]boat
	swamps         [mostSeats + 1]cell // the swamp a seat has laid and whose hares are doomed
	path           path
	laidAt         cell    // the card just laid, while its effects are to come
	due            cardSet // that get a hare now, one by one
	candidates     cardSet // that could get one, too few hares being left
	then           stage   // what comes when no hare is due any more
	chores         chores
}

// rowCard is a place of the row: a card with its hare.
type rowCard struct {
	card  card
	worth uint8 // of the hare, or 0
}

// boat is where a boat floats and where its nose points.
type boat struct {
	at   cell
	nose direction
}

// cardSet is cards: the cells of the field, and behind them the places of the row.
type cardSet uint64

// inRowAt is the i-th place of the row, the farthest first, in a set of cards.
func inRowAt(i int) cardSet { return 1 << (allCells + i) }

// count returns how many cards are in a set.
func (c cardSet) count() int { return bits.OnesCount64(uint64(c)) }

// newFieldState returns the position before the first card is laid.
func (t *table) newFieldState() fieldState {
	f := fieldState{state: state{table: t, turn: 1, round: 1, deck: t.dealtDeck(), news: true, stage: naming}, top: unseenCard, laidAt: nowhere}
	for p := range f.field {
		f.field[p] = unseenCard
	}
	for i := range f.row {
		f.row[i].card = unseenCard
	}
	for k := range f.boats {
		f.boats[k].at, f.swamps[k] = nowhere, nowhere
	}
	return f
}

// Turn returns Chance while cards and hares are drawn, while boats are placed
// the seat that does, else who is on turn, or Nobody.
func (f fieldState) Turn() games.Seat {
	switch f.stage {
	case naming, drawing, asking:
		return games.Chance
	case placingBoat:
		return games.Seat(f.boatToPlace())
	case over:
		return games.Nobody
	}
	return games.Seat(f.seat())
}

// mine returns the boat of the seat on turn.
func (f *fieldState) mine() *boat { return &f.boats[f.seat()] }

// pool returns the hares that lie face down beside the field.
func (f *fieldState) pool() tally {
	left := f.table.hares
	for k := 1; k <= f.table.seats; k++ {
		left.remove(&f.hares.of[k].boat)
		left.remove(&f.hares.of[k].ashore)
	}
	for p := range f.fieldHares {
		left.remove(&f.fieldHares[p])
	}
	for _, m := range f.row {
		if m.worth > 0 {
			left[m.worth]--
		}
	}
	return left
}

// remove takes the hares of u out of t.
func (t *tally) remove(u *tally) {
	for v, n := range u {
		t[v] -= n
	}
}

// free reports whether neither boat nor hare is on a card.
func (f *fieldState) free(p cell) bool { return f.fieldHares[p] == tally{} && !f.afloat(p) }

// afloat reports whether a boat is on a card.
func (f *fieldState) afloat(p cell) bool {
	for k := 1; k <= f.table.seats; k++ {
		if f.boats[k].at == p {
			return true
		}
	}
	return false
}

// drown sends all hares of a card to the pool, and returns how many.
func (f *fieldState) drown(p cell) int {
	n := f.fieldHares[p].count()
	f.hares.lost += int32(n)
	f.fieldHares[p] = tally{}
	return n
}
