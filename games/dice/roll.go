package dice

import "slices"

// Result is the result of a roll, finished or in progress.
type Result struct {
	Cup   Cup
	Faces []Shown // the faces in the order of rolling
	Total int     // the total of the roll; words have no value
	Parts []Part  // results of the parts of a group or repetition; otherwise empty
}

// Shown is a face that a die of the roll shows.
type Shown struct {
	Face
	Die   *Die // the die with this face; read-only
	Kept  bool // the face counts
	Burst bool // the face is from an explosion of the face before
	Minus bool // the face is subtracted
	Again bool // the die was rerolled; the next face replaces this one
	Good  bool // the face is marked as a critical success
	Bad   bool // the face is marked as a critical failure
}

// Roll rolls the cup. It calls next for a number in [0, faces) for each die in turn. It rolls a
// die that explodes again before the next die.
func (c Cup) Roll(next func(faces uint64) uint64) Result {
	t := throw{cup: c, faces: make([]uint16, 0, c.Dice())}
	for {
		die := t.nextDie()
		if die == nil {
			return t.result()
		}
		t.add(int(next(uint64(die.Len()))))
	}
}

// throw is a roll in progress: the cup, the faces so far, and the place of the next die.
type throw struct {
	cup   Cup
	faces []uint16 // indices of the faces in their dice, in the order of rolling
	at    place
	shows []string // names of the faces of the finished dice in the present term, if they must differ
}

// place states how far a roll of a cup has got.
type place struct {
	term   int  // index of the term whose die is next
	die    int  // number of finished dice in that term
	bursts int  // explosions and rerolls so far, without rerolls by ro
	once   int  // rerolls by ro so far
	again  bool // the next die has already been rerolled by ro or uo
}

// outcome states whether a die is rolled again after a face.
type outcome uint8

const (
	lies        outcome = iota
	exploded            // the die is rolled again, and both faces count
	rolledAgain         // the die is rolled again, and the new face replaces the old one
)

// nextDie returns the next die to roll, or nil if the roll is finished.
func (t *throw) nextDie() *Die {
	t.at.settle(&t.cup)
	if t.at.term == len(t.cup.terms) {
		return nil
	}
	return &t.cup.terms[t.at.term].die
}

// add records the index of the face that the next die shows.
func (t *throw) add(face int) {
	t.faces = append(t.faces, uint16(face))
	t.at.advance(&t.cup, face, &t.shows)
}

// with returns a copy of t with one more face. It leaves t unchanged.
func (t throw) with(face int) throw {
	t.faces, t.shows = slices.Clip(t.faces), slices.Clip(t.shows)
	t.nextDie()
	t.add(face)
	return t
}

// faceCount returns the number of faces that the whole roll will have, as far as known.
func (t *throw) faceCount() int { return t.cup.Dice() + t.at.bursts + t.at.once }

// settle moves p past finished terms.
func (p *place) settle(c *Cup) {
	for p.term < len(c.terms) && p.die == c.terms[p.term].count {
		p.term, p.die = p.term+1, 0
	}
}

// advance moves p past a face and returns the outcome of the face. If the dice of the term must differ,
// advance adds the name of a face that lies to shows, the names of the faces of its finished dice.
func (p *place) advance(c *Cup, face int, shows *[]string) outcome {
	t := &c.terms[p.term]
	if t.more != nil {
		if again, once := t.rerolls(face); again && p.rerolls(c, once) {
			return rolledAgain
		}
		if t.more.unique != mayRepeat && p.differs(c, face, shows) {
			return rolledAgain
		}
		p.again = false
	}
	if t.explode && t.bursts(face) && p.bursts < c.mostBursts() {
		p.bursts++
		return exploded
	}
	p.die++
	return lies
}

// differs reports whether a die is rerolled because another die of its term shows the same face.
// Otherwise it adds the name of the face to shows.
func (p *place) differs(c *Cup, face int, shows *[]string) bool {
	t := &c.terms[p.term]
	if p.die == 0 {
		*shows = nil
	}
	name := t.die.face(face).Name
	if t.unique(face) && slices.Contains(*shows, name) && t.freed(*shows) && p.rerolls(c, t.more.unique == rerolledOnce) {
		return true
	}
	*shows = append(*shows, name)
	return false
}

