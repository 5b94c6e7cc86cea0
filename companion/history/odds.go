package history

import (
	"math/big"
	"strconv"
)

// mostBits is the maximum size, in bits, of the number that probabilityAbove computes. Such a
// number takes some tenths of a second on the slowest board.
const mostBits = 8 << 20

// mostCounts is the maximum number of combinations of counts that probabilityOdder enumerates.
const mostCounts = 20_000

// weighted is a face of a fair die with its value and weight.
type weighted struct {
	value  int
	weight int64
}

func total(faces []weighted) (sum int64) {
	for _, f := range faces {
		sum += f.weight
	}
	return sum
}

// probabilityAbove returns the exact probability that the total of n dice with these faces is
// greater than sum. It returns nil if the computation would take too long.
//
// The coefficients of the n-th power of the polynomial Σ weight·x^value are the numbers of ways
// to roll each total. The function sets x to a power of two that is greater than the sum of all
// coefficients. The n-th power is then one large number, and each block of its bits is one
// coefficient. The sum of the blocks is the remainder of a division by x−1.
func probabilityAbove(faces []weighted, n, sum int) *big.Rat {
	least, most := bounds(faces)
	ways := new(big.Int).Exp(big.NewInt(total(faces)), big.NewInt(int64(n)), nil)
	block := uint(ways.BitLen() + 1)
	if n == 0 || uint64(block)*uint64(n)*uint64(most-least) > mostBits {
		return nil
	}
	switch {
	case sum < least*n:
		return big.NewRat(1, 1)
	case sum >= most*n:
		return new(big.Rat)
	}
	power := new(big.Int)
	for _, f := range faces {
		term := big.NewInt(f.weight)
		power.Add(power, term.Lsh(term, block*uint(f.value-least)))
	}
	power.Exp(power, big.NewInt(int64(n)), nil)
	power.Rsh(power, block*uint(sum-least*n+1))
	x1 := new(big.Int).Lsh(big.NewInt(1), block)
	return new(big.Rat).SetFrac(power.Mod(power, x1.Sub(x1, big.NewInt(1))), ways)
}

func bounds(faces []weighted) (least, most int) {
	least, most = faces[0].value, faces[0].value
	for _, f := range faces {
		least, most = min(least, f.value), max(most, f.value)
	}
	return least, most
}

// probabilityOdder returns the exact probability that the counts of n fair outcomes with these
// weights differ from their expectation at least as much as the given counts do. n is the sum of
// counts, and chi-square measures the difference. The function returns nil if there are too many
// combinations.
func probabilityOdder(weights []int64, counts []int) *big.Rat {
	n := 0
	for _, c := range counts {
		n += c
	}
	ways := new(big.Int).Binomial(int64(n+len(weights)-1), int64(len(weights)-1))
	if n == 0 || len(weights) < 2 || ways.Cmp(big.NewInt(mostCounts)) > 0 {
		return nil
	}
	o := census{weights: weights, scale: product(weights)}
	for i, c := range counts {
		o.limit.Add(&o.limit, o.distance(i, c))
	}
	o.count(0, n, new(big.Int), big.NewInt(1))
	all := int64(0)
	for _, w := range weights {
		all += w
	}
	return new(big.Rat).SetFrac(&o.sum, new(big.Int).Exp(big.NewInt(all), big.NewInt(int64(n)), nil))
}

// product returns the least common multiple of the weights.
func product(weights []int64) *big.Int {
	all := big.NewInt(1)
	for _, w := range weights {
		gcd := new(big.Int).GCD(nil, nil, all, big.NewInt(w))
		all.Mul(all, new(big.Int).Div(big.NewInt(w), gcd))
	}
	return all
}

// census enumerates all combinations of counts of n outcomes. Apart from constant factors and
// terms, chi-square is Σ c²/w, where c is the count and w the weight of a face.
type census struct {
	weights []int64
	scale   *big.Int // least common multiple of the weights, which makes scale·c²/w an integer
	limit   big.Int
	sum     big.Int
}

