package maze

import "strconv"

// square is a place on the board, counted from 0 where the book counts from 1:
// column after column from the left, each from the top.
type square uint8

const (
	squares = 48
	rows    = 6
	columns = 10
)

// heights are how many squares each column has, centred on six rows.
var heights = [columns]int{2, 4, 6, 6, 6, 6, 6, 6, 4, 2}

// place is a row and a column, from 0 each.
type place struct{ row, column int }

// places are where the squares lie, and squareAt what lies there.
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

// anyHome are the four homes: a Mate that ends a move there stays, whosever it is.
var anyHome = homes[white] | homes[black]

// chequer are the light squares, by whether square 1 is dark.
var chequer = map[bool]set{
	false: squaresWhere(func(p place) bool { return (p.row+p.column)%2 == 0 }),
	true:  squaresWhere(func(p place) bool { return (p.row+p.column)%2 == 1 }),
}

// squaresWhere returns the squares whose place is as asked.
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

// coordinates returns the square by its row and column: "b3".
func (at square) coordinates() string {
	p := places[at]
	return rowName(p.row) + strconv.Itoa(p.column+1)
}

// rowName returns "a" for the row at the top.
func rowName(row int) string { return string(rune('a' + row)) }

// squareBy finds a square by either of its names.
var squareBy = nameSquares()

func nameSquares() map[string]square {
	names := map[string]square{}
	for at := range square(squares) {
		names[at.String()] = at
		names[at.coordinates()] = at
	}
	return names
}
