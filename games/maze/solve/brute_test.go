package solve_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
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
			for to := range maze.Squares {
				if b.Targets(from)>>to&1 == 0 {
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

// scattered returns a board with some pieces, most of which stay, and Mates on their way.
func scattered(t testing.TB, rnd *rand.Rand) games.State {
	t.Helper()
	start := []byte("SSLLRRTTBB112233SSLLRRTTBB112233")
	for i, some := 0, rnd.IntN(33); i < len(start); i++ {
		if rnd.IntN(32) >= some {
			start[i] = '.'
		}
	}
	s := gamestest.Begin(t, maze.Rules{}, "seats=2 start="+string(start)+houses[rnd.IntN(len(houses))])
	if rnd.IntN(2) == 0 {
		s = ruled(s, "turn black")
	}
	for _, ends := range [][2]int{{1, 48}, {2, 47}} {
		if rnd.IntN(2) == 0 {
			s = ruled(s, swap(ends[0], ends[1]))
		}
		for _, end := range ends {
			if rnd.IntN(2) == 0 {
				s = ruled(s, swap(end, 1+rnd.IntN(maze.Squares)))
			}
		}
	}
	for range 60 {
		s = ruled(s, swap(3+rnd.IntN(44), 3+rnd.IntN(44)))
	}
	return lain(s, rnd)
}

func swap(a, b int) games.Decision { return games.Decision(fmt.Sprintf("swap %d %d", a, b)) }

// lain lets most pieces stay for good, and Mates that are home.
func lain(s games.State, rnd *rand.Rand) games.State {
	stay := 60 + rnd.IntN(38) // in a hundred
	b, _ := maze.BoardOf(s)
	for at := range maze.Squares {
		mate := b.On(at).Kind() == maze.Mate
		end := at < 2 || at >= maze.Squares-2
		if mate && end && rnd.IntN(3) > 0 || !mate && rnd.IntN(100) < stay {
			s = ruled(s, games.Decision(fmt.Sprintf("lay %d", at+1)))
		}
	}
	return s
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

// ruled takes a ruling, if it can be taken and the game goes on.
func ruled(s games.State, d games.Decision) games.State {
	next, err := s.Fix(d)
	if err != nil || next.Turn() == games.Nobody {
		return s
	}
	return next
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
