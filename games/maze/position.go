package maze

// house contains the house rules for questions that the book leaves open.
type house struct {
	leapingShadows bool // Shadows need no free way to their target
	leapingTrees   bool // Trees need no free way to their target
	chainedJumps   bool // Rabbits may jump several times in a move
	shortWalks     bool // Time Pawns may walk fewer squares than their number
	light          set
}

// variant returns the ending of the key of the rule about a kind's moves, or "" if no house rule
// changes these.
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

// position contains the pieces and the side to move. It has no pointers, so that an assignment
// copies it.
type position struct {
	on       [squares]piece
	occupied set
	stuck    set    // squares of pieces that stay for good
	mates    [2]set // squares of the Mates, by colour
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

// move makes a legal move. No piece is ever taken, so a move is an exchange with a free square.
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

// ends returns the squares where a piece of the kind stays for good if it ends a move there: the
// deserts (in the book: «Пустыни»), for a Mate also the homes («Домашние поля»), and for a Tree
// all squares.
func ends(k kind) set {
	switch k {
	case mate:
		return deserts | anyHome
	case tree:
		return all
	}
	return deserts
}

// movable returns the squares of the pieces that the side on turn may move: pieces of either
// colour in its own half (in the book: «Территории»).
func (p *position) movable() set { return p.occupied & halves[p.turn] &^ p.stuck }

// canMove reports whether the side on turn has any move. Without a move the game is lost (in the
// book: «Очередность ходов»).
func (p *position) canMove() bool {
	for rest := p.movable(); rest != 0; rest &= rest - 1 {
		if at := rest.first(); p.targets(p.on[at], at) != 0 {
			return true
		}
	}
	return false
}

// won reports whether all Mates have changed places (in the book: «Победа в игре»).
func (p *position) won() bool {
	return p.mates[white] == homes[black] && p.mates[black] == homes[white]
}
