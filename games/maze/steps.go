package maze

// Moves of pieces on an empty board, by the square where they begin.
var (
	around   = atEach(neighbours) // neighbours in all eight directions
	diagonal = atEach(diagonals)
	rays     = atEach(diagonalRays)
	jumps    = atEach(jumpsFrom)
	strides  = atEach(stridesFrom)
	// walks contains the walks of Time Pawns, by colour and number of steps, 0 to 3.
	walks = [...][4][squares][3]way{white: walksOf(+1), black: walksOf(-1)}
)

// way is a set of possible moves over certain squares. over contains the squares crossed, and to
// the targets. The zero way leads nowhere.
type way struct{ over, to set }

// atEach returns the results of ask for all squares.
func atEach[T any](ask func(square) T) (all [squares]T) {
	for at := range square(squares) {
		all[at] = ask(at)
	}
	return all
}

// step returns the square that is down rows below and right columns to the right of at, or an
// empty set.
func step(at square, down, right int) set {
	p := places[at]
	to, ok := squareAt[place{p.row + down, p.column + right}]
	if !ok {
		return 0
	}
	return of(to)
}

func diagonals(at square) set {
	return step(at, -1, -1) | step(at, 1, -1) | step(at, -1, 1) | step(at, 1, 1)
}

func neighbours(at square) set {
	return diagonals(at) | step(at, -1, 0) | step(at, 1, 0) | step(at, 0, -1) | step(at, 0, 1)
}

// ray returns up to most squares from at in a direction.
func ray(at square, down, right, most int) set {
	var some set
	for i := 1; i <= most; i++ {
		next := step(at, i*down, i*right)
		if next == 0 {
			break
		}
		some |= next
	}
	return some
}

// diagonalRays returns the squares along the four diagonals from at: first the two to the right,
// with rising numbers, then the two to the left, with falling numbers.
func diagonalRays(at square) [4]set {
	return [...]set{ray(at, -1, 1, rows), ray(at, 1, 1, rows), ray(at, -1, -1, rows), ray(at, 1, -1, rows)}
}

// jumpsFrom returns the jumps of a Rabbit from at: over a neighbour to the square behind it.
func jumpsFrom(at square) (all [8]way) {
	i := 0
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			if down == 0 && right == 0 {
				continue
			}
			if to := step(at, 2*down, 2*right); to != 0 {
				all[i] = way{over: step(at, down, right), to: to}
			}
			i++
		}
	}
	return all
}

// stridesFrom returns the moves of a Stone from at: over the square to its left or right, to the
// squares above and below that.
func stridesFrom(at square) (all [2]way) {
	for i, right := range [...]int{-1, 1} {
		if over := step(at, 0, right); over != 0 {
			all[i] = way{over: over, to: step(at, -1, right) | step(at, 1, right)}
		}
	}
	return all
}

// walksOf returns the moves of the Time Pawns of a colour, ahead, up or down, by number of steps.
// The pawns walk right if ahead is +1, or left if it is -1.
func walksOf(ahead int) (all [4][squares][3]way) {
	for steps := 1; steps < len(all); steps++ {
		for at := range square(squares) {
			for i, d := range [...]place{{0, ahead}, {-1, 0}, {1, 0}} {
				if to := step(at, steps*d.row, steps*d.column); to != 0 {
					all[steps][at][i] = way{over: ray(at, d.row, d.column, steps), to: to}
				}
			}
		}
	}
	return all
}
