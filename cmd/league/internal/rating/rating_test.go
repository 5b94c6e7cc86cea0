package rating_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tabletop/cmd/league/internal/rating"
)

type (
	r    = rating.Rating
	team = []rating.Rating
)

// How near a number must be to ours: one that we calculate by hand, and a published one,
// which was rounded along the way in another order.
const (
	twelfth = 1e-12
	printed = 1e-11
)

// same is a team of n of whom the same is known.
func same(n int, one r) (t team) {
	for range n {
		t = append(t, one)
	}
	return t
}

var (
	first = rating.New()
	py    = r{20.35125162611535, 8.33148112355601}
	a, b  = r{29.182, 4.782}, r{27.174, 4.922}
	c     = r{16.672, 6.217}
)

// likelihood is the logarithm of how likely a result is, written down as the paper has it:
// the product over all teams q of (exp(theta_q/c) / sum over C_q of exp(theta_s/c))^(1/A_q),
// with C_q those who came no earlier than q and A_q the number of those on its place.
func likelihood(thetas []float64, c float64, ranks []int) (log float64) {
	for q := range thetas {
		whole, tied := 0.0, 0.0
		for s := range thetas {
			if ranks[s] >= ranks[q] {
				whole += math.Exp(thetas[s] / c)
			}
			if ranks[s] == ranks[q] {
				tied++
			}
		}
		log += (thetas[q]/c - math.Log(whole)) / tied
	}
	return log
}

// derivatives are taken by small steps of one team's strength.
func derivatives(thetas []float64, c float64, ranks []int, i int) (once, twice float64) {
	const h = 1e-2
	at := func(step float64) float64 {
		moved := slices.Clone(thetas)
		moved[i] += step
		return likelihood(moved, c, ranks)
	}
	// Five points: off by h⁴.
	once = (at(-2*h) - 8*at(-h) + 8*at(h) - at(2*h)) / (12 * h)
	twice = (-at(-2*h) + 16*at(-h) - 30*at(0) + 16*at(h) - at(2*h)) / (12 * h * h)
	return once, twice
}

func sums(teams []team) (thetas, squares []float64, c float64) {
	for _, team := range teams {
		mu, square := 0.0, 0.0
		for _, r := range team {
			mu += r.Mu
			square += r.Sigma * r.Sigma
		}
		thetas, squares = append(thetas, mu), append(squares, square)
		c += square + rating.Beta*rating.Beta
	}
	return thetas, squares, math.Sqrt(c)
}

func TestStepsFollowTheDerivativesOfTheLikelihood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		teams, ranks := matches(40, 0.1, 10).Draw(t, "match")()
		thetas, squares, c := sums(teams)
		for i, after := range rating.Rate(teams, ranks) {
			once, twice := derivatives(thetas, c, ranks, i)
			gamma := math.Sqrt(squares[i]) / c
			for j, r := range teams[i] {
				square := r.Sigma * r.Sigma
				near(t, "mu", after[j].Mu, r.Mu+square*once, 1e-6)
				left := max(1+square*gamma*twice, rating.Kappa)
				near(t, "sigma²", after[j].Sigma*after[j].Sigma, square*left, 1e-5)
			}
		}
	})
}

func near(t *rapid.T, what string, got, want, within float64) {
	if math.Abs(got-want) > within {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// matches are of one to eight teams of one to eight, with numbers within bounds. They come
// as functions, as rapid prints what it draws.
func matches(most, low, high float64) *rapid.Generator[func() ([]team, []int)] {
	one := rapid.Custom(func(t *rapid.T) r {
		return r{rapid.Float64Range(-most, most).Draw(t, "mu"), rapid.Float64Range(low, high).Draw(t, "sigma")}
	})
	return rapid.Custom(func(t *rapid.T) func() ([]team, []int) {
		teams := rapid.SliceOfN(rapid.SliceOfN(one, 1, 8), 1, 8).Draw(t, "teams")
		ranks := rapid.SliceOfN(rapid.IntRange(1, 8), len(teams), len(teams)).Draw(t, "ranks")
		return func() ([]team, []int) { return teams, ranks }
	})
}

func TestSigmaNeverGrowsAndTheSoleWinnersMuNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		teams, ranks := matches(1e3, 0, 1e2).Draw(t, "match")()
		best := slices.Min(ranks)
		alone := slices.Index(ranks, best) == len(ranks)-1-slices.Index(reversed(ranks), best)
		for i, after := range rating.Rate(teams, ranks) {
			for j, now := range after {
				before := teams[i][j]
				if now.Sigma > before.Sigma {
					t.Fatalf("sigma grew: %v, then %v", before, now)
				}
				if alone && ranks[i] == best && now.Mu < before.Mu {
					t.Fatalf("the winner fell: %v, then %v", before, now)
				}
			}
		}
	})
}

func reversed(ranks []int) []int {
	ranks = slices.Clone(ranks)
	slices.Reverse(ranks)
	return ranks
}

func TestTheLastNeverRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		teams, _ := matches(1e3, 0, 1e2).Draw(t, "match")()
		ranks := rapid.Permutation(upTo(len(teams))).Draw(t, "ranks")
		last := slices.Index(ranks, len(ranks)-1)
		for j, now := range rating.Rate(teams, ranks)[last] {
			if before := teams[last][j]; now.Mu > before.Mu {
				t.Fatalf("the last rose: %v, then %v", before, now)
			}
		}
	})
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func TestATieAmongEqualsLeavesMu(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one := r{rapid.Float64Range(-1e3, 1e3).Draw(t, "mu"), rapid.Float64Range(0, 1e2).Draw(t, "sigma")}
		n, size := rapid.IntRange(1, 8).Draw(t, "teams"), rapid.IntRange(1, 8).Draw(t, "size")
		teams := make([]team, n)
		for i := range teams {
			teams[i] = same(size, one)
		}
		for _, after := range rating.Rate(teams, make([]int, n)) {
			for _, now := range after {
				if now.Mu != one.Mu {
					t.Fatalf("got mu %v, want %v", now.Mu, one.Mu)
				}
			}
		}
	})
}

