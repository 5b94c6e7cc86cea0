package mazaitsy

import (
	"math/bits"

	"tabletop/games"
)

// drawHares asks chance for the hares of the cards that are due. If no card is due or the pool is
// empty, it continues with the next stage.
func (f *fieldState) drawHares() {
	if f.due != 0 && f.pool() != (tally{}) {
		f.stage = drawing
		return
	}
	f.due = 0
	f.goOnAfterHares()
}

// goOnAfterHares continues with the next stage when no hare is due any more.
func (f *fieldState) goOnAfterHares() {
	then := f.then
	f.then = moving
	switch then {
	case placingBoat:
		f.awaitBoat()
	case spinning:
		f.applyEffects()
	case laying:
		f.continueAddition()
	case asking:
		f.refill()
	default: // then is the stage that a ruling has interrupted
		f.stage = then
		f.awaitReplacement()
	}
}

// dueCard returns the index of the first card that is due. Chance names the hare of this card
// next.
func (f *fieldState) dueCard() int { return bits.TrailingZeros64(uint64(f.due)) }

// layHare applies the decision "hare 3", which lays a hare from the pool on the card that is due.
func (f *fieldState) layHare(words []string) rule {
	v, r := f.parseHare(words)
	pool := f.pool()
	switch {
	case r.Key != "":
		return r
	case pool[v] == 0:
		return games.Say("rule.pool", words[0])
	}
	if !f.table.tableDeals && f.then != placingBoat {
		f.chores.laid |= f.due & -f.due
	}
	if at := f.dueCard(); at < allCells {
		f.fieldHares[at][v]++
	} else {
		f.row[at-allCells].worth = uint8(v)
	}
	f.due &= f.due - 1
	f.drawHares()
	return allowed
}

func (f *fieldState) legalHares() []games.Choice {
	legal := make([]games.Choice, 0, mostWorth)
	for v, n := range f.pool() {
		if n == 0 {
			continue
		}
		if f.table.tableDeals {
			n = 0
		}
		legal = append(legal, games.Choice{Says: numbered("hare", v), Weight: uint32(n)})
	}
	return legal
}
