package dice

import (
	"maps"
	"math"
	"math/big"
	"slices"
)

// fractionOdds contains the probability of each value, which may be a fraction. The keys are the values
// as text.
type fractionOdds map[string]likely

// likely is a value and its probability.
type likely struct {
	x *big.Rat
	p float64
}

// perValue is the number of steps that one operation on fractions costs.
const perValue = 64

// add increases the probability of x by p.
func (o fractionOdds) add(x *big.Rat, p float64) {
	key := x.RatString()
	o[key] = likely{x, o[key].p + p}
}

// ordered returns the values in a fixed order, so that the sums of probabilities are always the same.
func (o fractionOdds) ordered() []likely {
	all := make([]likely, 0, len(o))
	for _, key := range slices.Sorted(maps.Keys(o)) {
		all = append(all, o[key])
	}
	return all
}

// exact returns the odds of the value of n, which may be a fraction. The parameter inside means that n
// is inside the brackets of a function, where quotients are not rounded.
func (w *work) exact(n *node, c Cup, inside bool) fractionOdds {
	all := fractionOdds{}
	switch {
	case n.decimal(c.terms):
		t := &c.terms[n.term]
		all.add(ratio(t.constant, t.decimals), 1)
		return all
	case n.op == leaf || n.op >= repeat || !inside && !n.fractional(c.terms):
		return w.fractions(w.node(n, c))
	}
	for i := range n.kids {
		kid := w.exactKid(n, i, c, inside)
		if i == 0 {
			all = w.mapped(kid, n.begun)
			continue
		}
		all = w.pairwise(all, kid, func(a, b *big.Rat) *big.Rat { return n.continued(a, i, b, inside) })
	}
	return all
}

// exactKid returns the odds of the value of the i-th kid of n, rounded down unless it may be a fraction.
func (w *work) exactKid(n *node, i int, c Cup, inside bool) fractionOdds {
	k := &n.kids[i]
	odds := w.exact(k, c, inside || n.op == call)
	if inside || n.op == call || k.decimal(c.terms) {
		return odds
	}
	return w.fractions(w.floored(odds))
}

// mapped returns the odds of of(x), where x has the given odds.
func (w *work) mapped(odds fractionOdds, of func(*big.Rat) *big.Rat) fractionOdds {
	return w.pairwise(odds, fractionOdds{"": {p: 1}}, func(x, _ *big.Rat) *big.Rat { return of(x) })
}

// pairwise returns the odds of with(x, y), where x has the odds a and y the odds b.
func (w *work) pairwise(a, b fractionOdds, with func(a, b *big.Rat) *big.Rat) fractionOdds {
	all := fractionOdds{}
	if !w.spend(perValue * int64(len(a)) * int64(len(b))) {
		return all
	}
	rights := b.ordered()
	for _, left := range a.ordered() {
		for _, right := range rights {
			if value := with(left.x, right.x); value != nil {
				all.add(value, left.p*right.p)
			}
		}
	}
	return all
}

// fractions returns the same odds as a map.
func (w *work) fractions(odds Odds) fractionOdds {
	all := fractionOdds{}
	for i, p := range odds.Of {
		if p > 0 && w.spend(perValue) {
			all.add(new(big.Rat).SetInt64(int64(odds.Least+i)), p)
		}
	}
	return all
}

// floored returns the odds of the values rounded down.
func (w *work) floored(odds fractionOdds) Odds {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, value := range odds {
		n := whole(value.x)
		low, high = min(low, n), max(high, n)
	}
	if len(odds) == 0 || high-low >= mostOutcomes || !w.spend(high-low) {
		w.left = -1
		return Odds{Of: []float64{1}}
	}
	all := Odds{Least: int(low), Of: make([]float64, high-low+1)}
	for _, value := range odds.ordered() {
		all.Of[whole(value.x)-low] += value.p
	}
	return all
}
