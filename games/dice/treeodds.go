package dice

import "slices"

// mostOutcomes is the maximum number of totals of a product whose odds are computed. It limits
// the memory.
const mostOutcomes = 1 << 20

// node returns the odds of the total of n. It combines the odds of the kids, because their dice
// are rolled independently.
func (w *work) node(n *node, c Cup) Odds {
	kids := n.kids
	switch {
	case n.op == leaf:
		return w.leaf(&c.terms[n.term])
	case n.op == pool:
		return w.pool(n, c)
	case n.fractional(c.terms):
		return w.floored(w.exact(n, c, false))
	case n.op == group:
		kids = n.parts()
	}
	odds := make([]Odds, len(kids))
	for i := range kids {
		odds[i] = w.node(&kids[i], c)
	}
	switch n.op {
	case product:
		return w.product(n, odds)
	case group:
		return w.group(n.pick, odds)
	}
	all := Odds{Of: []float64{1}}
	for i, o := range odds {
		if n.op == sum && n.signs[i] == '-' {
			o = o.mirror()
		}
		all = w.sum(all, o)
	}
	return all
}

// leaf returns the odds of the total of a term, without its sign.
func (w *work) leaf(t *term) Odds {
	if t.count == 0 {
		return Odds{Least: t.constant, Of: []float64{1}}
	}
	return w.term(t)
}

// product returns the odds of the product n, whose kids have the given odds.
func (w *work) product(n *node, odds []Odds) Odds {
	all := odds[0]
	for i, o := range odds[1:] {
		switch n.signs[i+1] {
		case '*':
			all = w.pairs(all, o, func(a, b int) int { return a * b })
		case '/':
			all = w.pairs(all, o, divided[int])
		default:
			all = w.remainders(all, o)
		}
	}
	return all
}

// remainders returns the odds of the remainder of x/y, where x has the odds a and y the odds b.
func (w *work) remainders(a, b Odds) Odds {
	if !w.spend(2 * int64(len(a.Of)) * int64(len(b.Of))) {
		return a
	}
	var all Odds
	for i, p := range a.Of {
		for j, q := range b.Of {
			if p > 0 && q > 0 {
				all.add(rest(a.Least+i, b.Least+j), p*q)
			}
		}
	}
	return all
}

// pairs returns the odds of with(x, y), where x has the odds a and y the odds b.
func (w *work) pairs(a, b Odds, with func(a, b int) int) Odds {
	if !w.spend(2 * int64(len(a.Of)) * int64(len(b.Of))) {
		return a
	}
	low, high := a.corners(b, with)
	if high-low >= mostOutcomes || !w.spend(int64(high-low)) {
		w.left = -1
		return a
	}
	all := Odds{Least: low, Of: make([]float64, high-low+1)}
	for i, p := range a.Of {
		for j, q := range b.Of {
			if p > 0 && q > 0 {
				all.Of[with(a.Least+i, b.Least+j)-low] += p * q
			}
		}
	}
	return all
}

// corners returns the least and greatest value of with(x, y), where x has the odds o and y the
// odds b.
func (o Odds) corners(b Odds, with func(a, b int) int) (low, high int) {
	aMost, bMost := o.Least+len(o.Of)-1, b.Least+len(b.Of)-1
	at := [...]int{with(o.Least, b.Least), with(o.Least, bMost), with(aMost, b.Least), with(aMost, bMost)}
	low, high = at[0], at[0]
	for _, n := range at {
		low, high = min(low, n), max(high, n)
	}
	return low, high
}

// group returns the odds of the total of a group. Its parts have the given odds, and pick selects
// the parts that count.
func (w *work) group(pick *term, odds []Odds) Odds {
	if !pick.picks() {
		all := Odds{Of: []float64{1}}
		for _, o := range odds {
			all = w.sum(all, o.mapped(pick.score))
		}
		return all
	}
	unlike := func(o Odds) bool { return o.Least != odds[0].Least || !slices.Equal(o.Of, odds[0].Of) }
	if !slices.ContainsFunc(odds, unlike) {
		return w.selectionOdds(pick, odds[0])
	}
	switch {
	case pick.high == 0:
		return w.best(pick.keep(), odds, pick.score)
	case pick.low > 0:
		return w.middle(pick, odds)
	}
	mirrored := make([]Odds, len(odds))
	for i, o := range odds {
		mirrored[i] = o.mirror()
	}
	return w.best(pick.keep(), mirrored, func(n int) int { return pick.score(-n) })
}

