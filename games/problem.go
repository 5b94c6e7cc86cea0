package games

// Problem is a position of a game's book, to be solved.
type Problem struct {
	Number  int               // from 1
	Grade   Text              // how hard it is, in the game's catalogues
	Moves   int               // of the shortest solution that is known
	Options map[string]string // what sets it up
}

type booked interface{ Problems() []Problem }

// Problems returns the book of r in the order of the numbers, the easy ones first, by the
// method Problems of r; nil, which is all without one have: there is no book. It is to be
// read only.
func Problems(r Rules) []Problem {
	if b, ok := r.(booked); ok {
		return b.Problems()
	}
	return nil
}

// Today returns the problem of a day, counted from 1970-01-01; false where r has no book.
// Each comes once before any comes again. Two days in a row have problems more than a
// quarter of the book apart, so never two of a grade where a quarter has each.
func Today(r Rules, day int) (Problem, bool) {
	book := Problems(r)
	n := len(book)
	if n == 0 {
		return Problem{}, false
	}
	at := (day%n + n) % n
	return book[at*stride(n)%n], true
}

// stride is how far the problems of two days lie apart in a book of n: the first number
// from three eighths of n on that has no divisor in common with n, so that all are met.
func stride(n int) int {
	step := max(1, n*3/8)
	for divisor(step, n) > 1 {
		step++
	}
	return step
}

// divisor is the greatest that both have in common.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
