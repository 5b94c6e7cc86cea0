package dice_test

import (
	"math"
	"math/big"
	"testing"
)

// ways counts in whole numbers how n dice of so many faces come to each total of the k
// best of them: by the lowest face that counts, how many dice show more, and how many it.
func ways(n, faces, k int) []*big.Int {
	all := make([]*big.Int, k*faces+1)
	for i := range all {
		all[i] = new(big.Int)
	}
	for low := 1; low <= faces; low++ {
		over := []*big.Int{big.NewInt(1)} // how the dice over low come to each total
		for above := range k {            // the rest of the k show low
			for equal := k - above; equal <= n-above; equal++ {
				below := new(big.Int).Exp(big.NewInt(int64(low-1)), big.NewInt(int64(n-above-equal)), nil)
				below.Mul(below, new(big.Int).Binomial(int64(n), int64(above)))
				below.Mul(below, new(big.Int).Binomial(int64(n-above), int64(equal)))
				for sum, w := range over {
					at := all[sum+low*(k-above)]
					at.Add(at, new(big.Int).Mul(w, below))
				}
			}
			over = another(over, low+1, faces)
		}
	}
	return all
}

// another counts how dice come to each total with one more of the faces from…to.
func another(sums []*big.Int, from, to int) []*big.Int {
	next := make([]*big.Int, len(sums)+to)
	for i := range next {
		next[i] = new(big.Int)
	}
	for i, w := range sums {
		for face := from; face <= to; face++ {
			next[i+face].Add(next[i+face], w)
		}
	}
	return next
}

// The odds are those that whole numbers count, to twelve digits of each of them, however
// unlikely it is.
func TestOddsAreExactToTwelveDigits(t *testing.T) {
	const precision = 1e-12
	for _, c := range []struct {
		notation       string
		n, faces, best int
	}{
		{"2d6", 2, 6, 2},
		{"4d6k3", 4, 6, 3},
		{"20d6", 20, 6, 20},
		{"100d2", 100, 2, 100},
		{"40d20", 40, 20, 40},
		{"10d10k1", 10, 10, 1},
		{"12d6k6", 12, 6, 6},
		{"30d4k29", 30, 4, 29},
		{"3d100k2", 3, 100, 2},
	} {
		odds, ok := mustParse(t, c.notation).Odds()
		if !ok {
			t.Errorf("%s has no odds", c.notation)
			continue
		}
		whole := new(big.Int).Exp(big.NewInt(int64(c.faces)), big.NewInt(int64(c.n)), nil)
		for total, w := range ways(c.n, c.faces, c.best) {
			want, _ := new(big.Rat).SetFrac(w, whole).Float64()
			if got := odds.At(total); math.Abs(got-want) > precision*want {
				t.Errorf("%s = %d: got %.17g, want %.17g", c.notation, total, got, want)
			}
		}
	}
}
