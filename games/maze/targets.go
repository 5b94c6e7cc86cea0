package maze

// targets returns where a piece can move from at, whoever is on turn: the book's
// section «Фигуры», piece by piece.
func (p *position) targets(it piece, at square) set {
	switch k := it.kind(); k {
	case mate:
		return p.slides(at)
	case shadow:
		return p.follows(it.colour(), at)
	case lightning:
		return diagonal[at] &^ p.occupied
	case rabbit:
		return p.leaps(at)
	case tree:
		return p.sows(it.colour(), at)
	case stone:
		return p.strides(at)
	default:
		return p.walks(it, at)
	}
}

// slides are a Mate's, those of a chess bishop.
func (p *position) slides(at square) set {
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

// follows are a Shadow's: squares next to a Mate of its colour.
func (p *position) follows(c colour, at square) set {
	near := set(0)
	for rest := p.mates[c]; rest != 0; rest &= rest - 1 {
		near |= around[rest.first()]
	}
	return p.roams(at, near&^p.occupied, p.house.leapingShadows)
}

// sows are a Tree's: squares of its own colour.
func (p *position) sows(c colour, at square) set {
	own := p.house.light
	if c == black {
		own = ^own
	}
	return p.roams(at, all&own&^p.occupied, p.house.leapingTrees)
}

// roams returns those of the squares that can be reached by any steps over free
// ones, or all of them if the piece leaps.
func (p *position) roams(at square, to set, leaps bool) set {
	if leaps || to == 0 {
		return to
	}
	return to & p.flood(at)
}

// flood returns the free squares that can be reached by any steps over free ones.
func (p *position) flood(at square) set {
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

// leaps are a Rabbit's: over a neighbour to the free square right behind it.
func (p *position) leaps(at square) set {
	to := set(0)
	for i := range jumps[at] {
		if j := &jumps[at][i]; j.over&p.occupied != 0 {
			to |= j.to
		}
	}
	return to &^ p.occupied
}

// strides are a Stone's: over the free square in front or behind, then sideways.
func (p *position) strides(at square) set {
	to := set(0)
	for i := range strides[at] {
		if s := &strides[at][i]; s.over&p.occupied == 0 {
			to |= s.to
		}
	}
	return to &^ p.occupied
}

// walks are a Time Pawn's: ahead or sideways over free squares, never back.
func (p *position) walks(it piece, at square) set {
	steps := it.kind().steps()
	to := p.walk(it.colour(), steps, at)
	for steps--; p.house.shortWalks && steps > 0; steps-- {
		to |= p.walk(it.colour(), steps, at)
	}
	return to
}

func (p *position) walk(c colour, steps int, at square) set {
	to := set(0)
	for i := range walks[c][steps][at] {
		if w := &walks[c][steps][at][i]; w.over&p.occupied == 0 {
			to |= w.to
		}
	}
	return to
}
