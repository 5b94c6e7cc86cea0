package dice

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
	switch n.op {
	case leaf:
		for i := t.from[n.term]; i < t.from[n.term+1]; i++ {
			t.r.Faces[i].Minus = minus
		}
		return t.sums[n.term]
	case product:
		return t.product(n, minus)
	case group:
		return total(t.parts(n, minus), n.pick)
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
		if n.signs[i] == '/' {
			all = divided(all, with)
		} else {
			all *= with
		}
	}
	return all
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
