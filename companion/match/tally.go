package match

import "slices"

// tally is a stream of chance with its number of outcomes.
type tally struct {
	stream string
	n      int
}

// count returns the number of outcomes of the stream in the tallies.
func count(tallies []tally, stream string) int {
	for _, t := range tallies {
		if t.stream == stream {
			return t.n
		}
	}
	return 0
}

// addOutcome returns the tallies with one more outcome of the stream.
func addOutcome(tallies []tally, stream string) []tally {
	more := slices.Clone(tallies)
	for i := range more {
		if more[i].stream == stream {
			more[i].n++
			return more
		}
	}
	return append(more, tally{stream, 1})
}

// Outcomes returns the number of outcomes of each stream on the line, from the device and the
// table. The next outcome of a stream gets the following number.
func (m Match) Outcomes() map[string]int {
	counts := map[string]int{}
	for _, t := range m.line.value.outcomes {
		counts[t.stream] = t.n
	}
	return counts
}
