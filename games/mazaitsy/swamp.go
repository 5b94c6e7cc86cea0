package mazaitsy

// gatherHares moves the hares around a swamp onto it. These hares go to the pool, together with
// hares that come later, after the next move stage of the seat that laid the swamp, unless the
// swamp is replaced before. A swamp moves hares only when it is laid.
func (f *fieldState) gatherHares() {
	for w := range directions {
		p := f.table.neighbour(f.laidAt, w)
		if p == nowhere {
			continue
		}
		for v, n := range f.fieldHares[p] {
			f.fieldHares[f.laidAt][v] += n
		}
		f.fieldHares[p] = tally{}
	}
	f.swamps[f.seat()] = f.laidAt
	if f.fieldHares[f.laidAt] != (tally{}) {
		f.chores.effect, f.chores.at = gathered, f.laidAt
	}
}
