package maze_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// A second reading of the book, as simple as it can be and shared with nothing:
// every piece is held against every square, on a board of rows and columns.

// diagram is the board with its numbers, as the package comment draws it.
const diagram = `
          7 13 19 25 31 37
       3  8 14 20 26 32 38 43
    1  4  9 15 21 27 33 39 44 47
    2  5 10 16 22 28 34 40 45 48
       6 11 17 23 29 35 41 46
         12 18 24 30 36 42`

// numbers are those of the diagram, 0 where there is no square.
var numbers = func() (n [6][10]int) {
	for row, line := range strings.Split(diagram[1:], "\n") {
		for i := 3; i < len(line); i += 3 {
			n[row][i/3-1], _ = strconv.Atoi(strings.TrimSpace(line[i-1 : i+2]))
		}
	}
	return n
}()

// man is a piece on the oracle's board; the zero man is none.
type man struct {
	colour, letter byte
	stuck          bool
}

// oracle is a position, played with the options of a table.
type oracle struct {
	men                          [6][10]man
	turn                         byte
	shadowJumps, treeJumps, upto bool
	jumpsOn, square1Dark         bool
}

// oracleOf reads a position that is being played.
func oracleOf(s games.State, options map[string]string) oracle {
	o := oracle{
		turn:        strings.Fields(s.String())[1][0],
		shadowJumps: options["shadow"] == "jump", treeJumps: options["tree"] == "jump",
		upto: options["pawns"] == "upto", square1Dark: options["square1"] == "dark",
		jumpsOn: options["rabbit"] == "many",
	}
	for row, line := range strings.Split(strings.TrimSpace(board(s)), "\n") {
		words := strings.Fields(line)[1:]
		for column := range 10 {
			if numbers[row][column] == 0 {
				continue
			}
			if w := words[0]; len(w) > 1 {
				o.men[row][column] = man{w[0], w[1], len(w) > 2}
			}
			words = words[1:]
		}
	}
	return o
}

// free reports whether there is such a square, and nobody on it.
func (o *oracle) free(row, column int) bool {
	return onBoard(row, column) && o.men[row][column] == man{}
}

func onBoard(row, column int) bool {
	return row >= 0 && row < 6 && column >= 0 && column < 10 && numbers[row][column] > 0
}

// hop is a move of the oracle's, by rows and columns.
type hop struct{ fromRow, fromColumn, toRow, toColumn int }

func (h hop) String() string {
	return strconv.Itoa(numbers[h.fromRow][h.fromColumn]) + "-" + strconv.Itoa(numbers[h.toRow][h.toColumn])
}

// hops are all legal moves.
func (o *oracle) hops() (all []hop) {
	first := 0
	if o.turn == 'b' {
		first = 5
	}
	for row := range 6 {
		for column := first; column < first+5; column++ {
			m := o.men[row][column]
			if m == (man{}) || m.stuck {
				continue
			}
			o.each(m, row, column, func(toRow, toColumn int) { all = append(all, hop{row, column, toRow, toColumn}) })
		}
	}
	return all
}

// each calls yield with every square that m may go to.
func (o *oracle) each(m man, row, column int, yield func(row, column int)) {
	var reached [6][10]bool
	if m.letter == 'S' && !o.shadowJumps || m.letter == 'T' && !o.treeJumps {
		o.walk(row, column, &reached)
	} else if m.letter == 'S' || m.letter == 'T' {
		for r := range reached {
			for c := range reached[r] {
				reached[r][c] = true
			}
		}
	}
	if m.letter == 'R' {
		lifted := *o
		lifted.men[row][column] = man{}
		lifted.jump(row, column, &reached)
	}
	for r := range 6 {
		for c := range 10 {
			if o.free(r, c) && o.may(m, row, column, r, c, &reached) {
				yield(r, c)
			}
		}
	}
}

// jump marks where a Rabbit that is held in the hand over a square can be put down: a
// square further than one that is taken and next to it, and on from there if it may.
func (o *oracle) jump(row, column int, reached *[6][10]bool) {
	for r := range 6 {
		for c := range 10 {
			down, right := r-row, c-column
			two := max(abs(down), abs(right)) == 2 && abs(down)%2 == 0 && abs(right)%2 == 0
			if !two || !o.free(r, c) || o.free(row+down/2, column+right/2) || !onBoard(row+down/2, column+right/2) || reached[r][c] {
				continue
			}
			reached[r][c] = true
			if o.jumpsOn {
				o.jump(r, c, reached)
			}
		}
	}
}

// walk marks the free squares that lie next to one another, from a square on.
func (o *oracle) walk(row, column int, reached *[6][10]bool) {
	for r := row - 1; r <= row+1; r++ {
		for c := column - 1; c <= column+1; c++ {
			if o.free(r, c) && !reached[r][c] {
				reached[r][c] = true
				o.walk(r, c, reached)
			}
		}
	}
}

