package solve

import "tabletop/games/maze"

// Costs, in quarters of a move.
const (
	aMove    = 4
	sticking = 2   // added for a move after which the piece stays
	alone    = 4   // added for a jump with no neighbour to jump over
	crowded  = 60  // the greatest cost of freeing a square
	never    = 255 // a square that is never free again
)

// ground contains the data that stay constant during a match: the ways by which pieces leave
// their squares in one move, and the squares along which Mates move.
type ground struct {
	ways  [movers][squares][]way
	needs [squares][movers]set    // squares of pieces whose ways depend on a square
	ends  [movers]set             // where a class stays for good
	rays  [squares][4][]uint8     // diagonals
	goals [classes][squares]uint8 // the goal of a Mate on this square
	rests [classes]set            // where a Mate may stop on its way
	homes [blackMate + 1]set      // the goals of the Mates of a colour
}

// newGround computes the ground of a board with its house rules.
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

// survey computes the goals, rests and homes of Mates.
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
