package maze

// targets returns the squares to which a piece can move from at, whichever side is on turn. It
// follows the book's section «Фигуры», piece by piece.
func (p *position) targets(it piece, at square) set {
	switch k := it.kind(); k {
	case mate:
		return p.mateTargets(at)
	case shadow:
		return p.shadowTargets(it.colour(), at)
	case lightning:
		return diagonal[at] &^ p.occupied
	case rabbit:
		return p.rabbitTargets(at)
	case tree:
		return p.treeTargets(it.colour(), at)
	case stone:
		return p.stoneTargets(at)
	default:
		return p.pawnTargets(it, at)
	}
}

// mateTargets returns the targets of a Mate, which moves like a bishop in chess.
func (p *position) mateTargets(at square) set {
	to := set(0)
	for i, ray := range rays[at] {
		if hit := ray & p.occupied; i < 2 {
			to |= ray & hit.before()
		} else {
			to |= ray & hit.behind()
		}
	}
	return to
}

// shadowTargets returns the targets of a Shadow: squares next to a Mate of its colour.
func (p *position) shadowTargets(c colour, at square) set {
	near := set(0)
	for rest := p.mates[c]; rest != 0; rest &= rest - 1 {
		near |= around[rest.first()]
	}
	return p.roamTargets(at, near&^p.occupied, p.house.leapingShadows)
}

// treeTargets returns the targets of a Tree: squares of its own colour.
func (p *position) treeTargets(c colour, at square) set {
	own := p.house.light
	if c == black {
		own = ^own
	}
	return p.roamTargets(at, all&own&^p.occupied, p.house.leapingTrees)
}

// roamTargets returns those squares of a set that a piece on the square at can reach by any
// number of steps over free squares. If the piece leaps, it returns the whole set.
func (p *position) roamTargets(at square, to set, leaps bool) set {
	if leaps || to == 0 {
		return to
	}
	return to & p.reachable(at)
}

// reachable returns the free squares that any number of steps over free squares can reach from at.
func (p *position) reachable(at square) set {
	free := all &^ p.occupied
	found := around[at] & free
	for rest := found; rest != 0; {
		next := rest.first()
		more := around[next] & free &^ found
		found |= more
		rest = rest&^of(next) | more
	}
	return found
}

// rabbitTargets returns the targets of a Rabbit: over a neighbouring piece to the free square
// right behind it.
func (p *position) rabbitTargets(at square) set {
	return p.house.jumpTargets(at, p.occupied, p.occupied)
}

// jumpTargets returns the targets of a Rabbit on the square at. The set over contains the squares
// with pieces to jump over, and taken the squares where the Rabbit can't land. Chained jumps may
// touch deserts and homes on the way. A move ends with its last jump, so only there can the Rabbit
// stay for good. Its own square is in taken, because a chain that returns there gains nothing. Its
// own square may be in over too: every jump covers two squares, so the Rabbit never stands next to
// it.
func (h house) jumpTargets(at square, over, taken set) set {
	found := jump(at, over) &^ taken
	for rest := found; h.chainedJumps && rest != 0; {
		next := rest.first()
		more := jump(next, over) &^ taken &^ found
		found |= more
		rest = rest&^of(next) | more
	}
	return found
}

// jump returns the targets of a single jump from the square at: the squares right behind
// those neighbours that are in the set over.
func jump(at square, over set) set {
	to := set(0)
	for i := range jumps[at] {
		if j := &jumps[at][i]; j.over&over != 0 {
			to |= j.to
		}
	}
	return to
}

// stoneTargets returns the targets of a Stone: over the free square to its left or right, then up
// or down.
func (p *position) stoneTargets(at square) set {
	to := set(0)
	for i := range strides[at] {
		if s := &strides[at][i]; s.over&p.occupied == 0 {
			to |= s.to
		}
	}
	return to &^ p.occupied
}

// pawnTargets returns the targets of a Time Pawn, which walks ahead or sideways over free squares,
// never back.
func (p *position) pawnTargets(it piece, at square) set {
	steps := it.kind().steps()
	to := p.pawnTargetsAt(it.colour(), steps, at)
	for steps--; p.house.shortWalks && steps > 0; steps-- {
		to |= p.pawnTargetsAt(it.colour(), steps, at)
	}
	return to
}

// pawnTargetsAt returns the targets of a Time Pawn that walks exactly the given number of steps.
func (p *position) pawnTargetsAt(c colour, steps int, at square) set {
	to := set(0)
	for i := range walks[c][steps][at] {
		if w := &walks[c][steps][at][i]; w.over&p.occupied == 0 {
			to |= w.to
		}
	}
	return to
}
