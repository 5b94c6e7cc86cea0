package mice_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

// A second reading of the book, as simple as it can be and shared with nothing:
// every set of one or two mice on the table is held against each sentence.

var faces = []string{"red", "orange", "yellow", "green", "blue", "white"}

// board is where the mice are: rows centre, lured, seat 1 …, columns red … blue.
type board struct {
	seats   int
	turn    int
	nosteal bool
	rows    [][5]int
}

// piece is one mouse: its colour and the row it is taken from.
type piece struct{ colour, row int }

func (p piece) String() string {
	if p.row == 0 {
		return faces[p.colour]
	}
	return faces[p.colour] + "/" + strconv.Itoa(p.row-1)
}

// lures lists what dice a and b let the seat on turn take, as notation.
func (b board) lures(dieA, dieB int) []string {
	var all []piece
	for colour := range 5 {
		for row := range b.rows {
			all = append(all, piece{colour, row})
		}
	}
	var found []string
	for i, p := range all {
		if b.may(dieA, dieB, []piece{p}) {
			found = append(found, "lure "+p.String())
		}
		for _, q := range all[i:] {
			if b.may(dieA, dieB, []piece{p, q}) {
				found = append(found, "lure "+p.String()+" "+q.String())
			}
		}
	}
	slices.Sort(found)
	return found
}

// may reports whether the dice let all of taken be lured at once.
func (b board) may(dieA, dieB int, taken []piece) bool {
	for i, p := range taken {
		same := 0
		for _, q := range taken[:i+1] {
			if q == p {
				same++
			}
		}
		const lured = 1
		mine := p.row == b.turn+1
		if p.row == lured || mine || b.rows[p.row][p.colour] < same || b.rows[lured][p.colour] > 0 {
			return false
		}
	}
	const white = 5
	joker := dieA == white || dieB == white
	for a := range 5 {
		for c := range 5 {
			reads := (dieA == white || dieA == a) && (dieB == white || dieB == c)
			if reads && a == c && b.pair(a, joker, taken) || reads && a != c && b.two(a, c, taken) {
				return true
			}
		}
	}
	return false
}

// pair: up to two of the colour, from anywhere; with white and nosteal from the centre.
func (b board) pair(colour int, joker bool, taken []piece) bool {
	for _, p := range taken {
		if p.colour != colour || joker && b.nosteal && p.row != 0 {
			return false
		}
	}
	return true
}

// two: at most one of each of two colours, from the centre.
func (b board) two(a, c int, taken []piece) bool {
	for _, p := range taken {
		if p.row != 0 || p.colour != a && p.colour != c {
			return false
		}
	}
	return len(taken) < 2 || taken[0].colour != taken[1].colour
}

// draw prints the board with a seat on turn in some phase.
func (b board) draw(phase string) string {
	text := fmt.Sprintf("turn %d %s\n%s", b.turn, phase, colours)
	for i, row := range b.rows {
		name := map[int]string{0: "centre  ", 1: "lured   "}[i]
		if name == "" {
			name = fmt.Sprintf("seat %d  ", i-1)
		}
		text += name
		for _, n := range row {
			text += fmt.Sprintf(" %d", n)
		}
		text += "\n"
	}
	return text
}

// anyBoard scatters the mice over the table, some colours lured.
func anyBoard(t *rapid.T) board {
	b := board{seats: rapid.IntRange(2, 4).Draw(t, "seats"), nosteal: rapid.Bool().Draw(t, "nosteal")}
	b.turn = rapid.IntRange(1, b.seats).Draw(t, "turn")
	b.rows = make([][5]int, b.seats+2)
	for colour := range 5 {
		for range 6 {
			row := rapid.SampledFrom([]int{0, 0, 0, 1, 2, 2, 3, 3, 4, 5}).Draw(t, "row")
			if row >= len(b.rows) {
				row = 0
			}
			b.rows[row][colour]++
		}
		if back := rapid.Bool().Draw(t, "free"); back {
			b.rows[0][colour] += b.rows[1][colour]
			b.rows[1][colour] = 0
		}
	}
	return b
}

func (b board) setup() string {
	if b.nosteal {
		return fmt.Sprintf("seats=%d joker=nosteal", b.seats)
	}
	return fmt.Sprintf("seats=%d", b.seats)
}

