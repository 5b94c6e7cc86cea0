package mazaitsy

import (
	"math/bits"

	"tabletop/games"
)

// draw asks for the hares of the cards that are due, or, where none is due or the
// pool is empty, goes on with what comes then.
func (f *flood) draw() {
	if f.due != 0 && f.pool() != (tally{}) {
		f.stage = drawing
		return
	}
	f.due = 0
	f.drawn()
}

// drawn goes on when no hare is due any more.
func (f *flood) drawn() {
	then := f.then
	f.then = moving
	switch then {
	case boating:
		f.moor()
	case spinning:
		f.effects()
	case laying:
		f.spread()
	case asking:
		f.refill()
	default: // back to where a ruling was made
		f.stage = then
		f.replace()
	}
}

// nextDue returns the place whose hare is asked for: the first that is due.
func (f *flood) nextDue() int { return bits.TrailingZeros64(uint64(f.due)) }

// hare lays a hare out of the pool on the card that is due: "3".
func (f *flood) hare(words []string) rule {
	v, r := f.worth(words)
	pool := f.pool()
	switch {
	case r.Key != "":
		return r
	case pool[v] == 0:
		return games.Say("rule.pool", words[0])
	}
	if at := f.nextDue(); at < allSpots {
		f.lying[at][v]++
	} else {
		f.open[at-allSpots].worth = uint8(v)
	}
	f.due &= f.due - 1
	f.draw()
	return allowed
}

func (f *flood) legalHares() []games.Choice {
	legal := make([]games.Choice, 0, mostWorth)
	for v, n := range f.pool() {
		if n == 0 {
			continue
		}
		if f.table.byHand {
			n = 0
		}
		legal = append(legal, games.Choice{Says: numbered("hare", v), Weight: uint32(n)})
	}
	return legal
}
