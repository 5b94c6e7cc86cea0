package dice

import (
	"slices"

	"tabletop/games"
)

// Moments reports that the roll just finished has the highest or lowest total that its dice can
// show.
func (s State) Moments() []games.Moment {
	if !s.ended {
		return nil
	}
	r := s.past[len(s.past)-1].result()
	least, most := r.Cup.extremes()
	switch {
	case !r.Cup.exciting() || least == most || r.Cup.tree != nil && r.Cup.explodes():
		return nil
	case r.Total == most:
		return []games.Moment{{Kind: games.High, Text: games.Say("moment.high"), Note: r.prompt()}}
	case r.Total == least:
		return []games.Moment{{Kind: games.Low, Text: games.Say("moment.low"), Note: r.prompt()}}
	}
	return nil
}

// exciting reports whether an extreme total of c is worth a moment: c has several dice, or one
// of twenty faces.
func (c Cup) exciting() bool {
	dice, twenty := 0, false
	for i := range c.terms {
		if t := &c.terms[i]; t.count > 0 && t.die.numbers() {
			dice += t.count * t.die.pieces()
			twenty = t.die.isTwenty() && !t.counts()
		}
	}
	return dice > 1 || twenty
}

// extremes returns the lowest and highest total of c. If exploding dice make one unknown, it is
// a value that no roll reaches.
func (c Cup) extremes() (least, most int) {
	if c.tree != nil {
		low, high, _ := c.tree.bounds(c.terms, func(t *term) (int64, int64) {
			low, high := t.extremes()
			return int64(low), int64(high)
		})
		return int(low), int(high)
	}
	for i := range c.terms {
		low, high := c.terms[i].extremes()
		least, most = least+low, most+high
	}
	return least, most
}

// explodes reports whether a die of c can explode.
func (c Cup) explodes() bool {
	return slices.ContainsFunc(c.terms, func(t term) bool { return t.explode })
}

// boundless is greater than the total of any roll, also if several terms have it.
const boundless = 1 << 24

// scores returns the least and greatest contribution of one of faces to the total.
func (t *term) scores(faces []int) (low, high int) {
	for i, f := range faces {
		n := t.score(t.worth(f, false))
		if i == 0 {
			low, high = n, n
		}
		low, high = min(low, n), max(high, n)
	}
	return low, high
}

// extremes returns the lowest and highest total of one term. The highest face of a die that
// explodes is never its last; if it counts below zero, an explosion makes the total lower.
func (t *term) extremes() (least, most int) {
	switch {
	case t.count == 0:
		least, most = t.constant, t.constant
	case t.more != nil && t.explode:
		return -boundless, boundless
	case t.more != nil:
		low, high := t.scores(t.lasting())
		least, most = t.keep*low, t.keep*high
	default:
		low, high := t.die.bounds()
		least, most = t.keep*low, t.keep*high
		if t.explode {
			most = boundless
		}
		if t.explode && (high < 0 || low == high) {
			least = -boundless
		}
	}
	if t.minus {
		return -most, -least
	}
	return least, most
}
