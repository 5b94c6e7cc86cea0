package dice

// bounds returns a lower and an upper bound of the total of c, with up to [MostBursts] explosions
// of each term.
func (c Cup) bounds() (least, most int64) {
	if c.tree != nil {
		least, most, _ = c.tree.bounds(c.terms, (*term).reach)
		return least, most
	}
	for i := range c.terms {
		low, high := c.terms[i].reach()
		if c.terms[i].minus {
			low, high = -high, -low
		}
		least, most = least+low, most+high
	}
	return least, most
}

// reach returns a lower and an upper bound of the total of t, without the sign of t.
func (t *term) reach() (least, most int64) {
	if t.count == 0 {
		return int64(t.constant), int64(t.constant)
	}
	low, high := t.face()
	least, most = int64(t.keep()*low), int64(t.keep()*high)
	if t.explode {
		least, most = least+MostBursts*int64(min(low, 0)), most+MostBursts*int64(max(high, 0))
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
