package dice

import "math"

// Odds contains the probability of each total of a cup.
type Odds struct {
	Least int       // the total whose probability is Of[0]
	Of    []float64 // the probabilities of the totals Least, Least+1 …
	// Beyond is the probability that more explosions and rerolls are due than a
	// roll allows. Of doesn't cover that case, so Beyond bounds the error of Of.
	Beyond float64
}

// At returns the probability of the given total.
func (o Odds) At(total int) float64 {
	if i := total - o.Least; i >= 0 && i < len(o.Of) {
		return o.Of[i]
	}
	return 0
}

// Mean returns the average total.
func (o Odds) Mean() float64 {
	sum := 0.0
	for i, p := range o.Of {
		sum += p * float64(o.Least+i)
	}
	return sum
}

// mostSteps is the maximum number of multiplications in Odds. They take some tenths of a second.
const mostSteps int64 = 1 << 26

// Odds computes the probabilities of all totals by convolution, without random trials. It follows
// explosions until they are less likely than the precision of a float64. It returns false for a
// cup without numbers, and for a cup that would take too long, such as 100d1000.
func (c Cup) Odds() (Odds, bool) { return c.oddsWithin(mostSteps) }

// oddsWithin returns the same as Odds, with steps as the maximum number of multiplications.
func (c Cup) oddsWithin(steps int64) (Odds, bool) {
	if !c.Numeric() {
		return Odds{}, false
	}
	w := work{left: steps, bursts: c.mostBursts()}
	if c.tree != nil {
		all := w.node(c.tree, c)
		all.Beyond = c.beyond()
		return all, w.left >= 0
	}
	total := Odds{Of: []float64{1}}
	for i := range c.terms {
		t := &c.terms[i]
		one := w.leaf(t)
		if t.minus {
			one = one.mirror()
		}
		total = w.sum(total, one)
	}
	total.Beyond = c.beyond()
	return total, w.left >= 0
}

// work counts the remaining steps of a computation of odds. If left is below 0, the computation
// has ended early and its result is invalid.
type work struct {
	left   int64
	bursts int // maximum number of explosions and rerolls in a roll
}

// spend subtracts steps from the number of remaining steps. It returns false if too few steps
// remained.
func (w *work) spend(steps int64) bool {
	w.left = max(w.left-steps, -1)
	return w.left >= 0
}

// sum returns the odds of the sum of two totals with the odds a and b.
func (w *work) sum(a, b Odds) Odds {
	if len(a.Of) == 0 || len(b.Of) == 0 {
		return Odds{} // no total is possible
	}
	if !w.spend(int64(len(a.Of)) * int64(len(b.Of))) {
		return a
	}
	both := Odds{Least: a.Least + b.Least, Of: make([]float64, len(a.Of)+len(b.Of)-1)}
	for i, p := range a.Of {
		for j, q := range b.Of {
			both.Of[i+j] += p * q
		}
	}
	return both
}

// mirror returns the odds of the negated total.
func (o Odds) mirror() Odds {
	n := len(o.Of)
	m := Odds{Least: -(o.Least + n - 1), Of: make([]float64, n)}
	for i, p := range o.Of {
		m.Of[n-1-i] = p
	}
	return m
}

// term returns the odds of the total of a term with dice, without its sign.
func (w *work) term(t *term) Odds {
	if t.more != nil && t.more.unique != mayRepeat {
		return w.rollsOdds(t, w.rollsOf(t))
	}
	if t.picks() {
		return w.keptOdds(t)
	}
	return w.times(w.one(t), t.count)
}

// times returns the odds of the sum of n totals that each have the odds one.
func (w *work) times(one Odds, n int) Odds {
	all, ok := Odds{}, false
	for ; n > 0; n /= 2 {
		switch {
		case n%2 == 1 && ok:
			all = w.sum(all, one)
		case n%2 == 1:
			all, ok = one, true
		}
		if n > 1 {
			one = w.sum(one, one)
		}
	}
	return all
}

// one returns the odds of the number that one die of t adds to the total, explosions included.
func (w *work) one(t *term) Odds {
	switch {
	case !t.counts():
		return w.pile(t, same)
	case t.explode && t.more.compound:
		return w.pile(t, same).mapped(t.score)
	}
	return w.pile(t, t.score)
}

// same returns n. It is the score function of terms that don't count successes.
func same(n int) int { return n }

// faces returns, for each face of t's die, the probability that the die shows it after its
// rerolls.
func (t *term) faces() []float64 {
	p := make([]float64, t.die.Len())
	repeated := 0.0 // probability that a face is rerolled
	for f := range p {
		p[f] = 1 / float64(len(p))
		if again, _ := t.rerolls(f); again {
			repeated += p[f]
		}
	}
	for f := range p {
		again, once := t.rerolls(f)
		switch {
		case again && once:
			p[f] *= repeated
		case again:
			p[f] = 0
		case t.more != nil && t.more.once:
			p[f] *= 1 + repeated
		case repeated > 0:
			p[f] /= 1 - repeated
		}
	}
	return p
}

// split returns the odds of the score of one face of t in two parts: last for the faces that end
// their die, and on for the faces that explode. The parameter burst means that the face is from an
// explosion.
func (t *term) split(burst bool, score func(int) int) (last, on Odds) {
	for f, p := range t.faces() {
		if p == 0 {
			continue
		}
		to := &last
		if t.bursts(f) {
			to = &on
		}
		to.add(score(t.worth(f, burst)), p)
	}
	return last, on
}

