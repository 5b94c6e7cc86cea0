package companion

import (
	"slices"

	"tabletop/companion/adviser"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// Advice is optional. Model and adviser communicate by effects and events. While a table wants
// advice, the adviser analyses each position beside the table as soon as it is stored. Given
// advice is a fact of the match (kind hinted) and is stored before it is shown.

// topics returns the possible questions.
func (m Model) topics() adviser.Topics {
	if !m.adviser() {
		return adviser.Topics{}
	}
	return adviser.TopicsOf(m.Match().State())
}

// adviser reports whether the match on the panel has an adviser.
func (m Model) adviser() bool {
	mt := m.Match()
	return !mt.IsZero() && m.subject() == tableMatch && !m.Ready() && m.library.Games.Adviser(mt.Rules().Name()) != nil
}

// thinksOf returns the name of the position to analyse, or "".
func (m Model) thinksOf() string {
	if !m.adviser() {
		return ""
	}
	s := m.open[0]
	return adviser.Position(s.id, s.match, s.topic, m.evening.warn)
}

// runAdvice starts the analysis of another position, or cancels it.
func (m Model) runAdvice(effects []Effect) (Model, []Effect) {
	of := m.thinksOf()
	switch {
	case m.disk.pending != nil || m.disk.asksTable():
		return m, effects
	case of == m.advice.Of && m.warns():
		m, more := m.warn()
		return m, append(slices.Clone(effects), more...)
	case of == m.advice.Of:
		return m, effects
	}
	m.advice = m.advice.About(of)
	think := Think{Position: of}
	if of != "" {
		mt := m.Match()
		think.Rules, think.Setup, think.Line, think.LastWon = mt.Rules(), mt.Setup(), mt.PlayedPositions(), mt.State().Standing().Over
	}
	return m, append(slices.Clone(effects), think)
}

// onAdvised stores an analysis and shows it if a page waits for it.
func (m Model) onAdvised(a Analysis) (Model, []Effect) {
	next, news := m.advice.Learn(a.Position, a.Advice, a.At)
	if m.advice = next; !news {
		return m, nil
	}
	if t := m.top().page.topic; t != "" {
		return m.pop().giveAdvice(t)
	}
	return m, nil
}

// warns reports whether to warn that the match can't be won any more. The table must have
// asked for warnings and must be looking at the match. A defeat that the rules report
// themselves needs no warning.
func (m Model) warns() bool {
	p, a := m.top(), m.advice
	if !m.evening.warn || a.Known == nil || a.Known.Verdict != games.Lost || a.Warned == m.session().id {
		return false
	}
	st := m.Match().State().Standing()
	return p.page.screen == atPlay && p.page.control == nil && !m.showing() && !st.Over && st.Why.Key == ""
}

// warn shows once that the game can't be won any more.
func (m Model) warn() (Model, []Effect) {
	m.advice.Warned = m.open[0].id
	return m.wakeAnd(func(m Model) (Model, []Effect) { return m.giveAdvice(adviser.Possible) })
}

// askAdviser answers a question, or shows that the analysis is under way.
func (m Model) askAdviser(t adviser.Topic) (Model, []Effect) {
	if m.advice.Known != nil && m.advice.Of == m.thinksOf() {
		return m.giveAdvice(t)
	}
	s := m.open[0]
	s.topic = t
	return m.withSession(s).show(thinkingPage(t)), nil
}

// giveAdvice stores the answer to a question as a fact and then shows it. A repeated answer in
// the same position is no new fact.
func (m Model) giveAdvice(t adviser.Topic) (Model, []Effect) {
	s, next := m.open[0], m.show(advicePage(t))
	next.advice.Told = t
	mt, err := m.advice.Hint(s.match, m.stamp(s), t)
	if err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	s.topic = t
	if mt.Seq() == s.match.Seq() {
		return next.withSession(s), nil
	}
	keep := s.keepOf(mt)
	s.match = mt
	return m.commit(next.withSession(s), keep)
}

// adviceItem is the item of the pause menu for the adviser.
func adviceItem(m Model, s *form) {
	if m.topics().Has(adviser.Move) {
		s.Item(m.word("pause.advice"), func(m Model) (Model, []Effect) { return m.show(adviserPage()), nil })
	}
}

// adviserPage lists the questions during a game.
func adviserPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.advice")
		s.Item(m.word("advice.possible"), func(m Model) (Model, []Effect) { return m.askAdviser(adviser.Possible) })
		s.Item(m.word("advice.move"), func(m Model) (Model, []Effect) { return m.askAdviser(adviser.Move) })
		if m.session().topic == adviser.Move {
			s.Start = 1
		}
		s.Turn(m.word("advice.watch"), m.onOff(m.evening.warn, switchSetting(func(e *evening, on bool) { e.warn = on })))
	}}
}

