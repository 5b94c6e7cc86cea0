package solve

import "tabletop/games/maze"

// Costs, in quarters of a move.
const (
	aMove    = 4
	sticking = 2   // cost added for a move after which the piece stays for good
	alone    = 4   // cost added for a jump without a neighbour to jump over
	crowded  = 60  // greatest cost of freeing a square
	never    = 255 // cost of a square that is never free again
)

// ground contains the data that stay constant during a search: the ways by which pieces leave
// their squares in one move, and the squares along which Mates move.
type ground struct {
	ways  [movers][squares][]way
	needs [squares][movers]set    // needs[s][c]: squares of pieces of class c whose ways depend on s
	ends  [movers]set             // ends[c]: squares where a piece of class c stays for good
	rays  [squares][4][]uint8     // rays[s]: squares along each of the four diagonals from square s
	goals [classes][squares]uint8 // goals[c][s]: home that a Mate of class c can reach from square s
	rests [classes]set            // rests[c]: squares where a Mate of class c may stop on its way
	homes [blackMate + 1]set      // homes[c]: homes that the Mates of class c must reach
}

// newGround returns the ground for a board with its house rules.
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

// survey computes the goals, rests and homes of the Mates.
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
