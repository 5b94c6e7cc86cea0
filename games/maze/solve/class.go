package solve

import "tabletop/games/maze"

// class is the class of a piece in the search. Pieces with the same moves are one class:
// Lightnings, Rabbits and Stones of either colour, and all pieces that stay for good except
// Mates that are home.
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
	whiteHome // a white Mate that stays for good
	blackHome
	classes
)

// movers is the first class that can't move: all below it can.
const movers = wall

// pieces maps each class to a piece of the rules; a wall stands for any piece.
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

// fixed returns the class of the piece once it stays for good.
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