// whereItem offers, after a defeat, to show where the win was.
func whereItem(m Model, s *form) {
	if m.topics().Has(adviser.Where) {
		s.Item(m.word("advice.where"), func(m Model) (Model, []Effect) { return m.askAdviser(adviser.Where) })
	}
}

// thinkingPage waits for the answer and is replaced by it.
func thinkingPage(t adviser.Topic) page {
	return page{kind: panel.KindMessage, topic: t, build: func(m Model, s *form) {
		s.Title = m.word("advice.thinking")
		s.Read(m.word("advice.wait"))
	}}
}

// advicePage shows the answer to a question.
func advicePage(t adviser.Topic) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.advice")
		if m.advice.Known == nil {
			return // the position has changed
		}
		a := *m.advice.Known
		switch {
		case t == adviser.Where:
			whereSheet(m, s, a)
		case a.Verdict == games.Lost:
			lostSheet(m, s, a)
		case a.Verdict != games.Winnable:
			s.Read(m.word("advice.open"))
		case t == adviser.Possible:
			s.Read(m.Words("").Say(games.Count("advice.won", len(a.Line)), nil))
		default:
			lineSheet(m, s, a, t)
		}
	}}
}

// lineSheet shows the next decisions of a winning line, and leads to the rest.
func lineSheet(m Model, s *form, a games.Advice, t adviser.Topic) {
	s.Read(m.game().lineWords(t.Cut(a))...)
	if t == adviser.Move && len(a.Line) > 1 {
		s.Item(m.word("tab.done"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
		s.Item(m.word("advice.moves"), func(m Model) (Model, []Effect) { return m.pop().giveAdvice(adviser.Moves) })
	}
}

// lineWords returns the text of each decision of a line.
func (g game) lineWords(a games.Advice) []string { return LineWords(a, g.match, g.words()) }

// LineWords returns the text of each decision of an adviser's line, in the words of the game.
func LineWords(a games.Advice, mt match.Match, w *words.Catalogue) (all []string) {
	for i, d := range a.Line {
		text := w.Decision(d, mt.Names())
		if a.Said[i].Key != "" {
			text = w.Say(a.Said[i], mt.Names())
		}
		all = append(all, text)
	}
	return all
}

// lostSheet shows that the game can't be won any more, and offers the ways on.
func lostSheet(m Model, s *form, a games.Advice) {
	s.Title = m.word("advice.lost")
	s.Item(m.word("advice.goon"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
	s.Item(m.word("advice.why"), func(m Model) (Model, []Effect) { return m.show(proofPage()), nil })
	m.game().undoItems(s)
}

// proofPage explains the proof.
func proofPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("advice.why")
		if m.advice.Known != nil {
			s.Read(m.game().words().Say(m.advice.Known.Why, m.Match().Names()))
		}
	}}
}

// whereSheet shows the last position that could be won, with its winning line. The table can
// go back there.
func whereSheet(m Model, s *form, a games.Advice) {
	s.Title = m.word("advice.where")
	if a.Verdict != games.Winnable {
		s.Read(m.word("advice.nowhere"))
		return
	}
	at := m.advice.At
	s.Say(m.word("advice.there", m.game().titleAt(at)))
	s.Item(m.word("advice.line"), func(m Model) (Model, []Effect) { return m.show(linePage()), nil })
	s.Item(m.word("advice.back"), func(m Model) (Model, []Effect) { return m.backTo(at) })
}

// titleAt returns the title of the position after a fact.
func (g game) titleAt(seq int) string {
	mt := g.match
	return g.words().Say(mt.After(seq).View(games.Nobody).Title, mt.Names())
}

// linePage shows the whole winning line.
func linePage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("advice.line")
		if m.advice.Known != nil {
			s.Read(m.game().lineWords(*m.advice.Known)...)
		}
	}}
}

// do asks the adviser. The answer appears on the panel and on all pages.
func (c Hint) do(m Model) (Model, []Effect) {
	if !m.topics().Has(c.Topic) {
		return m.refuse(m.word("advice.none"))
	}
	return m.toMatch().askAdviser(c.Topic)
}
