package games

// Problem is a position to solve, from a game's book.
type Problem struct {
	Number  int               // from 1
	Grade   Text              // the difficulty, in the game's catalogues
	Moves   int               // the length of the shortest known solution
	Options map[string]string // the set-up of the position
}

type booked interface{ Problems() []Problem }

// Problems returns the book of r in the order of the numbers, easy problems first: the result
// of the method Problems of r. Without that method it returns nil: there is no book. The caller
// must not modify the slice.
func Problems(r Rules) []Problem {
	if b, ok := r.(booked); ok {
		return b.Problems()
	}
	return nil
}

// Today returns the problem of a day, counted from 1970-01-01. It returns false if r has no
// book. Each problem comes once before any is repeated. The problems of two successive days are
// more than a quarter of the book apart; so they are never of one grade if each grade is a
// quarter.
func Today(r Rules, day int) (Problem, bool) {
	book := Problems(r)
	n := len(book)
	if n == 0 {
		return Problem{}, false
	}
	at := (day%n + n) % n
	return book[at*stride(n)%n], true
}

// stride returns the distance in a book of n between the problems of two successive days: the
// first number from three eighths of n on that is coprime to n, so that every problem is
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
