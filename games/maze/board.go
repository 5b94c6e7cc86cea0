package maze

import (
	"strings"

	"tabletop/games"
)

// Squares is the number of squares of the board. Programs count squares from 0, the book from
// 1. In a set of squares bit n is the n-th square.
const Squares = squares

// Piece is a kind of piece and its colour; 0 means no piece.
type Piece uint8

// White pieces of each kind. The black piece of a kind is the white one plus [Black].
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

// Kind returns the white piece of the same kind.
func (it Piece) Kind() Piece { return it % Black }

// Ends returns the squares where the piece stays for good if it ends a move there.
func (it Piece) Ends() uint64 { return uint64(ends(piece(it).kind())) }

// Place returns the row of a square, 0 to 5 from the top, and its column, 0 to 9 from the left.
func Place(at int) (row, column int) { return places[at].row, places[at].column }

// At returns the square at a row and a column, if there is one.
func At(row, column int) (at int, ok bool) {
	found, ok := squareAt[place{row, column}]
	return int(found), ok
}

// Board contains the pieces and the side to move, for programs that search far ahead. It has no
// history and no text. Boards can be compared with ==.
type Board struct{ position }

// BoardOf returns the board of a position that awaits a move. It returns false for any other
// position.
func BoardOf(s games.State) (Board, bool) {
	is, ok := s.(state)
	if !ok || is.phase != playing {
		return Board{}, false
	}
	return Board{is.position}, true
}

// LastMove returns the text about the last move, in the catalogue of the game. Before the first
// move it returns a zero Text.
func LastMove(s games.State) games.Text {
	is, ok := s.(state)
	if !ok || is.last == (move{}) {
		return games.Text{}
	}
	return games.Say("move", is.lastMove()...)
}

// Cleared returns the board without pieces, with the same house rules.
func (b *Board) Cleared(blackToMove bool) Board {
	empty := Board{position{house: b.house}}
	if blackToMove {
		empty.turn = black
	}
	return empty
}

// Put sets a piece on a free square. fixed means that the piece stays there for good.
func (b *Board) Put(at int, it Piece, fixed bool) {
	b.put(square(at), piece(it))
	if fixed {
		b.stuck |= of(square(at))
	}
}

// On returns the piece on a square, or 0.
func (b *Board) On(at int) Piece { return Piece(b.on[at]) }

// String returns the pieces on all squares, in the order of their numbers and the signs of a
// position: "wM wM wS . bT× …".
func (b *Board) String() string {
	words := make([]string, squares)
	for at := range square(squares) {
		words[at] = b.token(at)
	}
	return strings.Join(words, " ")
}

// BlackToMove reports whether black is to move.
func (b *Board) BlackToMove() bool { return b.turn == black }

// Occupied returns the set of squares with pieces.
func (b *Board) Occupied() uint64 { return uint64(b.occupied) }

// Fixed returns the squares of the pieces that stay for good.
func (b *Board) Fixed() uint64 { return uint64(b.stuck) }

// Movable returns the squares of the pieces that the side on turn may move.
func (b *Board) Movable() uint64 { return uint64(b.movable()) }

// Targets returns the squares to which the piece on a square can move, whichever side is on turn.
// It returns none for an empty square.
func (b *Board) Targets(from int) uint64 {
	if b.on[from] == 0 {
		return 0
	}
	return uint64(b.targets(b.on[from], square(from)))
}

// Move makes a move, which must be legal.
func (b *Board) Move(from, to int) { b.move(square(from), square(to)) }

// Won reports whether all Mates have changed places.
func (b *Board) Won() bool { return b.won() }

// Dead reports whether simple checks prove that the board is lost. A board for which it returns
// false may be lost too.
func (b *Board) Dead() bool {
	why, _ := b.dead()
	return why != ""
}

// Leaps reports whether a Shadow or Tree needs no free way to its target, by the house rules.
func (b *Board) Leaps(it Piece) bool {
	return it.Kind() == Shadow && b.house.leapingShadows || it.Kind() == Tree && b.house.leapingTrees
}

// WalksShort reports whether Time Pawns may walk fewer squares than their number, by the house
// rules.
func (b *Board) WalksShort() bool { return b.house.shortWalks }

// Says returns a move between two squares in notation.
func Says(from, to int) games.Decision { return says[from][to] }

// Walls returns the squares of the pieces that will never move again: those that stay for good,
// and those that enclose one another.
func (b *Board) Walls() uint64 { return uint64(b.walls()) }

// TargetsAtBest returns the squares to which the piece on a square could move if only the pieces
// in the set others were in its way. It assumes neighbours wherever a Rabbit needs them, and
// Mates wherever a Shadow needs them.
func (b *Board) TargetsAtBest(from int, others uint64) uint64 {
	return uint64(b.atBest(b.on[from], square(from), set(others)))
}

// Reach returns the squares that the piece on a square may ever reach if only the pieces in the
// set others are in its way. Its own square is included.
func (b *Board) Reach(from int, others uint64) uint64 {
	return uint64(b.reach(square(from), set(others)))
}