// rerolls records one more reroll, and reports whether it is allowed. The parameter once means a
// reroll by ro.
func (p *place) rerolls(c *Cup, once bool) bool {
	switch {
	case once && !p.again:
		p.again = true
		p.once++
		return true
	case once, p.bursts == c.mostBursts():
		return false
	}
	p.bursts++
	return true
}

// result returns the result of t, also if the roll is unfinished.
func (t *throw) result() Result {
	r := Result{Cup: t.cup, Faces: make([]Shown, 0, len(t.faces))}
	var at place
	if t.cup.tree != nil {
		t.tally(&r, &at)
		return r
	}
	for i := range t.cup.terms {
		from := len(r.Faces)
		r.Faces = t.read(&at, i, r.Faces)
		t.cup.terms[i].drop(r.Faces[from:])
		r.Total += t.cup.terms[i].total(r.Faces[from:])
	}
	return r
}

// tally computes the result of a throw whose cup has a tree.
func (t *throw) tally(r *Result, at *place) {
	all := tally{r: r, from: []int{0}}
	for i := range t.cup.terms {
		from := len(r.Faces)
		r.Faces = t.read(at, i, r.Faces)
		t.cup.terms[i].drop(r.Faces[from:])
		all.sums = append(all.sums, t.cup.terms[i].total(r.Faces[from:]))
		all.from = append(all.from, len(r.Faces))
	}
	at.settle(&t.cup)
	all.terms = at.term
	r.Total = all.of(t.cup.tree, false)
	switch t.cup.tree.op {
	case repeat:
		r.Parts = all.repeats(t.cup.tree)
	case group:
		r.Parts = all.parts(t.cup.tree, false)
	}
}

// read appends the faces of one term to shown, and moves the place at past these faces.
func (t *throw) read(at *place, term int, shown []Shown) []Shown {
	of, burst, shows := &t.cup.terms[term], false, []string(nil)
	for at.settle(&t.cup); at.term == term && len(shown) < len(t.faces); at.settle(&t.cup) {
		face := int(t.faces[len(shown)])
		shown = append(shown, Shown{Face: of.die.face(face), Die: &of.die, Kept: true, Burst: burst, Minus: of.minus})
		if of.more != nil {
			of.modify(&shown[len(shown)-1], face)
		}
		switch at.advance(&t.cup, face, &shows) {
		case rolledAgain:
			last := &shown[len(shown)-1]
			last.Again, last.Kept, last.Good, last.Bad = true, false, false, false
		case exploded:
			burst = true
		case lies:
			burst = false
		}
	}
	return shown
}

// modify sets the value and the marks of the shown face s by the modifiers of t. The parameter
// face is the index of the face in its die.
func (t *term) modify(s *Shown, face int) {
	s.Value = t.worth(face, s.Burst)
	s.Good, s.Bad = t.more.good.met(t.die.value(face)), t.more.bad.met(t.die.value(face))
}

// total returns the total of a term: the sum of its values that count, or the number of
// successes.
func (t *term) total(shown []Shown) int {
	sum := t.constant
	if t.counts() {
		sum = t.successes(shown)
	} else {
		for i := range shown {
			if shown[i].Kept {
				sum += shown[i].Value
			}
		}
	}
	if t.minus {
		return -sum
	}
	return sum
}

// successes returns the number of successes among the faces that count, less the number of
// failures. A die that explodes by !! is one value, the sum of its faces. For other dice each
// face is one value.
func (t *term) successes(shown []Shown) int {
	sum := 0
	for _, die := range piles(shown) {
		switch {
		case !die.kept:
		case t.more.compound:
			sum += t.score(die.sum)
		default:
			for i := die.from; i < die.to; i++ {
				if shown[i].Kept {
					sum += t.score(shown[i].Value)
				}
			}
		}
	}
	return sum
}

// pile is a die together with its explosions. It holds the sum of their values and the range of
// the indices of their faces: from is the first index, to is one more than the last.
type pile struct {
	from, to, sum int
	kept          bool // one of the faces counts
}

