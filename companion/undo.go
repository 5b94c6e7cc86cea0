package companion

import (
	"tabletop/companion/match"
	"tabletop/games"
)

// backTo moves the match on the panel to the position after the fact seq. This is an undo or a
// redo.
func (m Model) backTo(seq int) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.BackTo(m.stamp(s), seq, "")
	return m.moveOn(s, mt, err)
}

// do moves the match to the fact To of the command, as an undo or a redo. A phone may undo its
// own last decision and redo one step. The wired keys must allow anything else.
func (c Undo) do(m Model) (Model, []Effect) {
	s := m.session()
	switch {
	case m.Ready() || c.To < undoLimit(s.match) || c.To >= s.match.Seq():
		return m.refuse(m.word("undo.nowhere"))
	case m.call.sender.From == FromPhone && !s.ownStep(c.To, m.call.sender.Guest.ID):
		return c.ask(m)
	}
	return m.backTo(c.To)
}

// ask asks the wired keys whether a phone may undo or redo. If the question would cover another
// question or unfinished input, ask refuses the request instead.
func (c Undo) ask(m Model) (Model, []Effect) {
	if m.occupied() {
		return m.refuse(m.word("ask.busy"))
	}
	no := func(m Model) (Model, []Effect) { return m.pop(), nil }
	yes := func(m Model) (Model, []Effect) {
		if m = m.pop(); m.Point() != c.Point {
			return m.show(textPage(m.word("undo.title"), m.word("decide.stale"))), nil
		}
		return m.backTo(c.To)
	}
	text := games.Say("undo.again", m.call.senderName(m.localizer))
	if n, ok := stepsBack(m.Match(), c.To); ok {
		text = games.Count("undo.ask", n, text.Args...)
	}
	return putQuestion(m, questionPage(m.word("ask.title"), m.Words("").Say(text, nil), no, yes))
}

// stepsBack returns the number of facts that an undo takes back, without the answers of the
// device and the names of newcomers. The parameter to is the seq of the fact to which the match would move. ok is false if
// that fact is not on the present line, as in a redo. The question gives only this number,
// because a decision may have to stay hidden.
func stepsBack(mt match.Match, to int) (n int, ok bool) {
	for f := range mt.Line() {
		ok = ok || f.Seq == to
		if f.Seq > to && f.Luck != match.Device && (f.Kind != match.Seated || f.Seat != mt.Newcomer(f.Seq-1)) {
			n++
		}
	}
	return n, ok
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
