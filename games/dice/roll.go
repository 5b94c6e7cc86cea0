package dice

import "slices"

// Result is what a roll came to.
type Result struct {
	Cup   Cup
	Faces []Shown // in the order they were rolled
	Total int     // of the numbers that count; words count nothing
}

// Shown is a face that was rolled.
type Shown struct {
	Face
	Die   *Die // that shows it; not to be changed
	Kept  bool // it counts
	Burst bool // it was rolled because the face before it exploded
	Minus bool // it is subtracted
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
	term   int // of the next die
	die    int // dice of that term that lie
	bursts int // explosions so far
}

// asks returns the next die, or nil when all lie.
func (t *throw) asks() *Die {
	t.at.settle(t.cup)
	if t.at.term == len(t.cup.terms) {
		return nil
	}
	return &t.cup.terms[t.at.term].die
}

// add puts the face of the die that is asked.
func (t *throw) add(face int) {
	t.faces = append(t.faces, uint16(face))
	t.at.pass(t.cup, face)
}

// with returns the throw with one more face, and leaves t as it is.
func (t throw) with(face int) throw {
	t.faces = slices.Clip(t.faces)
	t.asks()
	t.add(face)
	return t
}

// due returns how many faces the roll has, as far as it is known.
func (t *throw) due() int { return t.cup.Dice() + t.at.bursts }

// settle goes past terms of which all dice lie.
func (p *place) settle(c Cup) {
	for p.term < len(c.terms) && p.die == c.terms[p.term].count {
		p.term, p.die = p.term+1, 0
	}
}

// pass goes on behind a face. It reports whether the die exploded and is asked again.
func (p *place) pass(c Cup, face int) (burst bool) {
	if c.terms[p.term].bursts(face) && p.bursts < MostBursts {
		p.bursts++
		return true
	}
	p.die++
	return false
}

// bursts reports whether t explodes on that face, its highest.
func (t *term) bursts(face int) bool {
	if !t.explode {
		return false
	}
	_, highest := t.die.bounds()
	return t.die.value(face) == highest
}

// result reads the faces, also of a throw that isn't over.
func (t *throw) result() Result {
	r := Result{Cup: t.cup, Faces: make([]Shown, 0, len(t.faces))}
	var at place
	for i := range t.cup.terms {
		from := len(r.Faces)
		r.Faces = t.read(&at, i, r.Faces)
		t.cup.terms[i].drop(r.Faces[from:])
		r.Total += t.cup.terms[i].total(r.Faces[from:])
	}
	return r
}

// read adds the faces of a term to shown, going past them.
func (t *throw) read(at *place, term int, shown []Shown) []Shown {
	die, burst, minus := &t.cup.terms[term].die, false, t.cup.terms[term].minus
	for at.settle(t.cup); at.term == term && len(shown) < len(t.faces); at.settle(t.cup) {
		face := int(t.faces[len(shown)])
		shown = append(shown, Shown{Face: die.Face(face), Die: die, Kept: true, Burst: burst, Minus: minus})
		burst = at.pass(t.cup, face)
	}
	return shown
}

// total adds up what counts.
func (t *term) total(shown []Shown) int {
	sum := t.constant
	for i := range shown {
		if shown[i].Kept {
			sum += shown[i].Value
		}
	}
	if t.minus {
		return -sum
	}
	return sum
}

// drop marks the dice that don't count. A die and its explosions are one; of
// equal dice the later ones are dropped.
func (t *term) drop(shown []Shown) {
	if t.keep == t.count {
		return
	}
	type pile struct{ from, to, sum int }
	var dice []pile
	for i, s := range shown {
		if !s.Burst {
			dice = append(dice, pile{from: i})
		}
		last := &dice[len(dice)-1]
		last.to, last.sum = i+1, last.sum+s.Value
	}
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
