package maze

// dead returns the reason why no moves can win the game any more, and the square of the piece that
// is the cause. The reason is "" if dead can't prove this. As obstacles it considers only pieces
// that can never move again. So a proof is always correct, but not every lost game has one.
//
// A win has Mates on all four homes. So the game is lost if another piece will never leave a home:
// a Tree rooted on one, or a Time Pawn at the end of its way. The game is also lost unless each
// Mate can reach a home of the other colour, and the two Mates of a colour can reach different
// ones.
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

// trapped returns the reason why the Mate at a square reaches no home.
func (p *position) trapped(at square) string {
	if p.stuck.has(at) {
		return "doom.stuck"
	}
	return "doom.walled"
}

// walls returns the squares of the pieces that will never move again: those that stay for good,
// and those that enclose one another. If every piece of a set needs a square of another piece of
// the set before it can move, none of them ever moves. So walls starts with all pieces and removes
// those that the rest doesn't enclose.
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

// reach returns the squares that the piece at a square may ever reach if only walls are in its
// way, including its own square.
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

// atBest returns the squares to which a piece could move from at if only walls were in its way. It
// assumes neighbours wherever a Rabbit needs them, and Mates wherever a Shadow needs them.
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
