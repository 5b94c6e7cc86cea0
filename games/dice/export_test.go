package dice

// AtLeast returns the probability of a total or a greater one.
func (o Odds) AtLeast(total int) float64 {
	sum := 0.0
	for i := len(o.Of) - 1; i >= max(0, total-o.Least); i-- {
		sum += o.Of[i]
	}
	return sum
}

// Range returns the least and the greatest total. Of a cup that explodes they
// are bounds that no total exceeds, all [MostBursts] explosions included.
func (c Cup) Range() (least, most int) {
	var burstLow, burstHigh int
	for i := range c.terms {
		t := &c.terms[i]
		low, high := t.constant, t.constant
		if t.count > 0 {
			low, high = t.die.bounds()
		}
		if t.minus {
			low, high = -high, -low
		}
		if t.explode {
			burstLow, burstHigh = min(burstLow, low), max(burstHigh, high)
		}
		least += max(t.keep, 1) * low
		most += max(t.keep, 1) * high
	}
	return least + MostBursts*burstLow, most + MostBursts*burstHigh
}

// Rolls returns how many rolls are over.
func (s State) Rolls() int { return s.count }
