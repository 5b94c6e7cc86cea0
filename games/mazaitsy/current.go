package mazaitsy

// carry moves the boat from a current to the next card in the direction of its arrow. The boat's
// nose keeps its direction. The next card then acts, even if it is a current; each current acts
// once a turn. If the shore or a thicket comes next, the boat stays and its movement is over.
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
