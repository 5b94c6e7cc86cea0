package companion

import "tabletop/companion/match"

// backTo moves the match on the panel to the position after the fact seq. This is an undo or a
// redo.
func (m Model) backTo(seq int) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.BackTo(m.stamp(s), seq, "")
	return m.moveOn(s, mt, err)
}

// do undoes or redoes up to the fact To of the command.
func (c Undo) do(m Model) (Model, []Effect) {
	s := m.session()
	if m.Ready() || c.To < undoLimit(s.match) || c.To >= s.match.Seq() {
		return m.refuse(m.word("undo.nowhere"))
	}
	return m.backTo(c.To)
}

// undoLimit returns the seq of the last fact that can't be undone: the start, the draw of the
// first seat, or the loss of a secret.
func undoLimit(mt match.Match) (seq int) {
	for f := range mt.Line() {
		if f.Kind != match.Started && f.Kind != match.Drawn {
			break
		}
		seq = f.Seq
	}
	return max(seq, mt.LostSeq())
}
