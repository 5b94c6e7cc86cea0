package match

import "slices"

// tally counts the outcomes of a stream.
type tally struct {
	stream string
	n      int
}

// count returns how many outcomes of the stream are in the tallies.
func count(tallies []tally, stream string) int {
	for _, t := range tallies {
		if t.stream == stream {
			return t.n
		}
	}
	return 0
}

// counted returns the tallies with one more outcome of the stream.
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

// Outcomes returns how many outcomes of each stream stand on the line, whoever
// answered; the next one of a stream has the number after.
func (m Match) Outcomes() map[string]int {
	counts := map[string]int{}
	for _, t := range m.line.value.outcomes {
		counts[t.stream] = t.n
	}
	return counts
}
