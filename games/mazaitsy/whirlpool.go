package mazaitsy

// A whirlpool acts when it is laid, and only then: the hares on the eight cards
// around it move on by one, all clockwise or all the other way, as the player
// wants. Whoever comes into a thicket or ashore goes to the pool.

// spin turns the hares around the whirlpool just laid.
func (f *flood) spin(words []string) rule {
	if len(words) != 1 || words[0] != "cw" && words[0] != "ccw" {
		return notation()
	}
	by := 1
	if words[0] == "ccw" {
		by = -1
	}
	var moved [ways]tally
	for w := range ways {
		if p := f.table.beside(f.fresh, w); p != nowhere {
			moved[w.by(by)] = f.lying[p]
			f.lying[p] = tally{}
		}
	}
	for w := range ways {
		f.wash(f.table.beside(f.fresh, w), moved[w])
	}
	f.acted()
	return allowed
}

// wash puts hares on a card, or into the pool where none can stay.
func (f *flood) wash(p spot, hares tally) {
	if p == nowhere || f.field[p].kind == thicket {
		f.hares.lost += int32(hares.count())
		return
	}
	f.lying[p] = hares
}

// spins reports whether hares lie around the card just laid.
func (f *flood) spins() bool {
	for w := range ways {
		if p := f.table.beside(f.fresh, w); p != nowhere && f.lying[p] != (tally{}) {
			return true
		}
	}
	return false
}
