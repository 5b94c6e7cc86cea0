package solve_test

import (
	"flag"
	"math/rand/v2"
	"strconv"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

var listed = flag.Int("listed", 1, "how many starts of each list are solved; 0: all")

func TestTheStartsOfTheListsCanBeWon(t *testing.T) {
	setups := []string{"small", "balanced", "standard"}
	if testing.Short() {
		setups = setups[:1]
	}
	for _, setup := range setups {
		for g := range solve.Grades {
			list := gamestest.Begin(t, maze.Rules{}, "seats=1 starts=1 setup="+setup+" grade="+g.String())
			all := rand.New(rand.NewPCG(1, uint64(g))).Perm(list.Legal()[0].Len())
			if *listed > 0 {
				all = all[:*listed]
			}
			for _, i := range all {
				s := gamestest.After(t, list, games.Decision("start "+strconv.Itoa(i+1)))
				a := solved(t, s, solve.Options{Nodes: 50_000_000})
				if !a.Won {
					t.Errorf("%s %s, start %d: got %+v", setup, g, i+1, a)
					continue
				}
				checkWin(t, s, a.Line)
			}
		}
	}
}
