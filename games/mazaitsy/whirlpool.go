package mazaitsy

// A whirlpool acts only when it is laid: the hares on the eight cards around it move on by one
// card, all clockwise or all counterclockwise, as the player chooses. A hare that comes into a
// thicket or ashore goes to the pool.

// spin moves the hares around the whirlpool just laid.
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

// moveHares puts hares on a card, or into the pool where none can stay.
func (f *fieldState) moveHares(p cell, hares tally) {
	if p == nowhere || f.field[p].kind == thicket {
		f.hares.lost += int32(hares.count())
		return
	}
	f.fieldHares[p] = hares
}

// canSpin reports whether hares lie around the card just laid.
func (f *fieldState) canSpin() bool {
	for w := range directions {
		if p := f.table.neighbour(f.laidAt, w); p != nowhere && f.fieldHares[p] != (tally{}) {
			return true
		}
	}
	return false
}
