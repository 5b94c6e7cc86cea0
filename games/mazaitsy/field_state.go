package mazaitsy

import (
	"math/bits"

	"tabletop/games"
)

// flood is a position with field=on: what a state counts, and the field itself
// with all that lies and floats on it. It is a value like any other position.
type flood struct {
	state
	field  [allSpots]card
	lying  [allSpots]tally // hares on the field
	open   [mostSeats]slot // the row, far end first
	top    card            // of the pile, which lies face up
	tossed stock           // the discard
	bottom uint8           // thickets that were put under the pile
	boats  [mostSeats + 1]boat
	swamps [mostSeats + 1]spot // the swamp a seat has laid and whose hares are doomed
	path   path
	fresh  spot  // the card just laid, while its effects are to come
	due    cards // that get a hare now, one by one
	pick   cards // that could get one, too few hares being left
	then   stage // what comes when no hare is due any more
}

// slot is a place of the row: a card with its hare.
type slot struct {
	card  card
	worth uint8 // of the hare, or 0
}

// boat is where a boat floats and where its nose points.
type boat struct {
	at   spot
	nose way
}

// cards is a set: the spots of the field, and behind them the places of the row.
type cards uint64

// inRowAt is the i-th place of the row, the farthest first, in a set of cards.
func inRowAt(i int) cards { return 1 << (allSpots + i) }

// count returns how many cards are in a set.
func (c cards) count() int { return bits.OnesCount64(uint64(c)) }

// launch returns the position before the first card is laid.
func (t *table) launch() flood {
	f := flood{state: state{table: t, turn: 1, round: 1, deck: t.dealt(), news: true, stage: naming}, top: blank, fresh: nowhere}
	for p := range f.field {
		f.field[p] = blank
	}
	for i := range f.open {
		f.open[i].card = blank
	}
	for k := range f.boats {
		f.boats[k].at, f.swamps[k] = nowhere, nowhere
	}
	return f
}

// Turn returns Chance while cards and hares are drawn, while boats are placed
// the seat that does, else who is on turn, or Nobody.
func (f flood) Turn() games.Seat {
	switch f.stage {
	case naming, drawing, asking:
		return games.Chance
	case boating:
		return games.Seat(f.unplaced())
	case over:
		return games.Nobody
	}
	return games.Seat(f.seat())
}

// mine returns the boat of the seat on turn.
func (f *flood) mine() *boat { return &f.boats[f.seat()] }

// pool returns the hares that lie face down beside the field.
func (f *flood) pool() tally {
	left := f.table.hares
	for k := 1; k <= f.table.seats; k++ {
		left.less(&f.hares.of[k].boat)
		left.less(&f.hares.of[k].ashore)
	}
	for p := range f.lying {
		left.less(&f.lying[p])
	}
	for _, m := range f.open {
		if m.worth > 0 {
			left[m.worth]--
		}
	}
	return left
}

// less takes the hares of u out of t.
func (t *tally) less(u *tally) {
	for v, n := range u {
		t[v] -= n
	}
}

// free reports whether neither boat nor hare is on a card.
func (f *flood) free(p spot) bool { return f.lying[p] == tally{} && !f.afloat(p) }

// afloat reports whether a boat is on a card.
func (f *flood) afloat(p spot) bool {
	for k := 1; k <= f.table.seats; k++ {
		if f.boats[k].at == p {
			return true
		}
	}
	return false
}

// drown sends all hares of a card to the pool.
func (f *flood) drown(p spot) {
	f.hares.lost += int32(f.lying[p].count())
	f.lying[p] = tally{}
}
