package dice

import (
	"math"
	"math/big"
	"slices"
	"strings"
)

// function is a function of numbers, such as round.
type function struct {
	name  string
	other string // another spelling, or ""
	most  int    // most arguments; at least one, and two if most is 2
	of    func(x []*big.Rat) *big.Rat
	// within returns the range of the results, or false if a result may not exist. If it is nil, the
	// function grows with each argument.
	within func(x []interval, whole bool) (interval, bool)
	whole  bool // the results are always whole
	keeps  bool // the results are whole if all arguments are
}

// functions are the functions of a notation. Arguments of sin, cos and tan are in radians.
var functions = []function{
	{name: "abs", most: 1, keeps: true, of: func(x []*big.Rat) *big.Rat { return new(big.Rat).Abs(x[0]) }, within: withinAbs},
	{name: "ceil", most: 1, whole: true, of: func(x []*big.Rat) *big.Rat {
		down := floor(new(big.Rat).Neg(x[0]))
		return new(big.Rat).SetInt(down.Neg(down))
	}},
	{name: "floor", most: 1, whole: true, of: func(x []*big.Rat) *big.Rat { return new(big.Rat).SetInt(floor(x[0])) }},
	{name: "round", most: 1, whole: true, of: func(x []*big.Rat) *big.Rat {
		return new(big.Rat).SetInt(floor(new(big.Rat).Add(x[0], big.NewRat(1, 2))))
	}},
	{name: "sign", most: 1, whole: true, of: func(x []*big.Rat) *big.Rat { return big.NewRat(int64(x[0].Sign()), 1) }},
	{name: "sqrt", most: 1, of: real(math.Sqrt)},
	{name: "pow", most: 2, of: func(x []*big.Rat) *big.Rat { return raised(x[0], x[1]) }, within: func(x []interval, whole bool) (interval, bool) {
		return x[0].raised(x[1], whole)
	}},
	{name: "min", other: "мин", most: MostTerms, keeps: true, of: func(x []*big.Rat) *big.Rat { return slices.MinFunc(x, (*big.Rat).Cmp) }},
	{name: "max", other: "макс", most: MostTerms, keeps: true, of: func(x []*big.Rat) *big.Rat { return slices.MaxFunc(x, (*big.Rat).Cmp) }},
	{name: "exp", most: 1, of: real(math.Exp)},
	{name: "log", most: 1, of: real(math.Log)},
	{name: "sin", most: 1, of: real(math.Sin), within: unit},
	{name: "cos", most: 1, of: real(math.Cos), within: unit},
	{name: "tan", most: 1, of: real(tangent), within: func([]interval, bool) (interval, bool) { return intervalOf(-fine, fine), true }},
}

// real returns f as a function of exact numbers, whose results are rounded to a millionth. The
// result is nil if f has none, or if it exceeds MostTotal.
func real(f func(float64) float64) func([]*big.Rat) *big.Rat {
	return func(x []*big.Rat) *big.Rat {
		y := f(float(x[0]))
		if math.IsNaN(y) || math.Abs(y) > MostTotal {
			return nil
		}
		return rounded(y)
	}
}

// reach returns the range of the results of f for arguments in the given ranges. The parameter whole
// means that all values of the last argument are whole. It returns false if a result may not exist.
func (f *function) reach(x []interval, whole bool) (interval, bool) {
	if f.within != nil {
		return f.within(x, whole)
	}
	lows, highs := make([]*big.Rat, len(x)), make([]*big.Rat, len(x))
	for i, arg := range x {
		lows[i], highs[i] = arg.low, arg.high
	}
	return enclose(f.of(lows), f.of(highs))
}

// withinAbs returns the range of absolute values.
func withinAbs(x []interval, _ bool) (interval, bool) {
	a, b := new(big.Rat).Abs(x[0].low), new(big.Rat).Abs(x[0].high)
	if x[0].hasZero() {
		return interval{new(big.Rat), most(a, b)}, true
	}
	return enclose(a, b)
}

// tangent returns the tangent of x, but at most a million.
func tangent(x float64) float64 { return math.Max(-fine, math.Min(fine, math.Tan(x))) }

// unit returns the range of sin and cos.
func unit([]interval, bool) (interval, bool) { return intervalOf(-1, 1), true }

// functionOf returns the function with that name in lower case, or nil.
func functionOf(name string) *function {
	for i := range functions {
		if f := &functions[i]; strings.EqualFold(f.name, name) || f.other != "" && strings.EqualFold(f.other, name) {
			return f
		}
	}
	return nil
}
