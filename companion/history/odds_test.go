package history

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func die(n int) []weighted {
	faces := make([]weighted, n)
	for i := range faces {
		faces[i] = weighted{i + 1, 1}
	}
	return faces
}

// every calls each with all ways of n answers, and the weight of each way.
func every(weights []int64, n int, each func(answers []int, weight int64)) {
	var go1 func(answers []int, weight int64)
	go1 = func(answers []int, weight int64) {
		if len(answers) == n {
			each(answers, weight)
			return
		}
		for i, w := range weights {
			go1(append(answers[:len(answers):len(answers)], i), weight*w)
		}
	}
	go1(nil, 1)
}

func weightsOf(faces []weighted) []int64 {
	var all []int64
	for _, f := range faces {
		all = append(all, f.weight)
	}
	return all
}

func TestAHigherTotalIsAsLikelyAsAllWaysCountedSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var faces []weighted
		for range rapid.IntRange(1, 5).Draw(t, "faces") {
			faces = append(faces, weighted{rapid.IntRange(-3, 6).Draw(t, "value"), int64(rapid.IntRange(1, 4).Draw(t, "weight"))})
		}
		n := rapid.IntRange(1, 5).Draw(t, "n")
		sum := rapid.IntRange(-16, 31).Draw(t, "sum")
		over, all := int64(0), int64(0)
		every(weightsOf(faces), n, func(answers []int, weight int64) {
			came := 0
			for _, i := range answers {
				came += faces[i].value
			}
			if all += weight; came > sum {
				over += weight
			}
		})
		if got, want := probabilityAbove(faces, n, sum), big.NewRat(over, all); got.Cmp(want) != 0 {
			t.Errorf("%d of %v above %d: got %v, want %v", n, faces, sum, got, want)
		}
	})
}

func TestTotalsOfDiceAreKnown(t *testing.T) {
	for _, c := range []struct {
		n, sum int
		want   *big.Rat
	}{
		{1, 3, big.NewRat(1, 2)},
		{2, 7, big.NewRat(15, 36)},
		{2, 11, big.NewRat(1, 36)},
		{2, 12, new(big.Rat)},
		{2, 1, big.NewRat(1, 1)},
		{3, 10, big.NewRat(1, 2)}, // 3 to 10 and 11 to 18 mirror each other
	} {
		if got := probabilityAbove(die(6), c.n, c.sum); got.Cmp(c.want) != 0 {
			t.Errorf("%dd6 above %d: got %v, want %v", c.n, c.sum, got, c.want)
		}
	}
	if got := probabilityAbove(die(20), 5000, 52500); got != nil {
		t.Error("5000d20 were worked out: that takes minutes")
	}
}

func TestOddCountsAreAsLikelyAsAllWaysCountedSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Int64Range(1, 4), 2, 4).Draw(t, "weights")
		counts := make([]int, len(weights))
		n := rapid.IntRange(1, 5).Draw(t, "n")
		for range n {
			counts[rapid.IntRange(0, len(weights)-1).Draw(t, "answer")]++
		}
		limit := far(weights, counts)
		odd, all := int64(0), int64(0)
		every(weights, n, func(answers []int, weight int64) {
			came := make([]int, len(weights))
			for _, i := range answers {
				came[i]++
			}
			if all += weight; far(weights, came).Cmp(limit) >= 0 {
				odd += weight
			}
		})
		if got, want := probabilityOdder(weights, counts), big.NewRat(odd, all); got.Cmp(want) != 0 {
			t.Errorf("%v of %v: got %v, want %v", counts, weights, got, want)
		}
	})
}

// far is chi-square as the books have it: Σ (c−e)²/e.
func far(weights []int64, counts []int) *big.Rat {
	n, all := 0, int64(0)
	for i, c := range counts {
		n, all = n+c, all+weights[i]
	}
	sum := new(big.Rat)
	for i, c := range counts {
		e := big.NewRat(int64(n)*weights[i], all)
		d := new(big.Rat).Sub(big.NewRat(int64(c), 1), e)
		sum.Add(sum, d.Mul(d, d).Quo(d, e))
	}
	return sum
}

func TestRunsAreAsLikelyAsAllWaysCountedSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Int64Range(1, 3), 1, 4).Draw(t, "weights")
		n, length := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(0, 7).Draw(t, "length")
		with, all := int64(0), int64(0)
		every(weights, n, func(answers []int, weight int64) {
			if all += weight; runIn(answers) >= length {
				with += weight
			}
		})
		if got, want := RunProbability(weights, length, n), big.NewRat(with, all); got.Cmp(want) != 0 {
			t.Errorf("%d in a row of %v within %d: got %v, want %v", length, weights, n, got, want)
		}
	})
}

func runIn(answers []int) (most int) {
	run := 0
	for i, a := range answers {
		if i == 0 || a != answers[i-1] {
			run = 0
		}
		run++
		most = max(most, run)
	}
	return most
}

// Elsewhere 57 % was published for this.
func TestThreeEqualTotalsOfTwoDiceWithinFiftyRolls(t *testing.T) {
	totals := []int64{1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}
	if got := RunProbability(totals, 3, 50).FloatString(3); got != "0.458" {
		t.Errorf("got %s, want 0.458", got)
	}
}

func TestProbabilitiesAreSaidInHundred(t *testing.T) {
	for _, c := range []struct {
		p    *big.Rat
		want string
	}{
		{big.NewRat(9, 100), "9"},
		{big.NewRat(1, 1000), "<1"},
		{big.NewRat(999, 1000), ">99"},
		{new(big.Rat), "0"},
		{big.NewRat(1, 1), "100"},
		{big.NewRat(1, 3), "33"},
		{big.NewRat(1, 100), "1"},
	} {
		if got := FormatPercent(c.p); got != c.want {
			t.Errorf("%v: got %s, want %s", c.p, got, c.want)
		}
	}
	if got := Percent(big.NewRat(1, 11)); fmt.Sprint(got) != "9.09" {
		t.Errorf("1/11 is %v %%, want 9.09", got)
	}
}

func BenchmarkTotals(b *testing.B) {
	for _, c := range []struct{ faces, n int }{{6, 60}, {6, 600}, {20, 300}, {100, 100}} {
		b.Run(fmt.Sprintf("%dd%d", c.n, c.faces), func(b *testing.B) {
			for b.Loop() {
				probabilityAbove(die(c.faces), c.n, c.n*(c.faces+1)/2+c.n/4)
			}
		})
	}
}
