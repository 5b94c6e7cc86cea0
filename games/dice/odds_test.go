package dice_test

import (
	"math"
	"testing"

	"tabletop/games/dice"
)

// enumerate rolls every way that c's dice can fall and returns what share of them
// comes to each total. Chains of explosions are followed to that depth.
func enumerate(c dice.Cup, depth int) map[int]float64 {
	shares := map[int]float64{}
	var walk func(path []uint64, share float64)
	walk = func(path []uint64, share float64) {
		n, faces := 0, uint64(0)
		r := c.Roll(func(f uint64) uint64 {
			n++
			switch {
			case n <= len(path):
				return path[n-1]
			case n == len(path)+1:
				faces = f
			}
			return 0
		})
		if n <= len(path) {
			shares[r.Total] += share
			return
		}
		for face := range faces {
			if len(path) < depth {
				walk(append(path[:len(path):len(path)], face), share/float64(faces))
			}
		}
	}
	walk(nil, 1)
	return shares
}

func mustParse(t testing.TB, notation string) dice.Cup {
	t.Helper()
	c, err := dice.Parse(notation, own(t))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOddsAreThoseOfEveryWayTheDiceCanFall(t *testing.T) {
	const precision = 1e-12
	for _, notation := range []string{
		"d6", "2d6", "3d6+2", "5d4", "d6-d6", "10-2d6", "-d4", "d20", "d%", "2d%", "4dF", "dF-dF", "d4+d6+d8",
		"4d6k3", "4d6k1", "4d6kl1", "4d6kl3", "4d6dl1", "4d6dh1", "2d20k1", "2d20kl1", "5d4k2", "5d4kl2", "4dFk2", "4dFkl3", "3d6k1+2d4kl1-1", "10-4d6k3",
		"dfate", "4dfate", "4dfatek2", "3dfatekl1-d4", "2dmixed+3", "dmixed+dcolour", "2dBig", "2dBigk1+dk", "6d3k4", "6d3kl4", "3dk", "2dfatek", "d66", "2d66k1-d6", "d00+d10", "2d00k1", "4dF.1", "4dF.1k2", "{3xd4}k2", "{2x2d3,2d4k1}k1", "{d6,d8,d4}kl2", "{3x2d4}>=5f2", "{3x2d4}k2>=5f2", "5d10>=8f1", "4d6min2max5k3", "3d6ro<3", "(2d6+3)*2/3", "(d4-d6)/2", "2d6*(2/d4)", "3d6k2>=5", "3d{1,1,2}k2", "2d{+,0,0,-}-d{1,9}",
	} {
		c := mustParse(t, notation)
		odds, ok := c.Odds()
		if !ok || odds.Beyond != 0 {
			t.Errorf("%s: odds %v, beyond %g", notation, ok, odds.Beyond)
			continue
		}
		want := enumerate(c, 100)
		least, most := c.Range()
		if odds.Least != least || odds.Least+len(odds.Of)-1 != most {
			t.Errorf("%s: odds of %d..%d, the range is %d..%d", notation, odds.Least, odds.Least+len(odds.Of)-1, least, most)
		}
		for total := least - 1; total <= most+1; total++ {
			if math.Abs(odds.At(total)-want[total]) > precision {
				t.Errorf("%s = %d: got %.15f, want %.15f", notation, total, odds.At(total), want[total])
			}
		}
	}
}

func TestOddsOfExplosionsAreThoseOfLongChains(t *testing.T) {
	// What isn't followed further has that many faces, of which all but the last exploded.
	for _, tt := range []struct {
		notation string
		depth    int
		missed   float64 // a bound on the share that isn't followed
	}{
		{"d6!", 12, math.Pow(6, -11)},
		{"d2!", 40, math.Pow(2, -39)},
		{"d6!-2", 12, math.Pow(6, -11)},
		{"10-d6!", 12, math.Pow(6, -11)},
		{"2d4!", 9, 9 * math.Pow(4, -7)},
		{"2d6!k1", 7, 7 * math.Pow(6, -5)},
		{"2d6!kl1", 7, 7 * math.Pow(6, -5)},
		{"3d6!k2", 7, 21 * math.Pow(6, -4)},
		{"d6!+d4", 7, math.Pow(6, -5)},
		{"dF!", 20, math.Pow(3, -19)},
		{"dfate!", 8, math.Pow(3, -7)},
	} {
		c := mustParse(t, tt.notation)
		odds, ok := c.Odds()
		if !ok {
			t.Errorf("%s: no odds", tt.notation)
			continue
		}
		sum := 0.0
		for _, p := range odds.Of {
			sum += p
		}
		if math.Abs(sum-1) > 1e-12 || odds.Beyond > 1e-12 {
			t.Errorf("%s: the odds add up to %.15f, beyond %g", tt.notation, sum, odds.Beyond)
		}
		for total, want := range enumerate(c, tt.depth) {
			if got := odds.At(total); got < want-1e-12 || got > want+tt.missed+1e-12 {
				t.Errorf("%s = %d: got %.12f, want %.12f or up to %g more", tt.notation, total, got, want, tt.missed)
			}
		}
	}
}

func TestOddsSayWhenExplosionsGoBeyondTheLimit(t *testing.T) {
	// Ninety dice of two faces explode ninety times on average. The number has the
	// negative binomial distribution, whose deviation is 13.4.
	odds, ok := mustParse(t, "90d2!").Odds()
	want := 1.0
	for k := range dice.MostBursts + 1 {
		ways, _ := math.Lgamma(float64(90 + k))
		first, _ := math.Lgamma(float64(k + 1))
		second, _ := math.Lgamma(90)
		want -= math.Exp(ways - first - second - float64(90+k)*math.Ln2)
	}
	if !ok || math.Abs(odds.Beyond-want) > 1e-9 || want < 0.2 || want > 0.25 {
		t.Errorf("90d2!: beyond %.9f, %v, want %.9f", odds.Beyond, ok, want)
	}
}

func TestThereAreNoOddsOfWordsOrOfTooManyDice(t *testing.T) {
	for _, notation := range []string{"coin", "3coin", "dcolour", "2dcolour+3", "100d1000", "100d1000k50", "50d%!k25", "{20x5d1000}k10", "3d6>=5!k2", "d1000*d1000*d100"} {
		if odds, ok := mustParse(t, notation).Odds(); ok {
			t.Errorf("%s has odds of %d totals", notation, len(odds.Of))
		}
	}
}

// Known numbers: 4d6k3 from its 1,296 ways, counted by hand at both ends.
func TestOddsOfFourDiceTheBestThreeOfWhichCount(t *testing.T) {
	odds, _ := mustParse(t, "4d6k3").Odds()
	for total, ways := range map[int]float64{3: 1, 4: 4, 17: 54, 18: 21} {
		if got := odds.At(total) * 1296; math.Abs(got-ways) > 1e-9 {
			t.Errorf("%d: got %g ways of 1296, want %g", total, got, ways)
		}
	}
	if got, want := odds.Mean(), 15869.0/1296; math.Abs(got-want) > 1e-12 {
		t.Errorf("mean: got %.12f, want %.12f", got, want)
	}
	if got, want := odds.AtLeast(17), 75.0/1296; math.Abs(got-want) > 1e-12 {
		t.Errorf("at least 17: got %.12f, want %.12f", got, want)
	}
}

// Published as 57 % elsewhere; it is 45.8 %.
func TestThreeEqualTotalsInARowWithinFiftyRolls(t *testing.T) {
	odds, _ := mustParse(t, "2d6").Odds()
	once, twice := map[int]float64{}, map[int]float64{} // by the last total, not yet three in a row
	seen := 0.0
	for range 50 {
		nextOnce, nextTwice := map[int]float64{}, map[int]float64{}
		sum := 1 - seen
		for total := 2; total <= 12; total++ {
			p := odds.At(total)
			seen += twice[total] * p
			nextTwice[total] = once[total] * p
			nextOnce[total] = (sum - once[total] - twice[total]) * p
		}
		once, twice = nextOnce, nextTwice
	}
	if math.Round(1000*seen) != 458 {
		t.Errorf("got %.4f %%, want 45.8 %%", 100*seen)
	}
}

func BenchmarkOdds(b *testing.B) {
	for _, notation := range []string{"2d6", "4d6k3", "100d20"} {
		c := mustParse(b, notation)
		b.Run(notation, func(b *testing.B) {
			for b.Loop() {
				if _, ok := c.Odds(); !ok {
					b.Fatal("no odds")
				}
			}
		})
	}
}
