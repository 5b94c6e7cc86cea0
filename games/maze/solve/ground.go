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
			g.ways[c][at] = waysOf(b, pieces[c], at)
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
