package luck

import "tabletop/games"

// Stream returns the name of the stream that the outcome d belongs to: the first word of d.
func Stream(d games.Decision) string { return d.Word(0) }

// Total returns the sum of the weights of choices. The weight of a range counts once for each of
// its values. A text counts 0. Total is 0 if only people can answer.
func Total(choices []games.Choice) uint64 {
	var sum uint64
	for _, c := range choices {
		sum += uint64(c.Weight) * values(c)
	}
	return sum
}

// Pick returns the first decision, in the order of choices, at which the running sum of the weights
// exceeds r. It returns "" if r is not below the Total of choices.
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

// Draw returns outcome n of a stream as the answer to a question with these choices. The choices of
// a question have the same first word, which names the stream. Draw returns false if the Total of
// choices is 0.
func (k Key) Draw(choices []games.Choice, n int) (games.Decision, bool) {
	total := Total(choices)
	if total == 0 {
		return "", false
	}
	return Pick(choices, k.Number(Stream(choices[0].Says), n, total)), true
}

// values returns the number of decisions of c, or 0 for a text. The result has 64 bits, because an
// int may have only 32.
func values(c games.Choice) uint64 {
	switch {
	case c.Grammar != "":
		return 0
	case c.From < c.To:
		return uint64(int64(c.To)-int64(c.From)) + 1
	}
	return 1
}
