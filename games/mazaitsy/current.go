package mazaitsy

// carry lets the current at a cell carry the boat along its arrow; its nose stays as it was.
// The next card then acts, also if it is a current; each current acts once a turn. Before the
// shore or a thicket the boat stays, and its stage is over.
func (f *fieldState) carry(at cell) {
	to := f.table.neighbour(at, f.field[at].direction)
	switch {
	case to == nowhere:
		f.path.add(stepShore, at)
		f.endMovement()
	case f.field[to].kind == thicket:
		f.path.add(stepThicket, at)
		f.endMovement()
	default:
		f.addEvent(event{what: carried, seat: uint8(f.seat()), from: at, to: to})
		f.mine().at = to
		f.path.add(stepDrift, to)
		f.openWindow()
	}
}
