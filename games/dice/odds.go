package dice

import "math"

// Odds tell how likely each total of a cup is.
type Odds struct {
	Least int       // the total that Of[0] is of
	Of    []float64 // the probability of Least, Least+1 …
	// Beyond is the probability that the roll would explode more than MostBursts
	// times, which Of doesn't follow: it is no further than that from the truth.
	Beyond float64
}

// At returns the probability of a total.
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

// mostSteps bounds the multiplications that Odds does: some tenths of a second.
const mostSteps int64 = 1 << 26

// Odds works out the odds of every total by convolution, not by trying. Chains of
// explosions are followed until they are less likely than the precision of a
// float64. It reports false for cups without numbers and for those that would take
// too long, such as 100d1000.
func (c Cup) Odds() (Odds, bool) { return c.oddsWithin(mostSteps) }

// oddsWithin is Odds with so many multiplications at most.
func (c Cup) oddsWithin(steps int64) (Odds, bool) {
	if !c.Numeric() {
		return Odds{}, false
	}
	w := work{left: steps}
	total := Odds{Of: []float64{1}}
	for i := range c.terms {
		t := &c.terms[i]
		one := Odds{Least: t.constant, Of: []float64{1}}
		if t.count > 0 {
			one = w.term(t)
		}
		if t.minus {
			one = one.mirror()
		}
		total = w.sum(total, one)
	}
	total.Beyond = c.beyond()
	return total, w.left >= 0
}

// work is odds being worked out; below 0 steps left nothing is right any more.
type work struct{ left int64 }

// spend reports whether so many steps may still be done.
func (w *work) spend(steps int64) bool {
	w.left = max(w.left-steps, -1)
	return w.left >= 0
}

// sum returns the odds of a and b together.
func (w *work) sum(a, b Odds) Odds {
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

// mirror returns the odds of the totals with the other sign.
func (o Odds) mirror() Odds {
	n := len(o.Of)
	m := Odds{Least: -(o.Least + n - 1), Of: make([]float64, n)}
	for i, p := range o.Of {
		m.Of[n-1-i] = p
	}
	return m
}

// term returns the odds of a term's dice, its sign apart.
func (w *work) term(t *term) Odds {
	one := t.die.odds()
	if t.explode {
		one = w.chain(one)
	}
	if t.keep < t.count {
		return w.kept(t, one)
	}
	all := one
	for n := 1; n < t.count; n++ {
		all = w.sum(all, one)
	}
	return all
}

// odds returns those of one die.
func (d *Die) odds() Odds {
	least, most := d.bounds()
	o := Odds{Least: least, Of: make([]float64, most-least+1)}
	for i := range d.Len() {
		o.Of[d.value(i)-least] += 1 / float64(d.Len())
	}
	return o
}

// chain returns the odds of one die that explodes: a face below the highest after
// none, one, two … highest ones.
func (w *work) chain(one Odds) Odds {
	const negligible = 1e-18
	n := len(one.Of)
	highest, burst := one.Least+n-1, one.Of[n-1]
	low, high := 0, 0
	depth := 0
	for p := 1.0; p > negligible && depth <= MostBursts; p *= burst {
		low, high = min(low, depth*highest), max(high, depth*highest)
		depth++
	}
	all := Odds{Least: low + one.Least, Of: make([]float64, high-low+n)}
	w.spend(int64(depth) * int64(n))
	for d, p := 0, 1.0; d < depth; d, p = d+1, p*burst {
		for i, q := range one.Of[:n-1] {
			all.Of[d*highest-low+i] += p * q
		}
	}
	return all
}

// kept returns the odds of the dice of t that count, where each is like one. It
// goes through the values from the one that is kept first, and keeps for every
// number of dice that are placed the odds of what they count.
func (w *work) kept(t *term, one Odds) Odds {
	n, values := t.count, len(one.Of)
	width := t.keep*(values-1) + 1
	if !w.spend(int64(n*(n+1)/2) * int64(values) * int64(width)) {
		return one
	}
	placed := make([][]float64, n+1)
	for j := range placed {
		placed[j] = make([]float64, width)
	}
	placed[0][0] = 1
	for i := range values {
		v := i
		if !t.lowest {
			v = values - 1 - i
		}
		if one.Of[v] > 0 {
			t.place(placed, v, one.Of[v])
		}
	}
	return Odds{Least: t.keep * one.Least, Of: placed[n]}
}

// place lets any number of the dice that aren't placed yet show the value v, of
// probability p.
func (t *term) place(placed [][]float64, v int, p float64) {
	for j := t.count - 1; j >= 0; j-- { // downwards: placed[j] is not yet changed
		ways := 1.0
		for m := 1; m <= t.count-j; m++ {
			ways *= p * float64(t.count-j-m+1) / float64(m)
			shift := v * (min(j+m, t.keep) - min(j, t.keep))
			for s, q := range placed[j] {
				if q > 0 {
					placed[j+m][s+shift] += q * ways
				}
			}
		}
	}
}

// beyond returns the probability of more than MostBursts explosions.
func (c Cup) beyond() float64 {
	within := make([]float64, MostBursts+1) // by explosions so far
	within[0] = 1
	exploding := false
	for i := range c.terms {
		t := &c.terms[i]
		if !t.explode {
			continue
		}
		exploding = true
		one := t.die.odds()
		burst := one.Of[len(one.Of)-1]
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
