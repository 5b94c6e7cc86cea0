package mazaitsy

// A whirlpool moves hares only when it is laid. The hares on the eight cards around it move on by
// one card, all clockwise or all counterclockwise, as the player chooses. A hare that comes into a
// thicket or ashore goes to the pool.

// spin applies the decision "spin cw" or "spin ccw", which moves the hares around the whirlpool
// just laid.
func (f *fieldState) spin(words []string) rule {
	if len(words) != 1 || words[0] != "cw" && words[0] != "ccw" {
		return unknownNotation()
	}
	by, way, before := 1, clockwise, f.hares.lost
	if words[0] == "ccw" {
		by, way = -1, counterclockwise
	}
	var moved [directions]tally
	for w := range directions {
		if p := f.table.neighbour(f.laidAt, w); p != nowhere {
			moved[w.turned(by)] = f.fieldHares[p]
			f.fieldHares[p] = tally{}
		}
	}
	for w := range directions {
		f.moveHares(f.table.neighbour(f.laidAt, w), moved[w])
	}
	f.recordEffect(way, whirled, f.laidAt, int(f.hares.lost-before))
	f.endEffects()
	return allowed
}

// moveHares puts hares on the card at p, or into the pool if p is a thicket or the shore.
func (f *fieldState) moveHares(p cell, hares tally) {
	if p == nowhere || f.field[p].kind == thicket {
		f.hares.lost += int32(hares.count())
		return
	}
	f.fieldHares[p] = hares
}

// canSpin reports whether hares lie on the cards around the card just laid.
func (f *fieldState) canSpin() bool {
	for w := range directions {
		if p := f.table.neighbour(f.laidAt, w); p != nowhere && f.fieldHares[p] != (tally{}) {
			return true
		}
	}
	return false
}