// may reports whether the rules of m allow the move to a free square.
func (o *oracle) may(m man, row, column, r, c int, reached *[6][10]bool) bool {
	down, right := r-row, c-column
	long := max(abs(down), abs(right))
	slanting := abs(down) == abs(right)
	switch m.letter {
	case 'M': // like a bishop
		return slanting && o.between(row, column, down, right)
	case 'L': // one square diagonally
		return slanting && long == 1
	case 'B': // one ahead or back over a free square, then one sideways
		return slanting && long == 1 && o.free(row, c)
	case 'R': // over neighbours
		return reached[r][c]
	case '1', '2', '3':
		ahead := 1
		if m.colour == 'b' {
			ahead = -1
		}
		n := int(m.letter - '0')
		far := long == n || o.upto && long < n
		return far && (down == 0 && right*ahead > 0 || right == 0) && o.between(row, column, down, right)
	case 'S': // next to a Mate of its colour
		return reached[r][c] && o.mateBeside(m.colour, r, c)
	}
	light := (r+c)%2 == 0 != o.square1Dark
	return reached[r][c] && light == (m.colour == 'w') // a Tree
}

// between reports whether all squares on a straight way are there and free, the
// last one left out.
func (o *oracle) between(row, column, down, right int) bool {
	long := max(abs(down), abs(right))
	for i := 1; i < long; i++ {
		if !o.free(row+down/long*i, column+right/long*i) {
			return false
		}
	}
	return true
}

func (o *oracle) mateBeside(colour byte, row, column int) bool {
	for r := row - 1; r <= row+1; r++ {
		for c := column - 1; c <= column+1; c++ {
			if onBoard(r, c) && o.men[r][c].letter == 'M' && o.men[r][c].colour == colour {
				return true
			}
		}
	}
	return false
}

// after is the position after a move.
func (o oracle) after(h hop) oracle {
	m := o.men[h.fromRow][h.fromColumn]
	o.men[h.fromRow][h.fromColumn] = man{}
	desert := h.toColumn == 3 || h.toColumn == 6
	home := h.toColumn == 0 || h.toColumn == 9
	m.stuck = desert || m.letter == 'T' || m.letter == 'M' && home
	o.men[h.toRow][h.toColumn] = m
	o.turn ^= 'w' ^ 'b'
	return o
}

// won reports whether the Mates have changed places.
func (o *oracle) won() bool {
	white, black := man{'w', 'M', true}, man{'b', 'M', true}
	return o.men[2][9] == white && o.men[3][9] == white && o.men[2][0] == black && o.men[3][0] == black
}

// count counts the moves that lie so deep.
func (o *oracle) count(depth int) int {
	if o.won() {
		return 0
	}
	hops := o.hops()
	if depth == 1 {
		return len(hops)
	}
	n := 0
	for _, h := range hops {
		next := o.after(h)
		n += next.count(depth - 1)
	}
	return n
}

func abs(n int) int { return max(n, -n) }

func TestASecondReadingOfTheBookCountsTheSameMoves(t *testing.T) {
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft files: %v", err)
	}
	starts := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		starts += recount(t, file, string(text))
	}
	if starts < 12 {
		t.Errorf("only %d starts are counted four moves deep, want 12", starts)
	}
}

// recount holds a perft file's counts of played positions against the oracle, and
// returns how many starts go four moves deep.
func recount(t *testing.T, file, text string) (deep int) {
	t.Helper()
	var at oracle
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		var depth, want int
		head, tail, path := strings.Cut(line, " : ")
		switch words := strings.Fields(line); {
		case strings.HasPrefix(line, "seats="):
			s := begun(t, head)
			if path {
				s = gamestest.After(t, s, games.Decision(tail))
			}
			at = oracle{}
			if s.Turn() > games.Chance {
				at = oracleOf(s, gamestest.Setup(head).Options)
			}
		case len(words) == 2 && at.turn != 0:
			depth, _ = strconv.Atoi(words[0])
			want, _ = strconv.Atoi(words[1])
			if got := at.count(depth); got != want {
				t.Errorf("%s: %s: got %d, want %d", file, line, got, want)
			}
			if depth >= 4 {
				deep++
			}
		}
	}
	return deep
}

func TestASecondReadingOfTheBookFindsTheSameMovesAllAlong(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		line := anyTable(rt)
		s := afterChance(rt, line)
		for range rapid.IntRange(0, 150).Draw(rt, "moves") {
			if s.Turn() == games.Nobody {
				return
			}
			o := oracleOf(s, gamestest.Setup(line).Options)
			var want []string
			for _, h := range o.hops() {
				want = append(want, h.String())
			}
			slices.Sort(want)
			var got []string
			for _, c := range s.Legal() {
				got = append(got, string(c.Says))
			}
			if !slices.Equal(got, want) {
				rt.Fatalf("%s: got %v\nwant %v\n%s", line, got, want, s)
			}
			s = gamestest.After(rt, s, rapid.SampledFrom(s.Legal()).Draw(rt, "move").Says)
		}
	})
}
