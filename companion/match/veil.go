package match

import (
	"strings"

	"tabletop/games"
)

// FirstHidden returns the seq of the first fact that must stay hidden until the round is over.
// It returns Seq+1 if nothing is hidden or if the match was ended. The hidden part begins after
// the last fact of the line in whose position nothing was hidden, so it includes undone facts of
// the round. The facts before the hidden part are a valid record.
func (m Match) FirstHidden() int {
	if m.ended || !games.Veiled(m.State()) {
		return m.Seq() + 1
	}
	first := 0
	for f := range m.Line() {
		switch {
		case f.Kind != Decided && f.Kind != Ruled:
		case !games.Veiled(m.Before(f.Seq)):
			first = f.Seq + 1
		case first == 0:
			first = f.Seq
		}
	}
	return max(first, 2)
}

// UpTo returns the facts up to seq as JSON Lines, or all facts if seq is greater than Seq.
func (m Match) UpTo(seq int) string {
	lines, end := m.Since(0), 0
	for range min(seq, m.Seq()) {
		end += strings.IndexByte(lines[end:], '\n') + 1
	}
	return lines[:end]
}
