package dice

// AtLeast returns the probability of a total or a greater one.
func (o Odds) AtLeast(total int) float64 {
	sum := 0.0
	for i := len(o.Of) - 1; i >= max(0, total-o.Least); i-- {
		sum += o.Of[i]
	}
	return sum
}

// Range returns the least and the greatest total, or bounds that no total goes beyond.
func (c Cup) Range() (least, most int) {
	low, high := c.bounds()
	return int(low), int(high)
}

// Rolls returns how many rolls are over.
func (s State) Rolls() int { return s.count }

// Extremes returns the least and the greatest total as moments have them, and whether
// there are such.
func (c Cup) Extremes() (least, most int, ok bool) {
	least, most = c.extremes()
	return least, most, !c.explodes()
}

// ParseOf is Parse for an edition of the notation.
func ParseOf(edition int, notation string, own []Die) (Cup, error) {
	d := dialectOf(own, edition)
	return d.cup(notation)
}

// OddsWithin is Odds with so many multiplications at most.
func (c Cup) OddsWithin(steps int64) (Odds, bool) { return c.oddsWithin(steps) }