// add increases the probability of a total by p.
func (o *Odds) add(total int, p float64) {
	if len(o.Of) == 0 {
		o.Least = total
	}
	if total < o.Least {
		o.Of = append(make([]float64, o.Least-total, o.Least-total+len(o.Of)), o.Of...)
		o.Least = total
	}
	for i := total - o.Least; i >= len(o.Of); {
		o.Of = append(o.Of, 0)
	}
	o.Of[total-o.Least] += p
}

// mapped returns the odds of score(total), where total has the odds o.
func (o Odds) mapped(score func(int) int) Odds {
	var to Odds
	for i, p := range o.Of {
		if p > 0 {
			to.add(score(o.Least+i), p)
		}
	}
	return to
}

// pile returns the odds of the score of one die with its explosions. It adds the odds of each
// number of explosions, from 0 on.
func (w *work) pile(t *term, score func(int) int) Odds {
	const negligible = 1e-18
	last, on := t.split(false, score)
	if len(on.Of) == 0 {
		return last
	}
	all, so := last, on
	last, on = t.split(true, score)
	for range w.bursts {
		if so.weight() <= negligible || w.left < 0 {
			break
		}
		end := w.sum(so, last)
		for i, p := range end.Of {
			if p > 0 {
				all.add(end.Least+i, p)
			}
		}
		so = w.sum(so, on)
	}
	if len(all.Of) == 0 { // no total is possible, because every face explodes
		all.Of = []float64{0}
	}
	return all
}

// weight returns the sum of all probabilities in o.
func (o Odds) weight() float64 {
	sum := 0.0
	for _, p := range o.Of {
		sum += p
	}
	return sum
}

// keptOdds returns the odds of the kept dice of t. It fails if dice explode by a single ! and
// count successes, because the sum of such a die doesn't determine its successes.
func (w *work) keptOdds(t *term) Odds {
	if t.counts() && t.explode && !t.more.compound {
		w.left = -1
		return Odds{Of: []float64{1}}
	}
	return w.selectionOdds(t, w.pile(t, same))
}

// selectionOdds returns the odds of the score of the kept dice of t. The parameter one contains
// the odds of each die. selectionOdds goes through the values of a die in ascending order. After
// each value it has, for every possible number of dice that show this or a lower value, the odds
// of the score of these dice.
func (w *work) selectionOdds(t *term, one Odds) Odds {
	low, high := one.scores(t)
	n, width := t.count, t.keep()*(high-low)+1
	if !w.spend(int64(n*(n+1)/2) * int64(len(one.Of)) * int64(width)) {
		return one
	}
	placed := make([][]float64, n+1)
	for j := range placed {
		placed[j] = make([]float64, width)
	}
	placed[0][0] = 1
	for v := range one.Of {
		if one.Of[v] > 0 {
			t.place(placed, t.score(one.Least+v)-low, one.Of[v])
		}
	}
	return Odds{Least: t.keep() * low, Of: placed[n]}
}

// scores returns the least and greatest score in t of a total with the odds o.
func (o Odds) scores(t *term) (low, high int) {
	scored := o.mapped(t.score)
	if len(scored.Of) == 0 {
		return 0, 0
	}
	return scored.Least, scored.Least + len(scored.Of) - 1
}

// place adds a further value, with the probability p and the score v, to the odds in placed.
// placed[j] holds the odds of the score of j dice that show the values added so far. Any number of
// the remaining dice may show the further value.
func (t *term) place(placed [][]float64, v int, p float64) {
	for j := t.count - 1; j >= 0; j-- { // downwards, because placed[j] must still be unchanged
		ways := 1.0
		for m := 1; m <= t.count-j; m++ {
			ways *= p * float64(t.count-j-m+1) / float64(m)
			shift := v * (t.counted(j+m) - t.counted(j))
			for s, q := range placed[j] {
				if q > 0 {
					placed[j+m][s+shift] += q * ways
				}
			}
		}
	}
}

// counted returns how many of the n lowest dice of t count.
func (t *term) counted(n int) int { return min(max(0, n-int(t.low)), t.keep()) }

// beyond returns the probability that a roll of c is due more explosions and rerolls than it
// allows.
func (c Cup) beyond() float64 {
	within := make([]float64, c.mostBursts()+1) // by number of explosions and rerolls so far
	within[0] = 1
	exploding := false
	for i := range c.terms {
		t := &c.terms[i]
		burst := t.repeatChance()
		if burst == 0 {
			continue
		}
		exploding = true
		for range t.count {
			last := 0.0
			for k, p := range within {
				last = last*burst + p*(1-burst)
				within[k] = last
			}
		}
	}
	if !exploding {
		return 0
	}
	sum := 0.0
	for _, p := range within {
		sum += p
	}
	return math.Max(0, 1-sum)
}

// repeatChance returns the probability that one face of t explodes or is rerolled. Rerolls by ro
// don't count.
func (t *term) repeatChance() float64 {
	if !t.explode && t.more == nil {
		return 0
	}
	lasting, again := 0.0, 0.0
	for f, p := range t.faces() {
		if !t.bursts(f) {
			lasting += p
		}
		if is, once := t.rerolls(f); is && !once {
			again += 1 / float64(t.die.Len())
		}
	}
	return 1 - lasting*(1-again)
}
