package mazaitsy

// carry lets the current at a spot carry the boat along its arrow, the nose as it
// was. What it is carried to acts in turn, other currents too; each acts once a
// turn. Before shore or thicket the boat stays, and its stage is over.
func (f *flood) carry(at spot) {
	to := f.table.beside(at, f.field[at].way)
	switch {
	case to == nowhere:
		f.path.add(atShore, at)
		f.finish()
	case f.field[to].kind == thicket:
		f.path.add(atThicket, at)
		f.finish()
	default:
		f.mine().at = to
		f.path.add(drifted, to)
		f.meet()
	}
}
