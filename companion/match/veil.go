package match

import "strings"

// FirstHidden returns the seq of the first fact that must stay hidden. It returns Seq+1 if
// nothing is hidden or if the match was ended. The facts before the first hidden one are a valid
// record.
//
// A round is a sequence of consecutive veiled positions ([games.Veiled]) on a line. A fact
// decided in the n-th round of a line stays hidden until the present line contains n complete
// rounds. So undo and redo reveal nothing, even if the line returns to a position before the
// round.
func (m Match) FirstHidden() int {
	if m.ended {
		return m.Seq() + 1
	}
	complete := m.line.value.rounds
	if m.line.value.veiled {
		complete--
	}
	for seq := 2; seq <= m.Seq() && complete < m.rounds; seq++ {
		before := m.history.at(seq - 1).value.line.value
		if f := m.Fact(seq); (f.Kind == Decided || f.Kind == Ruled) && before.veiled && before.rounds > complete {
			return seq
		}
	}
	return m.Seq() + 1
}

// UpTo returns the facts up to seq as JSON Lines, or all facts if seq is greater than Seq.
func (m Match) UpTo(seq int) string {
	lines, end := m.Since(0), 0
	for range min(seq, m.Seq()) {
		end += strings.IndexByte(lines[end:], '\n') + 1
	}
	return lines[:end]
}
