package dice

// bounds returns a lower and an upper bound of the total of c, with the greatest number of explosions
// in each term.
func (c Cup) bounds() (least, most int64) {
	if c.tree != nil {
		least, most, _ = c.tree.bounds(c.terms, c.reach())
		return least, most
	}
	for i := range c.terms {
		low, high := c.terms[i].reach(c.mostBursts())
		if c.terms[i].minus {
			low, high = -high, -low
		}
		least, most = least+low, most+high
	}
	return least, most
}

// reach returns a function that returns a lower and an upper bound of the total of a term of c, without
// the sign of the term.
func (c Cup) reach() func(*term) (int64, int64) {
	bursts := c.mostBursts()
	return func(t *term) (int64, int64) { return t.reach(bursts) }
}

// reach returns a lower and an upper bound of the total of t with up to so many explosions, without the
// sign of t.
func (t *term) reach(bursts int) (least, most int64) {
	if t.count == 0 {
		return int64(t.constant), int64(t.constant)
	}
	low, high := t.face()
	least, most = int64(t.keep()*low), int64(t.keep()*high)
	if t.explode {
		least, most = least+int64(bursts*min(low, 0)), most+int64(bursts*max(high, 0))
	}
	return least, most
}

// face returns the least and greatest value that one face of t can add to the total.
func (t *term) face() (low, high int) {
	if t.more == nil {
		return t.die.bounds()
	}
	if t.counts() {
		return -min(len(t.more.misses), 1), 1
	}
	for f := range t.die.Len() {
		n := t.worth(f, false)
		if f == 0 {
			low, high = n, n
		}
		low, high = min(low, n), max(high, n)
	}
	if t.explode && t.more.penetrate {
		low--
	}
	return low, high
}
