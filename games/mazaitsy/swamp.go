package mazaitsy

// swallow draws the hares around a swamp onto it. They go to the pool, with any
// that come later, after the next move stage of the seat that laid it; not if the
// swamp has been replaced meanwhile. It acts when it is laid, and only then.
func (f *flood) swallow() {
	for w := range ways {
		p := f.table.beside(f.fresh, w)
		if p == nowhere {
			continue
		}
		for v, n := range f.lying[p] {
			f.lying[f.fresh][v] += n
		}
		f.lying[p] = tally{}
	}
	f.swamps[f.seat()] = f.fresh
}
