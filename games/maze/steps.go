package maze

// What pieces could do if nothing stood in the way, square by square.
var (
	around   = atEach(neighbours) // in all eight directions
	diagonal = atEach(diagonals)
	rays     = atEach(diagonalRays)
	jumps    = atEach(jumpsFrom)
	strides  = atEach(stridesFrom)
	walks    = [...][4][squares][3]way{white: walksOf(+1), black: walksOf(-1)} // by steps: none, 1, 2, 3
)

// way leads over squares that matter to a last one. The zero way leads nowhere.
type way struct{ over, to set }

// atEach asks for something at each square.
func atEach[T any](ask func(square) T) (all [squares]T) {
	for at := range square(squares) {
		all[at] = ask(at)
	}
	return all
}

// step returns the square so many rows down and columns right of at, if there is one.
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

// ray returns the squares from at on in a direction, up to so many.
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

// diagonalRays are the two to the right, along which numbers rise, then the two
// to the left, along which they fall.
func diagonalRays(at square) [4]set {
	return [...]set{ray(at, -1, 1, rows), ray(at, 1, 1, rows), ray(at, -1, -1, rows), ray(at, 1, -1, rows)}
}

// jumpsFrom lists a Rabbit's: over a neighbour to the square behind it.
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

// stridesFrom lists a Stone's: over the square in front or behind to those beside it.
func stridesFrom(at square) (all [2]way) {
	for i, right := range [...]int{-1, 1} {
		if over := step(at, 0, right); over != 0 {
			all[i] = way{over: over, to: step(at, -1, right) | step(at, 1, right)}
		}
	}
	return all
}

// walksOf lists those of Time Pawns whose colour goes right or left: so many steps
// ahead, up or down.
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
