package mazaitsy

import (
	"math/bits"

	"tabletop/games"
)

// fieldState is a position with field=on: a state, and the field with all pieces on it. Assigning a
// fieldState copies it.
type fieldState struct {
	state
	field          [allCells]card
	fieldHares     [allCells]tally    // hares on each card of the field
	row            [mostSeats]rowCard // cards of the row, the far end first
	top            card               // top card of the pile, which lies face up
	discards       cardCounts         // cards in the discard
	bottomThickets uint8              // number of thickets that were put under the pile
	boats          [mostSeats + 1]boat
	swamps         [mostSeats + 1]cell // swamp laid by each seat, until its hares drown
	path           path
	laidAt         cell    // cell of the card just laid, until its effects are over
	due            cardSet // cards that get a hare now, one after the other
	candidates     cardSet // cards of which some get a hare, because too few hares are left
	then           stage   // stage that follows when no hare is due any more
	chores         chores
}

// rowCard is a card of the row with the hare on it.
type rowCard struct {
	card  card
	worth uint8 // points of the hare; 0: no hare
}

// boat contains the place of a boat and the direction of its nose.
type boat struct {
	at   cell
	nose direction
}

// cardSet is a set of cards, with one bit for each cell of the field and then one for each card of
// the row.
type cardSet uint64

// inRowAt returns the set that contains only the i-th card of the row, counted from 0 at the far
// end.
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

// Turn returns the seat on turn or the seat that places its boat. It returns Chance while cards
// and hares are drawn, and Nobody once the game is over.
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

// pool returns the hares in the pool, which lie face down beside the field.
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

// free reports whether the card at p holds neither a boat nor a hare.
func (f *fieldState) free(p cell) bool { return f.fieldHares[p] == tally{} && !f.afloat(p) }

// afloat reports whether a boat is on the card at p.
func (f *fieldState) afloat(p cell) bool {
	for k := 1; k <= f.table.seats; k++ {
		if f.boats[k].at == p {
			return true
		}
	}
	return false
}

// drown sends all hares of the card at p to the pool and returns their number.
func (f *fieldState) drown(p cell) int {
	n := f.fieldHares[p].count()
	f.hares.lost += int32(n)
	f.fieldHares[p] = tally{}
	return n
}
