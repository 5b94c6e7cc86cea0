package maze

import "strconv"

// square is a square of the board, counted from 0 where the book counts from 1: column after
// column from the left, each from the top.
type square uint8

const (
	squares = 48
	rows    = 6
	columns = 10
)

// heights are the numbers of squares of the columns, centred on six rows.
var heights = [columns]int{2, 4, 6, 6, 6, 6, 6, 6, 4, 2}

// place is a row and a column, each from 0.
type place struct{ row, column int }

// places maps squares to their places, and squareAt maps places to squares.
var places, squareAt = layOut()

func layOut() (where [squares]place, at map[place]square) {
	at = map[place]square{}
	for column, height := range heights {
		top := (rows - height) / 2
		for row := top; row < top+height; row++ {
			p := place{row, column}
			where[len(at)], at[p] = p, square(len(at))
		}
	}
	return where, at
}

// Kinds of squares; see the package comment.
var (
	homes   = [...]set{white: of(0) | of(1), black: of(46) | of(47)} // where that colour's Mates begin
	deserts = squaresWhere(func(p place) bool { return p.column == 3 || p.column == 6 })
	halves  = [...]set{
		white: squaresWhere(func(p place) bool { return p.column < columns/2 }),
		black: squaresWhere(func(p place) bool { return p.column >= columns/2 }),
	}
)

// anyHome contains the four homes. A Mate of either colour that ends a move there stays.
var anyHome = homes[white] | homes[black]

// chequer contains the light squares, by whether square 1 is dark.
var chequer = map[bool]set{
	false: squaresWhere(func(p place) bool { return (p.row+p.column)%2 == 0 }),
	true:  squaresWhere(func(p place) bool { return (p.row+p.column)%2 == 1 }),
}

// squaresWhere returns the squares whose place satisfies is.
func squaresWhere(is func(place) bool) set {
	var some set
	for at, p := range places {
		if is(p) {
			some |= of(square(at))
		}
	}
	return some
}

// String returns the book's number of the square.
func (at square) String() string { return strconv.Itoa(int(at) + 1) }

// coordinates returns the row and column of the square: "b3".
func (at square) coordinates() string {
	p := places[at]
	return rowName(p.row) + strconv.Itoa(p.column+1)
}

// rowName returns the letter of a row, "a" for the top one.
func rowName(row int) string { return string(rune('a' + row)) }

// squareBy maps both names of each square to it.
var squareBy = nameSquares()

func nameSquares() map[string]square {
	names := map[string]square{}
	for at := range square(squares) {
		names[at.String()] = at
		names[at.coordinates()] = at
	}
	return names
}