// compare rolls all 21 throws on b and holds the game against the oracle.
func (b board) compare(t testing.TB, fatalf func(string, ...any)) {
	s := gamestest.Position(t, mice.Rules{}, b.setup(), b.draw("dice"))
	for dieA := range faces {
		for dieB := dieA; dieB < len(faces); dieB++ {
			says := games.Decision("dice " + faces[dieA] + " " + faces[dieB])
			next, err := s.Apply(says)
			if err != nil {
				fatalf("%s: %v", says, err)
			}
			want := strings.Join(b.lures(dieA, dieB), ", ")
			failed := !strings.HasPrefix(next.String(), fmt.Sprintf("turn %d lure", b.turn))
			if failed != (want == "") || !failed && gamestest.Listed(next.Legal()) != want {
				fatalf("%s%s:\ngot  %s\nwant %s", b.draw("dice"), says, gamestest.Listed(next.Legal()), want)
			}
		}
	}
}

func TestEveryRollAllowsWhatTheSentencesOfTheBookAllow(t *testing.T) {
	rows := func(rows ...[5]int) [][5]int { return rows }
	boards := map[string]board{
		"the start":              {seats: 2, turn: 1, rows: rows([5]int{6, 6, 6, 6, 6}, [5]int{}, [5]int{}, [5]int{})},
		"nothing in the centre":  {seats: 2, turn: 1, rows: rows([5]int{}, [5]int{}, [5]int{3, 3, 3, 3, 3}, [5]int{3, 3, 3, 3, 3})},
		"all on one's own card":  {seats: 2, turn: 2, rows: rows([5]int{}, [5]int{}, [5]int{}, [5]int{6, 6, 6, 6, 6})},
		"one of each everywhere": {seats: 4, turn: 3, rows: rows([5]int{1, 1, 1, 1, 1}, [5]int{}, [5]int{1, 1, 1, 1, 1}, [5]int{1, 1, 1, 1, 1}, [5]int{1, 1, 1, 1, 1}, [5]int{2, 2, 2, 2, 2})},
		"four colours lured":     {seats: 3, turn: 2, rows: rows([5]int{3, 4, 4, 4, 4}, [5]int{0, 2, 1, 2, 1}, [5]int{2, 0, 0, 0, 1}, [5]int{1, 0, 0, 0, 0}, [5]int{0, 0, 1, 0, 0})},
		"all lured":              {seats: 2, turn: 1, rows: rows([5]int{4, 4, 4, 4, 4}, [5]int{1, 1, 1, 1, 1}, [5]int{0, 1, 0, 1, 0}, [5]int{1, 0, 1, 0, 1})},
	}
	for name, b := range boards {
		for _, nosteal := range []bool{false, true} {
			b.nosteal = nosteal
			t.Run(fmt.Sprintf("%s, nosteal %v", name, nosteal), func(t *testing.T) { b.compare(t, t.Fatalf) })
		}
	}
}

func TestAnyRollOnAnyTableAllowsWhatTheSentencesAllow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { anyBoard(rt).compare(t, rt.Fatalf) })
}

// With k colours lured and everything else in the centre a roll fails in k² of 36
// cases: both dice must show one of k colours, and white is none of them. With all
// five colours white is of no use either.
func TestARollFailsWithKSquaredOf36(t *testing.T) {
	for colours := range 1 << 5 {
		b := board{seats: 2, turn: 1, rows: [][5]int{{6, 6, 6, 6, 6}, {}, {}, {}}}
		k := 0
		for c := range 5 {
			if colours>>c&1 == 1 {
				b.rows[0][c], b.rows[1][c] = 5, 1
				k++
			}
		}
		want := uint32(k * k)
		if k == 5 {
			want = 36
		}
		s := gamestest.Position(t, mice.Rules{}, "seats=2", b.draw("dice"))
		fails := uint32(0)
		for _, c := range s.Legal() {
			next, err := s.Apply(c.Says)
			if err != nil {
				t.Fatal(err)
			}
			if next.Turn() == 2 {
				fails += c.Weight
			}
		}
		if fails != want {
			t.Errorf("%d colours lured: %d of 36 rolls fail, want %d\n%s", k, fails, want, s)
		}
	}
}
