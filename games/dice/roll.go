package dice

import "slices"

// Result is the result of a roll.
type Result struct {
	Cup   Cup
	Faces []Shown // in the order of rolling
	Total int     // of the numbers that count; words have no value
	Parts []Part  // of a group or a repetition; otherwise empty
}

// Shown is a rolled face.
type Shown struct {
	Face
	Die   *Die // the die with that face; read-only
	Kept  bool // it counts
	Burst bool // it is from an explosion of the face before
	Minus bool // it is subtracted
	Again bool // it was rerolled; the next face replaces it
	Good  bool // it is marked as a critical success
	Bad   bool // it is marked as a critical failure
}

// Roll rolls the cup. It calls next for a number in [0, faces) for every die in turn; a die
// that explodes is rolled again at once.
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

// throw is a roll in progress: the faces so far, and the next die.
type throw struct {
	cup   Cup
	faces []uint16 // by index
	at    place
}

// place is the progress of a roll in a cup.
type place struct {
	term   int  // of the next die
	die    int  // number of rolled dice of that term
	bursts int  // explosions and rerolls so far, without ro
	once   int  // rerolls by ro
	again  bool // the next die has been rerolled once
}

// outcome is the effect of a face on its die.
type outcome uint8

const (
	lies        outcome = iota
	exploded            // the die is rolled again in addition
	rolledAgain         // another face replaces it
)

// nextDie returns the next die, or nil when all are rolled.
func (t *throw) nextDie() *Die {
	t.at.settle(&t.cup)
	if t.at.term == len(t.cup.terms) {
		return nil
	}
	return &t.cup.terms[t.at.term].die
}

// add adds the face of the next die.
func (t *throw) add(face int) {
	t.faces = append(t.faces, uint16(face))
	t.at.advance(&t.cup, face)
}

// with returns the throw with one more face, and leaves t unchanged.
func (t throw) with(face int) throw {
	t.faces = slices.Clip(t.faces)
	t.nextDie()
	t.add(face)
	return t
}

// faceCount returns the number of faces of the roll, as far as known.
func (t *throw) faceCount() int { return t.cup.Dice() + t.at.bursts + t.at.once }

// settle moves past finished terms.
func (p *place) settle(c *Cup) {
	for p.term < len(c.terms) && p.die == c.terms[p.term].count {
		p.term, p.die = p.term+1, 0
	}
}

// advance moves past a face and returns its outcome.
func (p *place) advance(c *Cup, face int) outcome {
	t := &c.terms[p.term]
	if t.more != nil {
		if again, once := t.rerolls(face); again && p.rerolls(once) {
			return rolledAgain
		}
		p.again = false
	}
	if t.explode && p.bursts < MostBursts && t.bursts(face) {
		p.bursts++
		return exploded
	}
	p.die++
	return lies
}

// rerolls records a reroll of a face, if it is allowed.
func (p *place) rerolls(once bool) bool {
	switch {
	case once && !p.again:
		p.again = true
		p.once++
		return true
	case once, p.bursts == MostBursts:
		return false
	}
	p.bursts++
	return true
}

// result computes the result, also of an unfinished throw.
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

// tally computes the result of a throw whose terms form a tree.
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

// read appends the faces of a term to shown and moves past them.
func (t *throw) read(at *place, term int, shown []Shown) []Shown {
	of, burst := &t.cup.terms[term], false
	for at.settle(&t.cup); at.term == term && len(shown) < len(t.faces); at.settle(&t.cup) {
		face := int(t.faces[len(shown)])
		shown = append(shown, Shown{Face: of.die.face(face), Die: &of.die, Kept: true, Burst: burst, Minus: of.minus})
		if of.more != nil {
			of.modify(&shown[len(shown)-1], face)
		}
		switch at.advance(&t.cup, face) {
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

// modify applies the modifiers of t to a face.
func (t *term) modify(s *Shown, face int) {
	s.Value = t.worth(face, s.Burst)
	s.Good, s.Bad = t.more.good.met(t.die.value(face)), t.more.bad.met(t.die.value(face))
}

// total sums the values that count.
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

// successes counts the successes among the faces that count, less the failures. Dice that
// explode by !! are compared as one, others face by face.
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

// pile is a die with its explosions.
type pile struct {
	from, to, sum int
	kept          bool // one of its faces counts
}

// piles divides the faces of a term into dice.
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

// drop marks the dice that don't count. A die and its explosions are one; of equal dice the
// later ones are dropped.
func (t *term) drop(shown []Shown) {
	if t.keep == t.count {
		return
	}
	dice := piles(shown)
	slices.SortStableFunc(dice, func(a, b pile) int {
		if t.lowest {
			return a.sum - b.sum
		}
		return b.sum - a.sum
	})
	for _, d := range dice[min(t.keep, len(dice)):] {
		for i := d.from; i < d.to; i++ {
			shown[i].Kept = false
		}
	}
}

// listed returns r with the faces in the order that its notation requires.
func (r Result) listed() Result {
	faces := make([]Shown, 0, len(r.Faces))
	for i := range r.Cup.terms {
		t := &r.Cup.terms[i]
		from := len(faces)
		for len(faces) < len(r.Faces) && r.Faces[len(faces)].Die == &t.die {
			faces = append(faces, r.Faces[len(faces)])
		}
		if t.more != nil && t.more.sorted != 0 {
			copy(faces[from:], sorted(faces[from:], t.more.sorted == 'd'))
		}
	}
	r.Faces = faces
	return r
}

// sorted returns the faces of a term ascending or descending, each die with its explosions.
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
