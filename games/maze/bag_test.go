package maze_test

import (
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// chanceOf plays one set-up by chance and returns the start and how likely it was.
func chanceOf(t *rapid.T, line string) (start string, likely *big.Rat) {
	s := begun(t, line)
	likely = big.NewRat(1, 1)
	for s.Turn() == games.Chance {
		legal, total := s.Legal(), int64(0)
		for _, c := range legal {
			total += int64(c.Weight)
		}
		c := rapid.SampledFrom(legal).Draw(t, "set")
		likely.Mul(likely, big.NewRat(int64(c.Weight), total))
		s = gamestest.After(t, s, c.Says)
	}
	return strings.Fields(s.String())[7], likely
}

// ways is how many ordered choices of k among n there are.
func ways(n, k int64) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).MulRange(n-k+1, n))
}

// oneIn is twins in all^2: the odds of a start of both sides, in which each side's
// could have been drawn in so many ways of all.
func oneIn(twins int, all *big.Rat) *big.Rat {
	odds := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(twins)))
	odds.Quo(odds, all)
	return odds.Quo(odds, all)
}

func TestEveryOrderOfThePiecesIsAsLikely(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, got := chanceOf(t, "seats=2")
		if want := oneIn(16, ways(16, 16)); got.Cmp(want) != 0 { // two alike of 8 kinds on both sides
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

func TestEveryTenOfThePiecesAreAsLikely(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, got := chanceOf(t, "seats=2 setup=small")
		kinds := 0 // one of two alike comes first
		for _, letter := range "SLRTB123" {
			for _, side := range []string{start[:16], start[16:]} {
				if strings.ContainsRune(side, letter) {
					kinds++
				}
			}
		}
		if want := oneIn(kinds, ways(16, 10)); got.Cmp(want) != 0 {
			t.Fatalf("%s: got %s, want %s", start, got, want)
		}
		if free := strings.Repeat(".", 6); start[10:16] != free || start[16:22] != free {
			t.Fatalf("%s: the columns at the border aren't free", start)
		}
	})
}

func TestBalancedIsAsTheBooksNoteHasIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dark := rapid.SampledFrom([]string{"light", "dark"}).Draw(t, "square1")
		start, got := chanceOf(t, "seats=2 setup=balanced square1="+dark)
		for i := range 2 {
			light, darker := squaresOf(start[16*i:16*i+16], i)
			for _, letter := range "LRB2" {
				if strings.Count(light, string(letter)) != 1 || strings.Count(darker, string(letter)) != 1 {
					t.Fatalf("%s: light %s, dark %s", start, light, darker)
				}
			}
		}
		// On either colour four of eight squares for the four that never leave it, in
		// any order; the eight others in any order on what is left: 4 pairs alike.
		perSide := new(big.Rat).Mul(new(big.Rat).Mul(ways(8, 4), ways(8, 4)), ways(8, 8))
		if want := oneIn(8, perSide); got.Cmp(want) != 0 {
			t.Fatalf("%s: got %s, want %s", start, got, want)
		}
	})
}

// squaresOf parts one side's pieces by the colour of their squares, those of the
// first square's colour first.
func squaresOf(side string, i int) (one, other string) {
	for row := range 6 {
		for column := range 10 {
			at := numbers[row][column] - 3 - 28*i
			switch {
			case at < 0 || at >= 16:
			case (row+column)%2 == 0:
				one += string(side[at])
			default:
				other += string(side[at])
			}
		}
	}
	return one, other
}

func TestChanceSetsUpSquareAfterSquare(t *testing.T) {
	tests := map[string]string{ // set-up → the squares it fills
		"standard": "3-18 31-46",
		"balanced": "3-18 31-46",
		"small":    "3-12 37-46",
	}
	for setup, want := range tests {
		s := begun(t, "seats=1 setup="+setup)
		var squares []int
		for s.Turn() == games.Chance {
			d := s.Legal()[0].Says
			at, err := strconv.Atoi(d.Word(1))
			if err != nil {
				t.Fatal(err)
			}
			squares = append(squares, at)
			s = gamestest.After(t, s, d)
		}
		half := len(squares) / 2
		got := ""
		for i, at := range squares {
			if i%half > 0 && at != squares[i-1]+1 {
				t.Errorf("%s: %d comes after %d", setup, at, squares[i-1])
			}
			switch i % half {
			case 0:
				got += " " + strconv.Itoa(at)
			case half - 1:
				got += "-" + strconv.Itoa(at)
			}
		}
		if got[1:] != want {
			t.Errorf("%s: got %s, want %s", setup, got[1:], want)
		}
		if s.Turn() != 1 {
			t.Errorf("%s: white doesn't begin", setup)
		}
	}
}

func TestAGameOfChancePlaysLikeItsStart(t *testing.T) {
	s := begun(t, "seats=2 setup=small")
	for s.Turn() == games.Chance {
		s = gamestest.After(t, s, s.Legal()[len(s.Legal())-1].Says)
	}
	again := begun(t, "seats=2 start="+strings.Fields(s.String())[7])
	if again.String() != s.String() {
		t.Errorf("got\n%s\nwant\n%s", again, s)
	}
}