// middle returns the odds of the score of the parts that are neither among the lowest nor among the
// highest. It goes through all combinations of the totals of all parts.
func (w *work) middle(pick *term, odds []Odds) Odds {
	combinations := int64(len(odds))
	for _, o := range odds {
		if combinations *= int64(max(1, len(o.Of))); !w.spend(combinations) {
			return odds[0]
		}
	}
	var all Odds
	totals := make([]int, len(odds))
	var next func(part int, p float64)
	next = func(part int, p float64) {
		if part == len(odds) {
			all.add(pick.sum(totals), p)
			return
		}
		for i, q := range odds[part].Of {
			if totals[part] = odds[part].Least + i; q > 0 {
				next(part+1, p*q)
			}
		}
	}
	next(0, 1)
	return all
}

// sum returns the score of those totals of all parts that count.
func (t *term) sum(totals []int) int {
	sum := 0
	for _, n := range slices.Sorted(slices.Values(totals))[t.low:][:t.keep()] {
		sum += t.score(n)
	}
	return sum
}

// best returns the odds of the score of the parts with the highest totals, keep in number. It goes
// through the possible totals of the lowest kept part. For each of them, the method around returns
// the odds of the score of the parts with greater totals.
func (w *work) best(keep int, odds []Odds, score func(int) int) Odds {
	low, high := odds[0].Least, odds[0].Least
	for _, o := range odds {
		low, high = min(low, o.Least), max(high, o.Least+len(o.Of)-1)
	}
	var all Odds
	for at := low; at <= high && w.left >= 0; at++ {
		for lies, above := range w.around(keep, odds, at, score) {
			if rest := keep - lies.more; rest > 0 && lies.equal >= rest {
				for i, p := range above.Of {
					all.add(above.Least+i+rest*score(at), p)
				}
			}
		}
	}
	return all
}

// around holds the number of parts whose total is greater than a given total, and the number of
// parts whose total is equal to it.
type around struct{ more, equal int }

// around compares the total of each part with the value of at. For each possible number of
// greater and of equal parts, it returns the odds of the score of the greater parts. It omits the cases in
// which keep or more parts are greater.
func (w *work) around(keep int, odds []Odds, at int, score func(int) int) map[around]Odds {
	const perMix = 64 // steps that a call of mix costs
	states := map[around]Odds{{}: {Of: []float64{1}}}
	for _, o := range odds {
		if !w.spend(int64(len(o.Of))) {
			return nil
		}
		below, above := o.parted(at, score)
		next := map[around]Odds{}
		for lies, so := range states {
			if !w.spend(perMix + 2*int64(len(so.Of))) {
				return nil
			}
			mix(next, lies, so, below)
			mix(next, around{lies.more, min(lies.equal+1, keep)}, so, o.At(at))
			if lies.more+1 < keep {
				mix(next, around{lies.more + 1, lies.equal}, w.sum(so, above), 1)
			}
		}
		states = next
	}
	return states
}

// parted compares a total that has the odds o with the value of at. It returns below, the
// probability that the total is less, and above, the odds of its score if it is greater.
func (o Odds) parted(at int, score func(int) int) (below float64, above Odds) {
	for i, p := range o.Of {
		switch total := o.Least + i; {
		case total < at:
			below += p
		case total > at && p > 0:
			above.add(score(total), p)
		}
	}
	return below, above
}

// mix multiplies the odds in so by the probability likely, and adds them to the odds in
// states[to].
func mix(states map[around]Odds, to around, so Odds, likely float64) {
	if likely == 0 || len(so.Of) == 0 {
		return
	}
	all := states[to]
	all.Of = append([]float64(nil), all.Of...)
	for i, p := range so.Of {
		all.add(so.Least+i, p*likely)
	}
	states[to] = all
}