// piles divides the faces of a term into dice, each with its explosions.
func piles(shown []Shown) []pile {
	var dice []pile
	for i, s := range shown {
		if i == 0 || !s.Burst && !shown[i-1].Again {
			dice = append(dice, pile{from: i})
		}
		last := &dice[len(dice)-1]
		last.to = i + 1
		if !s.Again {
			last.sum += s.Value
		}
		last.kept = last.kept || s.Kept
	}
	return dice
}

// drop marks the faces of dice that don't count. It treats a die and its explosions as one.
func (t *term) drop(shown []Shown) {
	if !t.picks() {
		return
	}
	for _, d := range t.spare(piles(shown)) {
		for i := d.from; i < d.to; i++ {
			shown[i].Kept = false
		}
	}
}

// spare sorts the dice rolled so far, and returns those that don't count, whatever the others will
// show. Of equal dice the later ones don't count.
func (t *term) spare(dice []pile) []pile {
	ahead := t.count - len(dice)
	low, high := max(0, int(t.low)-ahead), max(0, int(t.high)-ahead)
	slices.SortStableFunc(dice, func(a, b pile) int { return b.sum - a.sum })
	if high == 0 {
		return dice[len(dice)-low:]
	}
	rest := max(0, len(dice)-low)
	slices.SortStableFunc(dice[:rest], func(a, b pile) int { return a.sum - b.sum })
	return dice[max(0, rest-high):]
}

// Listed returns r with the faces in the order that s, sa or sd in the notation require: those of each
// term and, if the whole cup is a group, its parts.
func (r Result) Listed() Result {
	lists := r.lists()
	if r.Cup.tree != nil && r.Cup.tree.op == group && len(r.Parts) == r.Cup.tree.pick.count {
		lists, r.Parts = r.Cup.orderedParts(lists, r.Parts)
	}
	r.Faces = slices.Concat(lists...)
	return r
}

// lists returns the faces of each term in the order that the notation requires.
func (r Result) lists() [][]Shown {
	lists := make([][]Shown, len(r.Cup.terms))
	at := 0
	for i := range r.Cup.terms {
		t := &r.Cup.terms[i]
		from := at
		for at < len(r.Faces) && r.Faces[at].Die == &t.die {
			at++
		}
		if lists[i] = r.Faces[from:at]; r.Cup.order(t) != 0 {
			lists[i] = sorted(lists[i], r.Cup.order(t) == 'd')
		}
	}
	return lists
}

// order returns the order in which the faces of t are listed: 'a', 'd', or 0 as rolled. That of the
// braces around the whole cup holds for terms without one.
func (c *Cup) order(t *term) byte {
	if t.more != nil && t.more.sorted != 0 {
		return t.more.sorted
	}
	if c.tree != nil && c.tree.braced() && c.tree.pick.more != nil {
		return c.tree.pick.more.sorted
	}
	return 0
}

// orderedParts returns the lists of faces and the parts of a group in the order that its s, sa or sd
// requires.
func (c *Cup) orderedParts(lists [][]Shown, parts []Part) ([][]Shown, []Part) {
	more := c.tree.pick.more
	if more == nil || more.sorted == 0 {
		return lists, parts
	}
	order := make([]pile, len(parts))
	for i, p := range parts {
		order[i] = pile{from: i, sum: p.Total}
	}
	slices.SortStableFunc(order, func(a, b pile) int {
		if more.sorted == 'd' {
			return b.sum - a.sum
		}
		return a.sum - b.sum
	})
	var faces [][]Shown
	var listed []Part
	nodes := c.tree.parts()
	for _, part := range order {
		from, to := nodes[part.from].span()
		faces, listed = append(faces, lists[from:to]...), append(listed, parts[part.from])
	}
	return faces, listed
}

// sorted returns the faces of a term in ascending or descending order. Each die stays together
// with its explosions.
func sorted(shown []Shown, descending bool) []Shown {
	dice := piles(shown)
	slices.SortStableFunc(dice, func(a, b pile) int {
		if descending {
			return b.sum - a.sum
		}
		return a.sum - b.sum
	})
	var all []Shown
	for _, d := range dice {
		all = append(all, shown[d.from:d.to]...)
	}
	return all
}
