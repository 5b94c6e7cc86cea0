package dice

import "slices"

// Result is what a roll came to.
type Result struct {
	Cup   Cup
	Faces []Shown // in the order they were rolled
	Total int     // of the numbers that count; words count nothing
	Parts []Part  // of a group, or of what is rolled several times; else none
}

// Shown is a face that was rolled.
type Shown struct {
	Face
	Die   *Die // that shows it; not to be changed
	Kept  bool // it counts
	Burst bool // it was rolled because the face before it exploded
	Minus bool // it is subtracted
	Again bool // it was rolled again, and the next face lies instead of it
	Good  bool // it is marked as a critical success
	Bad   bool // it is marked as a critical failure
}

// Roll rolls the cup. It asks next for a number in [0, faces) for every die in
// turn, one that explodes at once again.
func (c Cup) Roll(next func(faces uint64) uint64) Result {
	t := throw{cup: c, faces: make([]uint16, 0, c.Dice())}
	for {
		die := t.asks()
		if die == nil {
			return t.result()
		}
		t.add(int(next(uint64(die.Len()))))
	}
}

// throw is a cup being rolled: the faces so far, and which die is next.
type throw struct {
	cup   Cup
	faces []uint16 // by index
	at    place
}

// place is where in a cup the rolling is.
type place struct {
	term   int  // of the next die
	die    int  // dice of that term that lie
	bursts int  // explosions and rerolls so far, those that happen but once apart
	once   int  // rerolls that happen but once
	again  bool // the die that is next has been rolled again once
}

// outcome is what becomes of a face.
type outcome uint8

const (
	lies        outcome = iota
	exploded            // the die is rolled on
	rolledAgain         // another face comes instead
)

// asks returns the next die, or nil when all lie.
func (t *throw) asks() *Die {
	t.at.settle(&t.cup)
	if t.at.term == len(t.cup.terms) {
		return nil
	}
	return &t.cup.terms[t.at.term].die
}

// add puts the face of the die that is asked.
func (t *throw) add(face int) {
	t.faces = append(t.faces, uint16(face))
	t.at.pass(&t.cup, face)
}

// with returns the throw with one more face, and leaves t as it is.
func (t throw) with(face int) throw {
	t.faces = slices.Clip(t.faces)
	t.asks()
	t.add(face)
	return t
}

// due returns how many faces the roll has, as far as it is known.
func (t *throw) due() int { return t.cup.Dice() + t.at.bursts + t.at.once }

// settle goes past terms of which all dice lie.
func (p *place) settle(c *Cup) {
	for p.term < len(c.terms) && p.die == c.terms[p.term].count {
		p.term, p.die = p.term+1, 0
	}
}

// pass goes on behind a face. It tells what became of it.
func (p *place) pass(c *Cup, face int) outcome {
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

// rerolls notes that a face is rolled again, if it may be.
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

// result reads the faces, also of a throw that isn't over.
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

// tally reads the faces of a throw whose terms are more than added up.
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

// read adds the faces of a term to shown, going past them.
func (t *throw) read(at *place, term int, shown []Shown) []Shown {
	of, burst := &t.cup.terms[term], false
	for at.settle(&t.cup); at.term == term && len(shown) < len(t.faces); at.settle(&t.cup) {
		face := int(t.faces[len(shown)])
		shown = append(shown, Shown{Face: of.die.face(face), Die: &of.die, Kept: true, Burst: burst, Minus: of.minus})
		if of.more != nil {
			of.modify(&shown[len(shown)-1], face)
		}
		switch at.pass(&t.cup, face) {
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

// modify sets what the modifiers of t make of a face.
func (t *term) modify(s *Shown, face int) {
	s.Value = t.worth(face, s.Burst)
	s.Good, s.Bad = t.more.good.met(t.die.value(face)), t.more.bad.met(t.die.value(face))
}

// total adds up what counts.
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

// successes counts those among what counts, less the failures. Dice that explode by !! are
// asked as one, others face by face.
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

// pile is a die with all that it was rolled on.
type pile struct {
	from, to, sum int
	kept          bool // one of its faces counts
}

// piles parts the faces of a term into dice.
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

// drop marks the dice that don't count. A die and its explosions are one; of
// equal dice the later ones are dropped.
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

// listed returns r with the faces in the order that its notation asks for.
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

// sorted returns the faces of a term ascending or descending, each die with what it was
// rolled on.
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
