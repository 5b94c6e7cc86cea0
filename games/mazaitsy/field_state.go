package mazaitsy

import (
	"math/bits"

	"tabletop/games"
)

// fieldState is a position with field=on: the counts of a state, and the field itself with all
// pieces on it. Like any position it is a value.
type fieldState struct {
	state
	field          [allCells]card
	fieldHares     [allCells]tally    // hares on the field
	row            [mostSeats]rowCard // the row, far end first
	top            card               // top card of the pile, which lies face up
	discards       cardCounts         // the discard
	bottomThickets uint8              // number of thickets that were put under the pile
	boats          [mostSeats + 1]boat
	swamps         [mostSeats + 1]cell // by seat: the swamp that it laid, whose hares will drown
	path           path
	laidAt         cell    // the card just laid, while its effects are pending
	due            cardSet // cards that get a hare now, one by one
	candidates     cardSet // cards that could get a hare, when too few hares are left
	then           stage   // stage after the last due hare
	chores         chores
}

// rowCard is a card of the row with its hare.
type rowCard struct {
	card  card
	worth uint8 // points of the hare, or 0
}

// boat is the place of a boat and the direction of its nose.
type boat struct {
	at   cell
	nose direction
}

// cardSet is a set of cards: the cells of the field, followed by the cards of the row.
type cardSet uint64

// inRowAt returns the set of the i-th card of the row, the farthest first.
func inRowAt(i int) cardSet { return 1 << (allCells + i) }

// count returns the number of cards in a set.
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

// Turn returns Chance while cards and hares are drawn, the seat that places its boat, otherwise
// the seat on turn, or Nobody.
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

// remove removes the hares of u from t.
func (t *tally) remove(u *tally) {
	for v, n := range u {
		t[v] -= n
	}
}

// free reports whether a card holds neither boat nor hare.
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

// drown sends all hares of a card to the pool and returns their number.
func (f *fieldState) drown(p cell) int {
	n := f.fieldHares[p].count()
	f.hares.lost += int32(n)
	f.fieldHares[p] = tally{}
	return n
}
