package solve_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

var boards = flag.Int("boards", 200, "how many reduced boards are solved by brute force too")

// mostByForce bounds how many positions brute force looks at: boards with more are drawn anew.
const mostByForce = 4_000

// byForce looks at every position that can be reached, knowing nothing but the rules. It
// has no keys of its own, no costs, and takes no position for lost that can be played on.
func byForce(root maze.Board) (won, sure bool) {
	seen := map[maze.Board]bool{root: true}
	for queue := []maze.Board{root}; len(queue) > 0; {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if b.Won() {
			return true, true
		}
		for from := range maze.Squares {
			if b.Movable()>>from&1 == 0 {
				continue
			}
			targets := b.Targets(from)
			for to := range maze.Squares {
				if targets>>to&1 == 0 {
					continue
				}
				next := b
				next.Move(from, to)
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
		if len(seen) > mostByForce {
			return false, false
		}
	}
	return false, true
}

// reduced returns a board on which so much stays for good that few positions can be
// reached. Hardly any is lost at sight.
func reduced(t testing.TB, rnd *rand.Rand) games.State {
	t.Helper()
	for {
		s := played(t, scattered(t, rnd), rnd)
		if b, ok := maze.BoardOf(s); ok && (!b.Dead() || rnd.IntN(200) == 0) {
			return s
		}
	}
}

// houses are rules of the house, most often none.
var houses = []string{"", "", "", " shadow=jump", " tree=jump", " rabbit=many", " pawns=upto", " square1=dark"}

// scattered returns a board with some pieces anywhere, most of which stay, and Mates on
// their way or home.
func scattered(t testing.TB, rnd *rand.Rand) games.State {
	t.Helper()
	var err error
	for range 1000 {
		var s games.State
		setup := gamestest.Setup("seats=2" + houses[rnd.IntN(len(houses))])
		if s, err = (maze.Rules{}).Parse(setup, anyDrawing(rnd)); err == nil && s.Turn() != games.Nobody {
			return s
		}
	}
	t.Fatal("no board can be drawn: ", err)
	return nil
}

// anyDrawing draws a position as text.
func anyDrawing(rnd *rand.Rand) string {
	start := []byte("SSLLRRTTBB112233SSLLRRTTBB112233")
	var on [maze.Squares]string
	placeMates(rnd, &on)
	some, stay := rnd.IntN(33), 60+rnd.IntN(38)
	free := slices.DeleteFunc(rnd.Perm(maze.Squares), func(at int) bool { return on[at] != "" })
	for i, letter := range start {
		if rnd.IntN(32) >= some {
			start[i] = '.'
			continue
		}
		on[free[i]] = "wb"[i/16:i/16+1] + string(letter)
		if rnd.IntN(100) < stay {
			on[free[i]] += "×"
		}
	}
	side := [...]string{"white", "black"}[rnd.IntN(2)]
	return "turn " + side + " moves 0 last -\nstart " + string(start) + "\n" + rows(&on)
}

// placeMates puts each Mate on a square of the colour that it keeps, often where it is to go.
func placeMates(rnd *rand.Rand, on *[maze.Squares]string) {
	for _, m := range []struct {
		name string
		goal int
	}{{"wM", 47}, {"wM", 46}, {"bM", 1}, {"bM", 0}} {
		at, token := m.goal, m.name+"×"
		if rnd.IntN(2) == 0 {
			token = m.name
		}
		for on[at] != "" || !sameShade(at, m.goal) || token == m.name && at == m.goal && rnd.IntN(4) > 0 {
			at, token = rnd.IntN(maze.Squares), m.name
		}
		on[at] = token
	}
}

// sameShade reports whether two squares of the chequered board have the same colour.
func sameShade(a, b int) bool {
	row, column := maze.Place(a)
	row2, column2 := maze.Place(b)
	return (row+column+row2+column2)%2 == 0
}

// rows draws the squares as a position's text does.
func rows(on *[maze.Squares]string) string {
	text := "    1   2   3   4   5   6   7   8   9   10\n"
	for row := range 6 {
		line := string(rune('a'+row)) + "   "
		for column := range 10 {
			at, ok := maze.At(row, column)
			token := ""
			switch {
			case ok && on[at] != "":
				token = on[at]
			case ok && (column == 3 || column == 6):
				token = ":"
			case ok:
				token = "."
			}
			line += fmt.Sprintf("%-4s", token)
		}
		text += strings.TrimRight(line, " ") + "\n"
	}
	return text
}

// played returns the position after some random moves.
func played(t testing.TB, s games.State, rnd *rand.Rand) games.State {
	t.Helper()
	for range rnd.IntN(12) {
		legal := s.Legal()
		next := gamestest.After(t, s, legal[rnd.IntN(len(legal))].Says)
		if next.Turn() == games.Nobody {
			break
		}
		s = next
	}
	return s
}

func TestBruteForceComesToTheSameVerdict(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 48))
	wins, losses, proofs, parts := 0, 0, 0, 0
	for n := 0; n < *boards; {
		s := reduced(t, rnd)
		b, _ := maze.BoardOf(s)
		won, sure := byForce(b)
		if !sure || won && rnd.IntN(4) > 0 {
			continue // most can be won
		}
		n++
		a := solved(t, s, solve.Options{Seed: uint64(n), Memory: 4 << 20, Shorten: 2000})
		if a.Won != won || a.Lost == won {
			t.Fatalf("got %+v, want won %v\n%s", a, won, s)
		}
		if proof := solve.Prove(s, 5000); proof.Positions > 0 {
			if parts++; won {
				t.Fatalf("got %+v of a position that can be won\n%s", proof, s)
			}
		}
		switch {
		case won:
			checkWin(t, s, a.Line)
			wins++
		case a.Proof.Positions > 0:
			proofs++
			fallthrough
		default:
			losses++
		}
	}
	t.Logf("%d boards won, %d lost, %d of them by exhaustion, %d by that of a part", wins, losses, proofs, parts)
	if least := *boards / 10; wins < least || proofs < least || parts < least {
		t.Errorf("too few boards are won, exhausted or lost in a part, want %d each", least)
	}
}
