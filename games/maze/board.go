package maze

import (
	"strings"

	"tabletop/games"
)

// Squares is how many squares the board has. Programs count them from 0, where the book
// counts from 1; a set of squares has bit n for the n-th.
const Squares = squares

// Piece is what stands on a square: 0 is nothing.
type Piece uint8

// The pieces. A black one is the white one plus [Black].
const (
	Mate Piece = iota + 1
	Shadow
	Lightning
	Rabbit
	Tree
	Stone
	TimePawn1
	TimePawn2
	TimePawn3

	Black Piece = blackBit
)

// Kind returns the white piece of this kind.
func (it Piece) Kind() Piece { return it % Black }

// Ends returns the squares where the piece stays for good if it ends a move there.
func (it Piece) Ends() uint64 { return uint64(ends(piece(it).kind())) }

// Place returns where a square lies: its row, 0 to 5 from the top, and its column, 0 to 9.
func Place(at int) (row, column int) { return places[at].row, places[at].column }

// At returns the square at a place, if there is one.
func At(row, column int) (at int, ok bool) {
	found, ok := squareAt[place{row, column}]
	return int(found), ok
}

// Board is where all pieces are and who is to move, for programs that look far ahead: no
// match around it, and no text. It is a value that can be compared.
type Board struct{ position }

// BoardOf returns the board of a position that awaits a move; false if it awaits none.
func BoardOf(s games.State) (Board, bool) {
	is, ok := s.(state)
	if !ok || is.phase != playing {
		return Board{}, false
	}
	return Board{is.position}, true
}

// LastMove says the last move of a position, in the catalogue of the game; zero before the
// first.
func LastMove(s games.State) games.Text {
	is, ok := s.(state)
	if !ok || is.last == (move{}) {
		return games.Text{}
	}
	return games.Say("move", is.lastMove()...)
}

// Cleared returns the board without pieces, with the same rules of the house.
func (b *Board) Cleared(blackToMove bool) Board {
	empty := Board{position{house: b.house}}
	if blackToMove {
		empty.turn = black
	}
	return empty
}

// Put sets a piece on a free square; fixed means that it stays there for good.
func (b *Board) Put(at int, it Piece, fixed bool) {
	b.put(square(at), piece(it))
	if fixed {
		b.stuck |= of(square(at))
	}
}

// On returns what stands on a square.
func (b *Board) On(at int) Piece { return Piece(b.on[at]) }

// String draws the squares in the order of their numbers, each as a position does:
// "wM wM wS . bT× …".
func (b *Board) String() string {
	words := make([]string, squares)
	for at := range square(squares) {
		words[at] = b.token(at)
	}
	return strings.Join(words, " ")
}

// BlackToMove reports whose half is in play.
func (b *Board) BlackToMove() bool { return b.turn == black }

// Occupied returns the squares on which pieces stand.
func (b *Board) Occupied() uint64 { return uint64(b.occupied) }

// Fixed returns the squares of the pieces that stay for good.
func (b *Board) Fixed() uint64 { return uint64(b.stuck) }

// Movable returns the squares of the pieces that the side on turn may move.
func (b *Board) Movable() uint64 { return uint64(b.movable()) }

// Targets returns where the piece on a square can move, whoever is on turn; nowhere if
// there is none.
func (b *Board) Targets(from int) uint64 {
	if b.on[from] == 0 {
		return 0
	}
	return uint64(b.targets(b.on[from], square(from)))
}

// Move makes a legal move.
func (b *Board) Move(from, to int) { b.move(square(from), square(to)) }

// Won reports whether all Mates have changed places.
func (b *Board) Won() bool { return b.won() }

// Dead reports whether it is plain that the board can't be won any more. It is never
// wrong, but it may be silent.
func (b *Board) Dead() bool {
	why, _ := b.dead()
	return why != ""
}

// Leaps reports whether a Shadow or Tree needs no free way at this table.
func (b *Board) Leaps(it Piece) bool {
	return it.Kind() == Shadow && b.house.leapingShadows || it.Kind() == Tree && b.house.leapingTrees
}

// WalksShort reports whether Time Pawns may walk fewer squares at this table.
func (b *Board) WalksShort() bool { return b.house.shortWalks }

// Says returns a move as notation has it.
func Says(from, to int) games.Decision { return says[from][to] }

// Walls returns the squares of the pieces that will never move again: those that stay for
// good, and those that are shut in by one another.
func (b *Board) Walls() uint64 { return uint64(b.walls()) }

// TargetsAtBest returns where the piece on a square could move if only those of some
// squares were in its way, and stood where a Rabbit needs neighbours and a Shadow Mates.
func (b *Board) TargetsAtBest(from int, others uint64) uint64 {
	return uint64(b.atBest(b.on[from], square(from), set(others)))
}

// Reach returns where the piece on a square may come to stand some day if only those of
// some squares stand in its way, its own square among them.
func (b *Board) Reach(from int, others uint64) uint64 {
	return uint64(b.reach(square(from), set(others)))
}
