package maze

// dead returns why the game can't be won any more, whatever is played, and the
// square of the piece that shows it; "" if nothing proves that. It looks at what
// can never move again and lets everything else out of the way, so that it is
// never wrong, though it may be silent in a game that is lost.
//
// A win has Mates on all four homes. So none can be won once another piece will
// never leave them: a Tree that has rooted on one, a Time Pawn at the end of its
// way. And every Mate must be able to get to one of the homes of the other
// colour, the two of a colour not to the same.
func (p *position) dead() (why string, at square) {
	walls := p.walls()
	for rest := p.occupied & anyHome &^ p.mates[white] &^ p.mates[black]; rest != 0; rest &= rest - 1 {
		if at := rest.first(); p.reach(at, walls)&^anyHome == 0 {
			return "doom.home", at
		}
	}
	for c, mates := range p.mates {
		goals := homes[colour(c).other()]
		one, other := mates.first(), (mates & (mates - 1)).first()
		first, second := p.reach(one, walls)&goals, p.reach(other, walls)&goals
		switch {
		case first == 0:
			return p.trapped(one), one
		case second == 0:
			return p.trapped(other), other
		case (first | second).count() == 1:
			return "doom.same", other
		}
	}
	return "", 0
}

// trapped says why a Mate gets to no home.
func (p *position) trapped(at square) string {
	if p.stuck.has(at) {
		return "doom.stuck"
	}
	return "doom.walled"
}

// walls returns the pieces that will never move again: those that stay for good,
// and those that are shut in by one another. If every piece of a set needs a
// square of another of the set before it can move at all, none of them ever does.
// So beginning with all, those are taken out that the rest doesn't hold.
func (p *position) walls() set {
	walls := p.occupied
	for {
		freed := set(0)
		for rest := walls &^ p.stuck; rest != 0; rest &= rest - 1 {
			if at := rest.first(); p.atBest(p.on[at], at, walls) != 0 {
				freed |= of(at)
			}
		}
		if freed == 0 {
			return walls
		}
		walls &^= freed
	}
}

// reach returns where a piece may come to stand some day if only walls stand in
// its way, its own square among them.
func (p *position) reach(at square, walls set) set {
	it := p.on[at]
	found := of(at)
	if p.stuck.has(at) {
		return found
	}
	for rest := found; rest != 0; {
		next := rest.first()
		more := p.atBest(it, next, walls) &^ found
		found |= more
		rest = rest&^of(next) | more&^ends(it.kind())
	}
	return found
}

// atBest returns where a piece could move from at if only walls were in its way,
// neighbours stood where a Rabbit needs them, and Mates where a Shadow does.
func (p *position) atBest(it piece, at square, walls set) set {
	alone := position{occupied: walls, house: p.house}
	switch it.kind() {
	case rabbit:
		return p.house.jumpTargets(at, all, walls)
	case shadow:
		return alone.roamTargets(at, all&^walls, p.house.leapingShadows)
	}
	return alone.targets(it, at)
}