// distance returns the term of a face in the sum scale·Σ c²/w if the face occurred c times.
func (o *census) distance(face, c int) *big.Int {
	d := new(big.Int).Div(o.scale, big.NewInt(o.weights[face]))
	return d.Mul(d, big.NewInt(int64(c)*int64(c)))
}

// count distributes the remaining outcomes among the faces from index face on; left is the
// number of these outcomes. It adds to o.sum the number of ways in which the total distance is
// at least o.limit. distance and ways are the totals for the faces before index face.
func (o *census) count(face, left int, distance, ways *big.Int) {
	w := big.NewInt(o.weights[face])
	if face == len(o.weights)-1 {
		if new(big.Int).Add(distance, o.distance(face, left)).Cmp(&o.limit) >= 0 {
			o.sum.Add(&o.sum, ways.Mul(ways, w.Exp(w, big.NewInt(int64(left)), nil)))
		}
		return
	}
	power := big.NewInt(1)
	for c := 0; c <= left; c++ {
		here := new(big.Int).Binomial(int64(left), int64(c))
		here.Mul(here, power).Mul(here, ways)
		o.count(face+1, left-c, new(big.Int).Add(distance, o.distance(face, c)), here)
		power.Mul(power, w)
	}
}

// RunProbability returns the exact probability that n outcomes contain a run: some outcome
// occurs at least length times in a row. If n is at least 1 and length is at most 1, the
// probability is 1.
func RunProbability(weights []int64, length, n int) *big.Rat {
	switch {
	case n < length || n < 1:
		return new(big.Rat)
	case length <= 1:
		return big.NewRat(1, 1)
	}
	all := new(big.Int)
	for _, w := range weights {
		all.Add(all, big.NewInt(w))
	}
	without := runless(weights, length, n)
	ways := new(big.Int).Exp(all, big.NewInt(int64(n)), nil)
	return new(big.Rat).SetFrac(new(big.Int).Sub(ways, without), ways)
}

// runless returns the number of sequences of n outcomes without a run of the given length. A
// sequence counts as often as the product of the weights of its outcomes. ways[i][k] is the
// number of sequences that end with exactly k+1 outcomes i.
func runless(weights []int64, length, n int) *big.Int {
	ways := make([][]big.Int, len(weights))
	sums := make([]big.Int, len(weights))
	var sum big.Int
	for i, w := range weights {
		ways[i] = make([]big.Int, length-1)
		ways[i][0].SetInt64(w)
		sums[i].SetInt64(w)
		sum.Add(&sum, &sums[i])
	}
	for range n - 1 {
		var next big.Int
		for i, w := range weights {
			factor := big.NewInt(w)
			var other big.Int
			other.Sub(&sum, &sums[i])
			sums[i].SetInt64(0)
			for k := length - 2; k > 0; k-- {
				ways[i][k].Mul(&ways[i][k-1], factor)
				sums[i].Add(&sums[i], &ways[i][k])
			}
			ways[i][0].Mul(&other, factor)
			sums[i].Add(&sums[i], &ways[i][0])
			next.Add(&next, &sums[i])
		}
		sum.Set(&next)
	}
	return &sum
}

// FormatPercent formats a probability in percent for people, such as "9", "<1" or ">99". It
// returns "0" and "100" only for exact values.
func FormatPercent(p *big.Rat) string {
	hundred := new(big.Rat).Mul(p, big.NewRat(100, 1))
	switch {
	case p.Sign() > 0 && hundred.Cmp(big.NewRat(1, 1)) < 0:
		return "<1"
	case hundred.Cmp(big.NewRat(99, 1)) > 0 && hundred.Cmp(big.NewRat(100, 1)) < 0:
		return ">99"
	}
	return hundred.FloatString(0)
}

// Percent returns a probability in percent, rounded to 2 decimals, for programs and charts.
func Percent(p *big.Rat) float64 {
	f, _ := strconv.ParseFloat(new(big.Rat).Mul(p, big.NewRat(100, 1)).FloatString(2), 64)
	return f
}
