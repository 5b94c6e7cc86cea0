package dice

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// MostTotal is the greatest absolute value of a product's total.
const MostTotal = 1_000_000_000

// bounds returns a lower and an upper bound of the total of n. The parameter of is a function
// that returns the bounds of a term. If a bound is too large, or a division by zero is possible,
// bounds returns the broken rule.
func (n *node) bounds(terms []term, of func(*term) (int64, int64)) (least, most int64, rule *games.Text) {
	switch {
	case n.op == leaf:
		least, most = of(&terms[n.term])
		return least, most, nil
	case n.op == pool:
		return n.poolBounds(terms, of)
	case n.fractional(terms):
		reach, rule := n.reach(terms, of, false)
		if rule != nil {
			return 0, 0, rule
		}
		return whole(reach.low), whole(reach.high), nil
	}
	kids := n.kids
	if n.op == group {
		kids = n.parts()
	}
	lows, highs := make([]int64, len(kids)), make([]int64, len(kids))
	for i := range kids {
		if lows[i], highs[i], rule = kids[i].bounds(terms, of); rule != nil {
			return 0, 0, rule
		}
	}
	switch n.op {
	case product:
		return n.productBounds(lows, highs)
	case group:
		least, most = n.pick.bounds(lows, highs)
	default:
		least, most = n.sumBounds(lows, highs)
	}
	return least, most, tooLarge(least, most)
}

// tooLarge returns the rule that limits totals if the bounds exceed MostTotal, and otherwise nil.
func tooLarge(least, most int64) *games.Text {
	if least < -MostTotal || most > MostTotal {
		return broken("rule.dice.large", strconv.Itoa(MostTotal))
	}
	return nil
}

func (n *node) sumBounds(lows, highs []int64) (least, most int64) {
	for i := range lows {
		low, high := lows[i], highs[i]
		if n.op == sum && n.signs[i] == '-' {
			low, high = -high, -low
		}
		least, most = least+low, most+high
	}
	return least, most
}

func (n *node) productBounds(lows, highs []int64) (least, most int64, rule *games.Text) {
	least, most = lows[0], highs[0]
	for i := 1; i < len(lows); i++ {
		low, high := lows[i], highs[i]
		with := func(a, b int64) int64 { return a * b }
		if n.signs[i] != '*' && low <= 0 && high >= 0 {
			return 0, 0, broken("rule.dice.zero")
		}
		switch {
		case n.signs[i] == '/':
			with = divided[int64]
		case n.signs[i] == '%' && (least < most || low < high):
			least, most = min(low+1, 0), max(high-1, 0)
			continue
		case n.signs[i] == '%':
			with = rest[int64]
		}
		corners := []int64{with(least, low), with(least, high), with(most, low), with(most, high)}
		if least, most = slices.Min(corners), slices.Max(corners); tooLarge(least, most) != nil {
			return 0, 0, tooLarge(least, most)
		}
	}
	return least, most, nil
}

// divided returns a/b rounded down, or 0 if b is 0.
func divided[N int | int64](a, b N) N {
	if b == 0 {
		return 0 // the divisor is not rolled yet
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// rest returns the remainder of a/b, whose sign is that of b, or 0 if b is 0.
func rest[N int | int64](a, b N) N {
	if b == 0 {
		return 0 // the divisor is not rolled yet
	}
	return a - b*divided(a, b)
}

// poolBounds returns a lower and an upper bound of the total of a pool. If dice may not count, the
// total of each term may be 0.
func (n *node) poolBounds(terms []term, of func(*term) (int64, int64)) (least, most int64, rule *games.Text) {
	inner := of
	if n.pick.picks() {
		inner = func(t *term) (int64, int64) {
			least, most := of(t)
			if t.count == 0 {
				return least, most
			}
			return min(least, 0), max(most, 0)
		}
	}
	least, most, rule = n.kids[0].bounds(terms, inner)
	if rule != nil || !n.pick.counts() {
		return least, most, rule
	}
	return -int64(min(len(n.pick.more.misses), 1)), 1, nil
}

// reach returns the range of the values of n, which may be fractions. The parameter inside means that
// n is inside the brackets of a function, where quotients are not rounded. If a value may not exist or
// is too large, reach returns the broken rule.
func (n *node) reach(terms []term, of func(*term) (int64, int64), inside bool) (interval, *games.Text) {
	switch {
	case n.decimal(terms):
		x := ratio(terms[n.term].constant, terms[n.term].decimals)
		return interval{x, x}, nil
	case n.op == leaf || n.op >= repeat || !inside && !n.fractional(terms):
		low, high, rule := n.bounds(terms, of)
		return intervalOf(low, high), rule
	}
	kids := make([]interval, len(n.kids))
	for i := range n.kids {
		k := &n.kids[i]
		reach, rule := k.reach(terms, of, inside || n.op == call)
		if rule != nil {
			return reach, rule
		}
		if kids[i] = reach; !inside && n.op != call && !k.decimal(terms) {
			kids[i] = reach.floored()
		}
	}
	return n.combined(terms, kids, inside)
}

// combined returns the range of the values of n, whose kids have the given ranges.
func (n *node) combined(terms []term, kids []interval, inside bool) (interval, *games.Text) {
	all, ok := kids[0], true
	switch n.op {
	case power:
		all, ok = kids[0].raised(kids[1], n.kids[1].integral(terms, inside))
	case call:
		all, ok = n.call.reach(kids, n.kids[len(n.kids)-1].integral(terms, true))
	case sum:
		all, _ = intervalOf(0, 0).joined(n.signs[0], all)
	}
	switch {
	case !ok && len(kids) == 2 && kids[0].exceeds(kids[1]):
		return all, broken("rule.dice.large", strconv.Itoa(MostTotal))
	case !ok:
		return all, broken("rule.dice.undefined")
	}
	for i := 1; i < len(n.signs); i++ {
		if all, ok = all.joined(n.signs[i], kids[i]); !ok {
			return all, broken("rule.dice.zero")
		}
		if n.signs[i] == '/' && !inside {
			all = all.floored()
		}
	}
	if all.large() {
		return all, broken("rule.dice.large", strconv.Itoa(MostTotal))
	}
	return all, nil
}

// integral reports whether all values of n are whole. The parameter inside means that n is inside the
// brackets of a function.
func (n *node) integral(terms []term, inside bool) bool {
	switch {
	case n.op == leaf:
		return !n.decimal(terms)
	case n.op >= repeat || !inside:
		return true
	case n.op == product && slices.Contains(n.signs, '/'):
		return false
	case n.op == power && (n.kids[1].op != leaf || terms[n.kids[1].term].count > 0):
		return false // an exponent may be below 0
	case n.op == call && n.call.whole:
		return true
	case n.op == call && !n.call.keeps: // such as a root
		return false
	}
	return !slices.ContainsFunc(n.kids, func(k node) bool { return !k.integral(terms, true) })
}

// bounds returns a lower and an upper bound of the total of the parts that count, given the
// bounds of all parts.
func (t *term) bounds(lows, highs []int64) (least, most int64) {
	if t.counts() {
		return -int64(t.keep() * min(len(t.more.misses), 1)), int64(t.keep())
	}
	slices.Sort(lows)
	slices.Sort(highs)
	for i := int(t.low); i < int(t.low)+t.keep(); i++ {
		least, most = least+lows[i], most+highs[i]
	}
	return least, most
}
