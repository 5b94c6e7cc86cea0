package maze

import "strconv"

// square is a square of the board. Squares are counted from 0, where the book counts from 1:
// column after column from the left, and from the top in each column.
type square uint8

const (
	squares = 48
	rows    = 6
	columns = 10
)

// heights contains the number of squares of each column. The columns are centred on six rows.
var heights = [columns]int{2, 4, 6, 6, 6, 6, 6, 6, 4, 2}

// place is a row, counted from 0 at the top, and a column, counted from 0 on the left.
type place struct{ row, column int }

// places maps each square to its row and column, and squareAt maps these to the square.
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
	// homes contains the squares where the Mates of each colour begin.
	homes   = [...]set{white: of(0) | of(1), black: of(46) | of(47)}
	deserts = squaresWhere(func(p place) bool { return p.column == 3 || p.column == 6 })
	halves  = [...]set{
		white: squaresWhere(func(p place) bool { return p.column < columns/2 }),
		black: squaresWhere(func(p place) bool { return p.column >= columns/2 }),
	}
)

// anyHome contains the four homes. A Mate of either colour that ends a move there stays for good.
var anyHome = homes[white] | homes[black]

// chequer contains the light squares; the key tells whether square 1 is dark.
var chequer = map[bool]set{
	false: squaresWhere(func(p place) bool { return (p.row+p.column)%2 == 0 }),
	true:  squaresWhere(func(p place) bool { return (p.row+p.column)%2 == 1 }),
}

// squaresWhere returns the squares whose places meet the given condition.
func squaresWhere(is func(place) bool) set {
	var some set
	for at, p := range places {
		if is(p) {
			some |= of(square(at))
		}
	}
	return some
}

// String returns the number of the square in the book.
func (at square) String() string { return strconv.Itoa(int(at) + 1) }

// coordinates returns the letter of the row and the number of the column: "b3".
func (at square) coordinates() string {
	p := places[at]
	return rowName(p.row) + strconv.Itoa(p.column+1)
}

// rowName returns the letter of a row, "a" for the top one.
func rowName(row int) string { return string(rune('a' + row)) }

// squareBy maps both names of each square, "13" and "a4", to the square.
var squareBy = nameSquares()

func nameSquares() map[string]square {
	names := map[string]square{}
	for at := range square(squares) {
		names[at.String()] = at
		names[at.coordinates()] = at
	}
	return names
}
