package dice

import (
	"math"
	"math/big"
)

// fine is the denominator of a number that isn't a ratio of whole numbers, such as a root: it is
// rounded to a millionth.
const fine = 1_000_000

// ratio returns the decimal number n/10^decimals.
func ratio(n int, decimals uint8) *big.Rat {
	d := int64(1)
	for range decimals {
		d *= 10
	}
	return big.NewRat(int64(n), d)
}

// rounded returns x rounded to a millionth.
func rounded(x float64) *big.Rat { return big.NewRat(int64(math.Round(x*fine)), fine) }

// float returns the float64 that is nearest to x.
func float(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// floor returns the greatest whole number that is not above x.
func floor(x *big.Rat) *big.Int {
	return new(big.Int).Div(x.Num(), x.Denom()) // rounds down, because denominators are positive
}

// whole returns floor(x) as an int64. Totals are within MostTotal, so that it fits.
func whole(x *big.Rat) int64 { return floor(x).Int64() }

// least and most return the lesser and the greater of two numbers.
func least(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func most(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// joined returns a with b, where sign is one of + - * / %. A quotient isn't rounded. It returns nil
// if b is 0 and sign is / or %.
func joined(a *big.Rat, sign byte, b *big.Rat) *big.Rat {
	x := new(big.Rat)
	switch {
	case sign == '+':
		return x.Add(a, b)
	case sign == '-':
		return x.Sub(a, b)
	case sign == '*':
		return x.Mul(a, b)
	case b.Sign() == 0:
		return nil
	case sign == '/':
		return x.Quo(a, b)
	}
	quotient := new(big.Rat).SetInt(floor(x.Quo(a, b)))
	return x.Sub(a, quotient.Mul(quotient, b))
}

// raised returns a to the power of b, or nil if that number doesn't exist or exceeds MostTotal. It is
// exact if b is a whole number up to 64 and the result doesn't have too many digits.
func raised(a, b *big.Rat) *big.Rat {
	const steps, bits = 64, 512
	if !b.IsInt() || b.Num().CmpAbs(big.NewInt(steps)) > 0 || max(a.Num().BitLen(), a.Denom().BitLen())*int(abs(b.Num().Int64())) > bits {
		x := math.Pow(float(a), float(b))
		if math.IsNaN(x) || math.Abs(x) > MostTotal {
			return nil
		}
		return rounded(x)
	}
	n := b.Num().Int64()
	if a.Sign() == 0 && n < 0 {
		return nil
	}
	exponent := big.NewInt(abs(n))
	x := new(big.Rat).SetFrac(new(big.Int).Exp(a.Num(), exponent, nil), new(big.Int).Exp(a.Denom(), exponent, nil))
	if n < 0 {
		x.Inv(x)
	}
	if math.Abs(float(x)) > MostTotal {
		return nil
	}
	return x
}

// value returns the value of n, whose kids have the given values. It returns 0 if the value doesn't
// exist, because some dice aren't rolled yet. The parameter inside is that of [tally.exact].
func (n *node) value(kids []*big.Rat, inside bool) *big.Rat {
	all := n.begun(kids[0])
	for i := 1; i < len(kids) && all != nil; i++ {
		all = n.continued(all, i, kids[i], inside)
	}
	if all == nil {
		return new(big.Rat)
	}
	return all
}

// begun returns the value of n if x is its only kid's. It returns nil if there is none.
func (n *node) begun(x *big.Rat) *big.Rat {
	switch {
	case n.op == call && n.call.most == 1:
		return n.call.of([]*big.Rat{x})
	case n.op == sum && n.signs[0] == '-':
		return new(big.Rat).Neg(x)
	}
	return x
}

// continued returns the value of n with the value x of its i-th kid, where all is the value with the
// kids before it. It returns nil if there is none.
func (n *node) continued(all *big.Rat, i int, x *big.Rat, inside bool) *big.Rat {
	switch n.op {
	case power:
		return raised(all, x)
	case call:
		return n.call.of([]*big.Rat{all, x})
	}
	all = joined(all, n.signs[i], x)
	if all != nil && n.signs[i] == '/' && !inside {
		return new(big.Rat).SetInt(floor(all))
	}
	return all
}

func abs(n int64) int64 { return max(n, -n) }

// interval is a range of numbers.
type interval struct{ low, high *big.Rat }

// intervalOf returns the range of whole numbers from low to high.
func intervalOf(low, high int64) interval {
	return interval{new(big.Rat).SetInt64(low), new(big.Rat).SetInt64(high)}
}

// fixed reports whether s has only one number.
func (s interval) fixed() bool { return s.low.Cmp(s.high) == 0 }

// floored returns the range of the numbers of s, each rounded down.
func (s interval) floored() interval {
	return interval{new(big.Rat).SetInt(floor(s.low)), new(big.Rat).SetInt(floor(s.high))}
}

// hasZero reports whether 0 is in s.
func (s interval) hasZero() bool { return s.low.Sign() <= 0 && s.high.Sign() >= 0 }

// large reports whether a number of s exceeds MostTotal.
func (s interval) large() bool {
	return s.low.Cmp(big.NewRat(-MostTotal, 1)) < 0 || s.high.Cmp(big.NewRat(MostTotal, 1)) > 0
}

// exceeds reports whether a power of s with an exponent of b may exceed MostTotal.
func (s interval) exceeds(b interval) bool {
	return math.Pow(math.Max(math.Abs(float(s.low)), math.Abs(float(s.high))), float(b.high)) > MostTotal
}

// enclose returns the least range that contains all the numbers, or false if one of them is nil.
func enclose(all ...*big.Rat) (interval, bool) {
	s := interval{all[0], all[0]}
	for _, x := range all {
		if x == nil {
			return interval{}, false
		}
		s = interval{least(s.low, x), most(s.high, x)}
	}
	return s, true
}

// joined returns the range of the numbers of s with those of b. It returns false if they may be
// divided by zero.
func (s interval) joined(sign byte, b interval) (interval, bool) {
	switch {
	case sign == '+' || sign == '-':
		if sign == '-' {
			b.low, b.high = b.high, b.low
		}
		return interval{joined(s.low, sign, b.low), joined(s.high, sign, b.high)}, true
	case sign != '*' && b.hasZero():
		return interval{}, false
	case sign == '%' && !(s.fixed() && b.fixed()):
		zero := new(big.Rat)
		return interval{least(b.low, zero), most(b.high, zero)}, true
	}
	return enclose(joined(s.low, sign, b.low), joined(s.low, sign, b.high), joined(s.high, sign, b.low), joined(s.high, sign, b.high))
}

// raised returns the range of the numbers of s to the powers in b. The parameter whole means that
// all powers are whole. It returns false if such a power may not exist, or may exceed MostTotal.
func (s interval) raised(b interval, whole bool) (interval, bool) {
	corners := []*big.Rat{raised(s.low, b.low), raised(s.low, b.high), raised(s.high, b.low), raised(s.high, b.high)}
	switch {
	case s.low.Sign() > 0:
		return enclose(corners...)
	case !whole || b.low.Sign() < 0:
		return interval{}, false
	}
	one, zero := big.NewRat(1, 1), new(big.Rat)
	reach := most(most(new(big.Rat).Abs(s.low), new(big.Rat).Abs(s.high)), one)
	top := raised(reach, b.high)
	if top == nil {
		return interval{}, false
	}
	if s.low.Sign() < 0 && (!b.fixed() || b.low.Num().Bit(0) == 1) {
		zero = new(big.Rat).Neg(top)
	}
	return interval{zero, top}, true
}
