package match

import (
	"strings"

	"tabletop/games"
)

// FirstHidden returns the seq of the first fact that must stay hidden. It returns Seq+1 if
// nothing is hidden or if the match was ended. The facts before the first hidden one are a valid
// record.
//
// A round is a sequence of consecutive veiled positions ([games.Veiled]) on a line. A fact
// decided in the n-th round of a line stays hidden until the present line contains n complete
// rounds. So undo and redo reveal nothing, even if the line returns to a position before the
// round.
func (m Match) FirstHidden() int {
	if !m.ended && games.CanVeil(m.State()) {
		begun := m.rounds()
		ended := begun[m.line]
		if games.Veiled(m.State()) {
			ended--
		}
		for seq := 2; seq <= m.Seq(); seq++ {
			if f := m.Fact(seq); (f.Kind == Decided || f.Kind == Ruled) && m.hides(seq, begun, ended) {
				return seq
			}
		}
	}
	return m.Seq() + 1
}

// hides reports whether fact seq was decided in a round with a number greater than ended. begun
// is the result of rounds.
func (m Match) hides(seq int, begun map[*trail[position]]int, ended int) bool {
	before := m.history.at(seq - 1).value.line
	return games.Veiled(before.value.state) && begun[before] > ended
}

// rounds maps each position ever reached to the number of rounds that have begun on the line up
// to that position.
func (m Match) rounds() map[*trail[position]]int {
	begun := map[*trail[position]]int{}
	for e := range m.history.after(0) {
		here := e.line
		if _, known := begun[here]; known {
			continue
		}
		n := 0
		if here.prev != nil {
			n = begun[here.prev]
		}
		if games.Veiled(here.value.state) && (here.prev == nil || !games.Veiled(here.prev.value.state)) {
			n++
		}
		begun[here] = n
	}
	return begun
}

// UpTo returns the facts up to seq as JSON Lines, or all facts if seq is greater than Seq.
func (m Match) UpTo(seq int) string {
	lines, end := m.Since(0), 0
	for range min(seq, m.Seq()) {
		end += strings.IndexByte(lines[end:], '\n') + 1
	}
	return lines[:end]
}