func TestTheOrderInWhichTeamsAreGivenDoesNotMatterToTheLastBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		teams, ranks := matches(1e3, 0, 1e2).Draw(t, "match")()
		order := rapid.Permutation(upTo(len(teams))).Draw(t, "order")
		others, otherRanks := make([]team, len(teams)), make([]int, len(teams))
		inner := make([][]int, len(teams))
		for i, from := range order {
			inner[i] = rapid.Permutation(upTo(len(teams[from]))).Draw(t, "inner")
			otherRanks[i] = ranks[from]
			for _, j := range inner[i] {
				others[i] = append(others[i], teams[from][j])
			}
		}
		want, got := rating.Rate(teams, ranks), rating.Rate(others, otherRanks)
		chances, otherChances := rating.Chances(teams), rating.Chances(others)
		for i, from := range order {
			if chances[from] != otherChances[i] {
				t.Fatalf("chances: got %v, want %v", otherChances[i], chances[from])
			}
			for k, j := range inner[i] {
				if got[i][k] != want[from][j] {
					t.Fatalf("got %v, want %v", got[i][k], want[from][j])
				}
			}
		}
	})
}

func TestOnlyTheOrderOfRanksCounts(t *testing.T) {
	teams := []team{{a}, {b, c}, {first}}
	want := fmt.Sprint(rating.Rate(teams, []int{1, 2, 2}))
	for _, ranks := range [][]int{{0, 1, 1}, {1, 3, 3}, {-7, 1 << 30, 1 << 30}} {
		if got := fmt.Sprint(rating.Rate(teams, ranks)); got != want {
			t.Errorf("%v: got %s, want %s", ranks, got, want)
		}
	}
}

func TestAnyFiniteNumbersGiveFiniteNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		teams, ranks := matches(math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64).Draw(t, "match")()
		for _, team := range rating.Rate(teams, ranks) {
			for _, now := range team {
				if !finite(now.Mu) || !finite(now.Sigma) || !finite(now.Later(3).Sigma) || now.Sigma < 0 {
					t.Fatalf("got %v", now)
				}
			}
		}
		whole := 0.0
		for _, chance := range rating.Chances(teams) {
			if !(chance >= 0 && chance <= 1) {
				t.Fatalf("got the chance %v", chance)
			}
			whole += chance
		}
		near(t, "all chances", whole, 1, 1e-12)
	})
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// The last of eight, of whom little is known, had an even chance of every place: without
// kappa sigma² would be negative.
func TestKappaHoldsSigmaUp(t *testing.T) {
	teams := []team{{{25, 100}}}
	ranks := []int{8}
	for i := range 6 {
		teams, ranks = append(teams, team{{-1e3, 0.1}}), append(ranks, i)
	}
	teams, ranks = append(teams, team{{25, 0.1}}), append(ranks, 7)
	got := rating.Rate(teams, ranks)[0][0].Sigma
	if want := 100 * math.Sqrt(rating.Kappa); math.Abs(got-want) > 1e-9 {
		t.Errorf("got sigma %v, want %v", got, want)
	}
}

func TestChancesAreThoseOfTheModel(t *testing.T) {
	// Two newcomers of whom nothing is known but that their mus differ by c ln 3.
	c := math.Sqrt(2 * (rating.FirstSigma*rating.FirstSigma + rating.Beta*rating.Beta))
	strong := r{rating.FirstMu + c*math.Log(3), rating.FirstSigma}
	got := rating.Chances([]team{{strong}, {first}})
	if math.Abs(got[0]-0.75) > twelfth || math.Abs(got[1]-0.25) > twelfth {
		t.Errorf("got %v, want 0.75 and 0.25", got)
	}
}

func TestShownIsNothingForANewcomerAndGrowsWithKnowledge(t *testing.T) {
	if got := rating.New().Shown(); math.Abs(got) > twelfth {
		t.Errorf("a newcomer shows %v, want 0", got)
	}
	if got := (r{30, 2}).Shown(); got != 24 {
		t.Errorf("30 with 2 shows %v, want 24", got)
	}
}

func TestTimeWidensSigmaUpToANewcomers(t *testing.T) {
	for _, x := range []struct {
		sigma   float64
		periods int
		want    float64
	}{{2, 0, 2}, {2, -1, 2}, {2, 12, math.Sqrt(7)}, {2, 1e9, rating.FirstSigma}, {20, 5, 20}} {
		got := (r{30, x.sigma}).Later(x.periods)
		if math.Abs(got.Sigma-x.want) > twelfth || got.Mu != 30 {
			t.Errorf("%v after %d: got %v, want %v", x.sigma, x.periods, got, x.want)
		}
	}
}

func TestARankIsMissing(t *testing.T) {
	defer func() {
		if got := recover(); got != "rating: 2 teams have 1 ranks" {
			t.Errorf("got %v", got)
		}
	}()
	rating.Rate([]team{{first}, {first}}, []int{1})
}

func BenchmarkRate(b *testing.B) {
	for _, size := range [][2]int{{2, 1}, {4, 1}, {8, 1}, {2, 4}, {8, 8}} {
		teams, ranks := make([]team, size[0]), upTo(size[0])
		for i := range teams {
			teams[i] = same(size[1], first)
		}
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rating.Rate(teams, ranks)
			}
		})
	}
}
