package history

import (
	"math/big"
	"strconv"
)

// mostBits bounds the numbers that enumeration works with: some tenths of a second
// on the slowest board.
const mostBits = 8 << 20

// mostCounts bounds how many ways to count the faces odder goes through.
const mostCounts = 20_000

// weighted is a face of a fair die: what it is worth, and its weight.
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

// above returns the exact probability that n dice with these faces come to more
// than sum, or nil if that is too much to work out.
//
// The polynomial Σ weight·x^value has in its n-th power the number of ways to every
// total. With a power of two for x that is larger than all ways together, the
// power is one large number and its blocks of bits are those numbers of ways; what
// they add up to is the remainder of a division by x−1.
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

// odder returns the exact probability that n answers with these weights are
// counted at least as far from their expectation as counts, by chi-square; nil if
// there are too many ways to count them.
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

// product is a number that every weight divides.
func product(weights []int64) *big.Int {
	all := big.NewInt(1)
	for _, w := range weights {
		gcd := new(big.Int).GCD(nil, nil, all, big.NewInt(w))
		all.Mul(all, new(big.Int).Div(big.NewInt(w), gcd))
	}
	return all
}

// census goes through all ways to count n answers. Chi-square is n·Σ c²/(w·n²) − n
// but for constants, so that Σ c²/w compares it.
type census struct {
	weights []int64
	scale   *big.Int // makes c²/w a whole number
	limit   big.Int
	sum     big.Int
}

// far is what a face that was counted c times adds to the distance.
func (o *census) distance(face, c int) *big.Int {
	d := new(big.Int).Div(o.scale, big.NewInt(o.weights[face]))
	return d.Mul(d, big.NewInt(int64(c)*int64(c)))
}

// count adds up the ways in which the faces from face on share left answers, each
// taken ways times, where those before are so far off.
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

// Run returns the exact probability that one of the answers with these weights
// comes at least so many times in a row somewhere in n tries; 1 for a length of 1
// or less, if there is a try at all.
func Run(weights []int64, length, n int) *big.Rat {
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

// runless counts the ways of n answers without a run of that length. A state is
// the last answer and how often it has just come.
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

// InHundred says a probability as people do: "9", "<1" and ">99" at the ends, "0"
// and "100" only where they are exact.
func InHundred(p *big.Rat) string {
	hundred := new(big.Rat).Mul(p, big.NewRat(100, 1))
	switch {
	case p.Sign() > 0 && hundred.Cmp(big.NewRat(1, 1)) < 0:
		return "<1"
	case hundred.Cmp(big.NewRat(99, 1)) > 0 && hundred.Cmp(big.NewRat(100, 1)) < 0:
		return ">99"
	}
	return hundred.FloatString(0)
}

// Percent returns a probability in percent, for machines and charts.
func Percent(p *big.Rat) float64 {
	f, _ := strconv.ParseFloat(new(big.Rat).Mul(p, big.NewRat(100, 1)).FloatString(2), 64)
	return f
}
