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

var boards = flag.Int("boards", 0, "how many reduced boards are solved by brute force too; 0: 60, or 100 with -more")

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

// houses are rules of the house, most often none.
var houses = []string{"", "", "", " shadow=jump", " tree=jump", " rabbit=many", " pawns=upto", " square1=dark"}

// sketch is a board that is being drawn.
type sketch struct {
	on    [maze.Squares]maze.Piece
	stays [maze.Squares]bool
	start []byte
	black bool // black is to move
}

// reduced returns a board on which so much stays for good that few positions can be
// reached. Hardly any is lost at sight.
func reduced(t testing.TB, rnd *rand.Rand) games.State {
	t.Helper()
	house := houses[rnd.IntN(len(houses))]
	empty, _ := maze.BoardOf(gamestest.Begin(t, maze.Rules{}, "seats=2 start=S..............................S"+house))
	for {
		k := anySketch(rnd)
		if b := k.board(&empty); b.Won() || !movable(&b) || b.Dead() && rnd.IntN(200) > 0 {
			continue
		}
		s, err := maze.Rules{}.Parse(gamestest.Setup("seats=2 start="+string(k.start)+house), k.text())
		if err != nil {
			t.Fatal(err)
		}
		s = played(t, s, rnd)
		if b, _ := maze.BoardOf(s); !b.Dead() || rnd.IntN(20) == 0 {
			return s
		}
	}
}

// movable reports whether the side on turn has a move.
func movable(b *maze.Board) bool {
	for from := range maze.Squares {
		if b.Movable()>>from&1 != 0 && b.Targets(from) != 0 {
			return true
		}
	}
	return false
}

// anySketch puts some pieces anywhere, most of which stay, and Mates on their way or home.
func anySketch(rnd *rand.Rand) (k sketch) {
	k.start = []byte("SSLLRRTTBB112233SSLLRRTTBB112233")
	k.black = rnd.IntN(2) == 0
	k.placeMates(rnd)
	some, stay := 32-rnd.IntN(1+rnd.IntN(32)), 60+rnd.IntN(38)
	free := slices.DeleteFunc(rnd.Perm(maze.Squares), func(at int) bool { return k.on[at] != 0 })
	for i, letter := range k.start {
		if rnd.IntN(32) >= some {
			k.start[i] = '.'
			continue
		}
		k.on[free[i]] = maze.Piece(strings.IndexByte(letters, letter)) + maze.Piece(i/16)*maze.Black
		k.stays[free[i]] = rnd.IntN(100) < stay
	}
	return k
}

// letters are those of the pieces.
const letters = ".MSLRTB123"

// placeMates puts each Mate on a square of the colour that it keeps, often where it is to go.
func (k *sketch) placeMates(rnd *rand.Rand) {
	for i, goal := range []int{47, 46, 1, 0} {
		at := goal
		home := rnd.IntN(2) == 0
		for k.on[at] != 0 || !sameShade(at, goal) || !home && at == goal && rnd.IntN(4) > 0 {
			at, home = rnd.IntN(maze.Squares), false
		}
		k.on[at], k.stays[at] = maze.Mate+maze.Piece(i/2)*maze.Black, home
	}
}

// sameShade reports whether two squares of the chequered board have the same colour.
func sameShade(a, b int) bool {
	row, column := maze.Place(a)
	row2, column2 := maze.Place(b)
	return (row+column+row2+column2)%2 == 0
}

func (k *sketch) board(rules *maze.Board) maze.Board {
	b := rules.Cleared(k.black)
	for at, it := range k.on {
		if it != 0 {
			b.Put(at, it, k.stays[at])
		}
	}
	return b
}

// text is the sketch as a position's text has it.
func (k *sketch) text() string {
	side := "white"
	if k.black {
		side = "black"
	}
	text := "turn " + side + " moves 0 last -\nstart " + string(k.start) + "\n"
	text += "    1   2   3   4   5   6   7   8   9   10\n"
	for row := range 6 {
		line := string(rune('a'+row)) + "   "
		for column := range 10 {
			line += fmt.Sprintf("%-4s", k.token(row, column))
		}
		text += strings.TrimRight(line, " ") + "\n"
	}
	return text
}

func (k *sketch) token(row, column int) string {
	at, ok := maze.At(row, column)
	switch {
	case !ok:
		return ""
	case k.on[at] == 0 && (column == 3 || column == 6):
		return ":"
	case k.on[at] == 0:
		return "."
	}
	i := side(k.on[at])
	token := "wb"[i:i+1] + letters[k.on[at].Kind():k.on[at].Kind()+1]
	if k.stays[at] {
		token += "×"
	}
	return token
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
	t.Parallel()
	if *boards == 0 {
		*boards = fewer(100, 60)
	}
	rnd := rand.New(rand.NewPCG(15, 48))
	wins, losses, proofs, parts := 0, 0, 0, 0
	for n := 0; n < *boards; {
		s := reduced(t, rnd)
		b, _ := maze.BoardOf(s)
		won, sure := byForce(b)
		if !sure || won && rnd.IntN(8) > 0 {
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
	if least := *boards / 20; wins < least || proofs < least || parts < least {
		t.Errorf("too few boards are won, exhausted or lost in a part, want %d each", least)
	}
}
