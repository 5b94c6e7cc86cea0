package dice

import (
	"slices"

	"tabletop/games"
)

// Moments returns a moment if the last decision finished a roll with the greatest or least total
// that its dice can show.
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

// exciting reports whether an extreme total of c deserves a moment. The cup must have several
// dice with numbers, or a die of twenty faces.
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

// extremes returns the least and greatest total of c. If explosions leave one of the two without a
// limit, extremes returns in its place a number that no roll can reach.
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

// boundless stands for a total without a limit. It is greater than the total of any roll. The sum
// of several boundless terms is greater still.
const boundless = 1 << 24

// scores returns the least and greatest number that one face adds to the total. The parameter
// faces holds the indices of the possible faces.
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

// extremes returns the least and greatest total of t. If dice explode, one or both are
// ±boundless: the highest face of such a die is never its last, so no total is the greatest. If
// the highest face is negative, an explosion also lowers the total.
func (t *term) extremes() (least, most int) {
	switch {
	case t.count == 0:
		least, most = t.constant, t.constant
	case t.more != nil && t.explode:
		return -boundless, boundless
	case t.more != nil:
		low, high := t.scores(t.lasting())
		least, most = t.keep()*low, t.keep()*high
	default:
		low, high := t.die.bounds()
		least, most = t.keep()*low, t.keep()*high
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
