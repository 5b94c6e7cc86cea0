package maze

// house contains the house rules where the book leaves them open.
type house struct {
	leapingShadows bool // Shadows need no free way
	leapingTrees   bool // nor do Trees
	chainedJumps   bool // Rabbits may jump on in the same move
	shortWalks     bool // Time Pawns may walk fewer squares
	light          set
}

// variant returns the ending of a rule's key if the house rules change that rule.
func (h house) variant(k kind) string {
	switch {
	case k == shadow && h.leapingShadows, k == tree && h.leapingTrees:
		return ".jump"
	case k == rabbit && h.chainedJumps:
		return ".many"
	case k >= pawn1 && h.shortWalks:
		return ".upto"
	}
	return ""
}

// position contains the pieces and the side to move. It is a value without pointers: copied,
// never shared.
type position struct {
	on       [squares]piece
	occupied set
	stuck    set    // pieces that stay for good
	mates    [2]set // by colour
	turn     colour
	house    house
}

func (p *position) put(at square, it piece) {
	p.on[at] = it
	p.occupied |= of(at)
	if it.kind() == mate {
		p.mates[it.colour()] |= of(at)
	}
}

// move makes a legal move. No piece is ever taken, so it is an exchange with a free square.
func (p *position) move(from, to square) {
	it := p.on[from]
	both := of(from) | of(to)
	p.on[from], p.on[to] = 0, it
	p.occupied ^= both
	if it.kind() == mate {
		p.mates[it.colour()] ^= both
	}
	p.stuck |= of(to) & ends(it.kind())
	p.turn = p.turn.other()
}

// ends returns the squares where a piece that ends a move there stays for good: the deserts
// («Пустыни»), for a Mate also every home («Домашние поля»), for a Tree all squares.
func ends(k kind) set {
	switch k {
	case mate:
		return deserts | anyHome
	case tree:
		return all
	}
	return deserts
}

// movable returns the pieces that the side on turn may move: of either colour, in its own half
// («Территории»).
func (p *position) movable() set { return p.occupied & halves[p.turn] &^ p.stuck }

// canMove reports whether the side on turn has any move. Otherwise the game is lost
// («Очередность ходов»).
func (p *position) canMove() bool {
	for rest := p.movable(); rest != 0; rest &= rest - 1 {
		if at := rest.first(); p.targets(p.on[at], at) != 0 {
			return true
		}
	}
	return false
}

// won reports whether all Mates have changed places («Победа в игре»).
func (p *position) won() bool {
	return p.mates[white] == homes[black] && p.mates[black] == homes[white]
}
