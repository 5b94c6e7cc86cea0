package companion

import "tabletop/companion/match"

// backTo takes the match to the position after an earlier fact.
func (m Model) backTo(seq int) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.BackTo(m.stamp(s), seq, "")
	return m.moveOn(s, mt, err)
}

// do takes the match back, or forwards again.
func (c Undo) do(m Model) (Model, []Effect) {
	s := m.session()
	if m.Ready() || c.To < undoLimit(s.match) || c.To >= s.match.Seq() {
		return m.refuse(m.word("undo.nowhere"))
	}
	return m.backTo(c.To)
}

// origin is the fact that nobody goes back beyond: the start, the drawing of the first
// seat, or where a secret was lost.
func undoLimit(mt match.Match) (seq int) {
	for f := range mt.Line() {
		if f.Kind != match.Started && f.Kind != match.Drawn {
			break
		}
		seq = f.Seq
	}
	return max(seq, mt.Lost())
}
