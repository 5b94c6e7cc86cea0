package dice

import (
	"math/big"
	"slices"
)

// Part is the result of one part of a group, or of one repetition.
type Part struct {
	Total int
	Kept  bool // the part counts
}

// tally computes the result of a roll whose cup has a tree.
type tally struct {
	r     *Result
	from  []int // index of the first face of each term; the last element is the number of faces
	sums  []int // total of each term
	terms int   // number of finished terms
}

// of returns the total of n. It marks the faces that don't count or are subtracted.
func (t *tally) of(n *node, minus bool) int {
	switch {
	case n.op == leaf:
		for i := t.from[n.term]; i < t.from[n.term+1]; i++ {
			t.r.Faces[i].Minus = minus
		}
		return t.sums[n.term]
	case n.fractional(t.r.Cup.terms):
		return int(whole(t.exact(n, minus, false)))
	case n.op == product:
		return t.product(n, minus)
	case n.op == group:
		return total(t.parts(n, minus), n.pick)
	case n.op == pool:
		t.pool(n)
		return n.pick.score(t.of(&n.kids[0], minus))
	}
	sum := 0
	for i := range n.kids {
		if n.op != repeat && n.signs[i] == '-' {
			sum -= t.of(&n.kids[i], !minus)
		} else {
			sum += t.of(&n.kids[i], minus)
		}
	}
	return sum
}

// product returns the total of a product, computed from left to right. It rounds every quotient
// down.
func (t *tally) product(n *node, minus bool) int {
	all := t.of(&n.kids[0], minus)
	for i := 1; i < len(n.kids); i++ {
		with := t.of(&n.kids[i], minus)
		switch n.signs[i] {
		case '/':
			all = divided(all, with)
		case '%':
			all = rest(all, with)
		default:
			all *= with
		}
	}
	return all
}

// exact returns the value of n, which may be a fraction. It marks faces like the method of. The
// parameter inside means that n is inside the brackets of a function, where quotients are not rounded.
func (t *tally) exact(n *node, minus, inside bool) *big.Rat {
	terms := t.r.Cup.terms
	switch {
	case n.decimal(terms):
		return ratio(terms[n.term].constant, terms[n.term].decimals)
	case n.op == leaf || n.op >= repeat || !inside && !n.fractional(terms):
		return new(big.Rat).SetInt64(int64(t.of(n, minus)))
	}
	kids := make([]*big.Rat, len(n.kids))
	for i := range n.kids {
		k := &n.kids[i]
		value := t.exact(k, minus != (n.op == sum && n.signs[i] == '-'), inside || n.op == call)
		if kids[i] = value; !inside && n.op != call && !k.decimal(terms) {
			kids[i] = new(big.Rat).SetInt(floor(value))
		}
	}
	return n.value(kids, inside)
}

// pool marks the faces of the dice of a pool that don't count, and computes the totals of its terms
// anew.
func (t *tally) pool(n *node) {
	if !n.pick.picks() {
		return
	}
	from, to := n.span()
	shown := t.r.Faces[t.from[from]:t.from[to]]
	dice := slices.DeleteFunc(piles(shown), func(d pile) bool { return !d.kept })
	for _, d := range n.pick.spare(dice) {
		for i := d.from; i < d.to; i++ {
			shown[i].Kept = false
		}
	}
	for i := from; i < to; i++ {
		t.sums[i] = t.r.Cup.terms[i].total(t.r.Faces[t.from[i]:t.from[i+1]])
	}
}

// total returns the sum of the parts that count or, if pick counts successes, the number of their
// successes.
func total(parts []Part, pick *term) int {
	sum := 0
	for _, p := range parts {
		if p.Kept {
			sum += pick.score(p.Total)
		}
	}
	return sum
}

// parts returns the results of the finished parts of a group. It marks the faces of parts that
// don't count. Of equal parts the later ones don't count.
func (t *tally) parts(n *node, minus bool) []Part {
	all := n.parts()
	var parts []Part
	var sums []pile
	for i := range all {
		total := t.of(&all[i], minus)
		if _, to := all[i].span(); to <= t.terms {
			parts, sums = append(parts, Part{total, true}), append(sums, pile{from: i, sum: total})
		}
	}
	for _, part := range n.pick.spare(sums) {
		parts[part.from].Kept = false
		from, to := all[part.from].span()
		for f := t.from[from]; f < t.from[to]; f++ {
			t.r.Faces[f].Kept = false
		}
	}
	return parts
}

// repeats returns the results of the finished repetitions in n.
func (t *tally) repeats(n *node) []Part {
	var parts []Part
	for i := range n.kids {
		if _, to := n.kids[i].span(); to <= t.terms {
			parts = append(parts, Part{t.of(&n.kids[i], false), true})
		}
	}
	return parts
}
