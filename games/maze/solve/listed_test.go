package solve_test

import (
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

var listed = flag.Int("listed", 0, "how many starts of each list are solved; 0: one of every third list, or of the small ones with -short; -1: all")

func TestTheStartsOfTheListsCanBeWon(t *testing.T) {
	t.Parallel()
	setups := []string{"small", "balanced", "standard"}
	if testing.Short() {
		setups = setups[:1]
	}
	for i, setup := range setups {
		for g := range solve.Grades {
			if *listed == 0 && !testing.Short() && int(g)%3 != i {
				continue
			}
			list := gamestest.Begin(t, maze.Rules{}, "seats=1 starts=1 setup="+setup+" grade="+g.String())
			all := rand.New(rand.NewPCG(1, uint64(g))).Perm(list.Legal()[0].Len())
			if *listed >= 0 {
				all = all[:max(1, *listed)]
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

func TestALineOfTheBookWinsAtEveryTable(t *testing.T) {
	t.Parallel()
	const list = "seats=1 starts=1 setup=small grade=hard"
	line := solved(t, gamestest.After(t, gamestest.Begin(t, maze.Rules{}, list), "start 5"), solve.Options{}).Line
	for _, house := range []string{"", " shadow=jump", " tree=jump", " rabbit=many", " pawns=upto"} {
		checkWin(t, gamestest.After(t, gamestest.Begin(t, maze.Rules{}, list+house), "start 5"), line)
	}
	var upsideDown []games.Decision
	for _, d := range line {
		from, to, _ := strings.Cut(string(d), "-")
		upsideDown = append(upsideDown, maze.Says(across(t, from), across(t, to)))
	}
	checkWin(t, gamestest.After(t, gamestest.Begin(t, maze.Rules{}, list+" square1=dark"), "start 5"), upsideDown)
}

// across returns the square on the other side of the board's middle.
func across(t *testing.T, number string) int {
	t.Helper()
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	row, column := maze.Place(n - 1)
	at, _ := maze.At(5-row, column)
	return at
}
