package luck

import (
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

// numbers is what Key.Number is: the n-th number of a stream below w.
type numbers func(stream string, n int, w uint64) uint64

// lopsided maps with the fault that is looked for: one number too many, folded
// onto the first, as a modulo does whose words are not refused.
func lopsided(fair numbers) numbers {
	return func(stream string, n int, w uint64) uint64 { return fair(stream, n, w+1) % w }
}

// oneByte is the fault as it is usually shipped: the remainder of one byte.
func oneByte(fair numbers) numbers {
	return func(stream string, n int, w uint64) uint64 { return fair(stream, n, 256) % w }
}

var every = flag.Bool("every", false, "roll dice of every number of faces from 2 to 100, and shuffle six cards: some seconds")

func TestEveryDieIsUniformAndALopsidedOneIsNot(t *testing.T) {
	t.Parallel()
	fair := counting().Key([]string{"лодка"}).Number
	for _, faces := range dice() {
		limit := chiSquareLimit(faces - 1)
		if got := dieChiSquare(fair, faces); got > limit {
			t.Errorf("d%d: chi-square %.1f, limit %.1f", faces, got, limit)
		}
		if got := dieChiSquare(lopsided(fair), faces); got <= limit {
			t.Errorf("lopsided d%d passes: chi-square %.1f, limit %.1f", faces, got, limit)
		}
	}
	if got, limit := dieChiSquare(oneByte(fair), 100), chiSquareLimit(99); got <= limit {
		t.Errorf("d100 by the remainder of a byte passes: chi-square %.1f, limit %.1f", got, limit)
	}
}

// dice returns the numbers of faces that are tried: those of the dice that people own.
func dice() (faces []int) {
	if !*every {
		return []int{2, 3, 4, 6, 8, 10, 12, 20, 100}
	}
	for n := 2; n <= 100; n++ {
		faces = append(faces, n)
	}
	return faces
}

func TestEveryOrderOfUpToSixCardsIsEquallyLikelyAndALopsidedShuffleIsNot(t *testing.T) {
	t.Parallel()
	fair := counting().Key(nil).Number
	most := 5
	if *every {
		most = 6
	}
	for cards := 2; cards <= most; cards++ {
		orders := factorial(cards)
		limit := chiSquareLimit(orders - 1)
		if got := shuffleChiSquare(t, fair, cards); got > limit {
			t.Errorf("%d cards: chi-square %.1f, limit %.1f", cards, got, limit)
		}
		if got := shuffleChiSquare(t, lopsided(fair), cards); got <= limit {
			t.Errorf("lopsided shuffle of %d cards passes: chi-square %.1f, limit %.1f", cards, got, limit)
		}
	}
}

// dieChiSquare rolls a die 2,000 times and 200 times a face more.
func dieChiSquare(number numbers, faces int) float64 {
	die := []games.Choice{{Says: "die", From: 1, To: int32(faces), Weight: 1}}
	seen := map[string]int{}
	rolls := 2000 + 200*faces
	for n := 1; n <= rolls; n++ {
		seen[string(Pick(die, number("die", n, Total(die))))]++
	}
	return chiSquare(seen, faces, rolls)
}

// shuffleChiSquare deals all cards one at a time, 30 times for every order and
// 2,000 times more; each card asked is a choice among those left.
func shuffleChiSquare(t *testing.T, number numbers, cards int) float64 {
	t.Helper()
	seen := map[string]int{}
	deals := 2000 + 30*factorial(cards)
	n := 0
	for range deals {
		left := make([]games.Choice, cards)
		for i := range left {
			left[i] = games.Choice{Says: games.Decision("card " + string(rune('a'+i))), Weight: 1}
		}
		var order strings.Builder
		for len(left) > 0 {
			n++
			d := Pick(left, number("card", n, Total(left)))
			i := slices.IndexFunc(left, func(c games.Choice) bool { return c.Says == d })
			order.WriteString(d.Word(1))
			left = slices.Delete(left, i, i+1)
		}
		seen[order.String()]++
	}
	return chiSquare(seen, factorial(cards), deals)
}

func factorial(n int) int {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1)
}

// chiSquare compares the counts with trials/cells in each of the cells.
func chiSquare(seen map[string]int, cells, trials int) float64 {
	want := float64(trials) / float64(cells)
	sum := want * float64(cells-len(seen)) // cells that never came up
	for _, n := range seen {
		sum += (float64(n) - want) * (float64(n) - want) / want
	}
	return sum
}

// chiSquareLimit is what chi-square with that many degrees of freedom exceeds
// once in a million (Wilson and Hilferty, 1931; 4.7534 is the normal quantile).
func chiSquareLimit(freedom int) float64 {
	f := float64(freedom)
	return f * math.Pow(1-2/(9*f)+4.7534*math.Sqrt(2/(9*f)), 3)
}

// The exact quantiles are those of the incomplete gamma function.
func TestTheLimitIsTheExactQuantileOrALittleMore(t *testing.T) {
	for freedom, exact := range map[int]float64{1: 23.928, 5: 35.888, 10: 46.863, 99: 180.792, 719: 913.857} {
		if got := chiSquareLimit(freedom); got < exact || got > 1.15*exact {
			t.Errorf("limit for %d degrees is %.3f, the quantile %.3f", freedom, got, exact)
		}
	}
}
