package games

// Problem is a position that a player should solve. A game's collection of problems is its book.
type Problem struct {
	Number  int               // number in the book, from 1
	Grade   Text              // the difficulty, as a text of the game's catalogues
	Moves   int               // number of moves in the shortest known solution
	Options map[string]string // the set-up options that lead to the position
}

type booked interface{ Problems() []Problem }

// Problems returns the book of r by number, easy problems first. It is the result of the method
// Problems of r. Without that method it is nil: there is no book. The caller must not modify the
// slice.
func Problems(r Rules) []Problem {
	if b, ok := r.(booked); ok {
		return b.Problems()
	}
	return nil
}

// Today returns the problem of a day. The parameter day counts days since 1970-01-01. Today
// returns false if r has no book. Each problem comes once before any is repeated. The problems of
// two successive days are more than a quarter of the book apart. So they never have the same
// grade if each grade is a quarter of the book.
func Today(r Rules, day int) (Problem, bool) {
	book := Problems(r)
	n := len(book)
	if n == 0 {
		return Problem{}, false
	}
	at := (day%n + n) % n
	return book[at*stride(n)%n], true
}

// stride returns the distance between the problems of two successive days in a book of n
// problems. It is the least number from 3n/8 on that is coprime to n, so that every problem is
// reached.
func stride(n int) int {
	step := max(1, n*3/8)
	for divisor(step, n) > 1 {
		step++
	}
	return step
}

// divisor returns the greatest common divisor of a and b.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
