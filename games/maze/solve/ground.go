package solve

import "tabletop/games/maze"

// Costs, in no unit: a quarter of a move.
const (
	aMove    = 4
	sticking = 2   // more for a move after which the piece stays
	alone    = 4   // more for a jump with no neighbour to jump over
	crowded  = 60  // the most it costs to free a square
	never    = 255 // a square that is never free again
)

// way is how a piece may leave its square: over squares that must be free (the one
// behind the board is), and for a Rabbit beside one that isn't.
type way struct {
	over   [3]uint8
	cost   uint8
	beside uint8
}

const nowhere = squares // always free

// ground is what doesn't change while a table plays: how pieces leave their squares if
// one looks no further than a move, and along which squares Mates go.
type ground struct {
	ways  [movers][squares][]way
	needs [squares][movers]set    // whose ways depend on a square
	ends  [movers]set             // where a class stays for good
	rays  [squares][4][]uint8     // diagonals
	goals [classes][squares]uint8 // where a Mate on this square is to go
	rests [classes]set            // where a Mate may stop on its way
	homes [blackMate + 1]set      // of the Mates of a colour, where they are to go
}

// newGround surveys the board by the rules of the house.
func newGround(b *maze.Board) *ground {
	g := &ground{}
	for c := whiteMate; c < movers; c++ {
		g.ends[c] = set(pieces[c].Ends())
		for at := range squares {
			g.ways[c][at] = g.waysOf(b, c, at)
			for _, w := range g.ways[c][at] {
				for _, x := range [...]uint8{w.over[0], w.over[1], w.over[2], w.beside} {
					if x != nowhere {
						g.needs[x][c] |= of(at)
					}
				}
			}
		}
	}
	for at := range squares {
		for i, d := range diagonals {
			g.rays[at][i] = ray(at, d)
		}
	}
	g.survey()
	return g
}

type direction struct{ down, right int }

var (
	diagonals  = [...]direction{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	directions = [...]direction{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
)

// step returns the square so many steps on, or nowhere.
func step(at int, d direction, n int) uint8 {
	row, column := maze.Place(at)
	to, ok := maze.At(row+n*d.down, column+n*d.right)
	if !ok {
		return nowhere
	}
	return uint8(to)
}

// ray returns the squares from at on.
func ray(at int, d direction) (all []uint8) {
	for n := 1; ; n++ {
		to := step(at, d, n)
		if to == nowhere {
			return all
		}
		all = append(all, to)
	}
}

// waysOf returns how a class may leave a square.
func (g *ground) waysOf(b *maze.Board, c class, at int) (all []way) {
	add := func(beside uint8, over ...uint8) {
		w := way{cost: aMove, beside: beside, over: [3]uint8{nowhere, nowhere, nowhere}}
		copy(w.over[:], over)
		for _, x := range over {
			if x == nowhere {
				return
			}
		}
		if g.ends[c].has(int(over[len(over)-1])) {
			w.cost += sticking
		}
		all = append(all, w)
	}
	ahead := 1
	if pieces[c] >= maze.Black {
		ahead = -1
	}
	switch kind := pieces[c].Kind(); kind {
	case maze.Mate, maze.Lightning:
		for _, d := range diagonals {
			add(nowhere, step(at, d, 1))
		}
	case maze.Shadow, maze.Tree:
		for _, d := range directions {
			add(nowhere, step(at, d, 1))
		}
		if b.Leaps(kind) {
			all = append(all, way{over: [3]uint8{nowhere, nowhere, nowhere}, cost: aMove, beside: nowhere})
		}
	case maze.Rabbit:
		for _, d := range directions {
			add(step(at, d, 1), step(at, d, 2))
		}
	case maze.Stone:
		for _, d := range diagonals {
			add(nowhere, step(at, direction{0, d.right}, 1), step(at, d, 1))
		}
	default:
		most := int(kind-maze.TimePawn1) + 1
		least := most
		if b.WalksShort() {
			least = 1
		}
		for _, d := range [...]direction{{0, ahead}, {-1, 0}, {1, 0}} {
			for n := least; n <= most; n++ {
				over := []uint8{}
				for i := range n {
					over = append(over, step(at, d, i+1))
				}
				add(nowhere, over...)
			}
		}
	}
	return all
}

// survey finds where Mates go and where they may rest.
func (g *ground) survey() {
	for c := whiteMate; c <= blackMate; c++ {
		far := 9
		if c == blackMate {
			far = 0
		}
		g.rests[c] = (1<<squares - 1) &^ g.ends[c]
		for at := range squares {
			row, column := maze.Place(at)
			for _, r := range [...]int{2, 3} {
				if (r+far)%2 == (row+column)%2 {
					goal, _ := maze.At(r, far)
					g.goals[c][at] = uint8(goal)
					g.rests[c] |= of(goal)
					g.homes[c] |= of(goal)
				}
			}
		}
	}
}
