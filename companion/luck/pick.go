package luck

import "tabletop/games"

// Stream returns the stream that d is an outcome of: its first word.
func Stream(d games.Decision) string { return d.Word(0) }

// Total returns the sum of the weights; each value of a range counts. It is 0
// where only people can answer. A text has no odds.
func Total(choices []games.Choice) uint64 {
	var sum uint64
	for _, c := range choices {
		sum += uint64(c.Weight) * values(c)
	}
	return sum
}

// Pick returns the first decision, in the order of choices, whose running weight
// exceeds r. It is "" if r is not below the Total.
func Pick(choices []games.Choice, r uint64) games.Decision {
	for _, c := range choices {
		weight := uint64(c.Weight) * values(c)
		if r < weight {
			return c.At(int(r / uint64(c.Weight)))
		}
		r -= weight
	}
	return ""
}

// Draw answers the question whose choices these are with the n-th outcome of its
// stream. All choices of one question share their first word. It reports false
// where the Total is 0.
func (k Key) Draw(choices []games.Choice, n int) (games.Decision, bool) {
	total := Total(choices)
	if total == 0 {
		return "", false
	}
	return Pick(choices, k.Number(Stream(choices[0].Says), n, total)), true
}

// values counts the decisions of c as 64 bits, where int may have only 32.
func values(c games.Choice) uint64 {
	switch {
	case c.Grammar != "":
		return 0
	case c.From < c.To:
		return uint64(int64(c.To)-int64(c.From)) + 1
	}
	return 1
}
