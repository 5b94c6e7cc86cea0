package solve

import "tabletop/games/maze"

// class is a class of pieces that the search doesn't distinguish, because they have the same
// moves. Lightnings, Rabbits and Stones have one class for both colours. All pieces that stay for
// good are walls, except Mates, which keep their colour.
type class uint8

const (
	none class = iota
	whiteMate
	blackMate
	whiteShadow
	blackShadow
	whiteTree
	blackTree
	whitePawn1
	blackPawn1
	whitePawn2
	blackPawn2
	whitePawn3
	blackPawn3
	lightning
	rabbit
	stone
	wall
	whiteHome // white Mate that stays for good
	blackHome
	classes
)

// movers is the first class of pieces that can't move. All classes below it can.
const movers = wall

// pieces maps each class to a piece of the rules. A wall is mapped to a Stone, but stands for any
// piece.
var pieces = [classes]maze.Piece{
	whiteMate: maze.Mate, blackMate: maze.Mate + maze.Black,
	whiteShadow: maze.Shadow, blackShadow: maze.Shadow + maze.Black,
	whiteTree: maze.Tree, blackTree: maze.Tree + maze.Black,
	whitePawn1: maze.TimePawn1, blackPawn1: maze.TimePawn1 + maze.Black,
	whitePawn2: maze.TimePawn2, blackPawn2: maze.TimePawn2 + maze.Black,
	whitePawn3: maze.TimePawn3, blackPawn3: maze.TimePawn3 + maze.Black,
	lightning: maze.Lightning, rabbit: maze.Rabbit, stone: maze.Stone,
	wall: maze.Stone, whiteHome: maze.Mate, blackHome: maze.Mate + maze.Black,
}

// classOf returns the class of a piece that may move.
func classOf(it maze.Piece) class {
	for c := whiteMate; c < movers; c++ {
		if pieces[c] == it || pieces[c].Kind() == it.Kind() && c >= lightning {
			return c
		}
	}
	return none
}

// fixed returns the class that a piece of class c has once it stays for good.
func (c class) fixed() class {
	switch c {
	case none:
		return none
	case whiteMate, whiteHome:
		return whiteHome
	case blackMate, blackHome:
		return blackHome
	}
	return wall
}
