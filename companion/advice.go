package companion

import (
	"slices"

	"tabletop/companion/adviser"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// Advice is for tables that ask for it. Adviser and model talk by effects and events: while
// somebody wants to know, the adviser thinks about each position as soon as that is kept,
// beside the table. What it has told is a fact of the match (kind hinted), kept before it is
// seen.

// topics are what can be asked now.
func (m Model) topics() adviser.Topics {
	if !m.adviser() {
		return adviser.Topics{}
	}
	return adviser.TopicsOf(m.Match().State())
}

// adviser reports whether the match on the panel has one.
func (m Model) adviser() bool {
	mt := m.Match()
	return !mt.IsZero() && m.subject() == tableMatch && !m.Ready() && m.library.Games.Adviser(mt.Rules().Name()) != nil
}

// thinksOf returns a name for the position that the adviser must analyse, "" for none.
func (m Model) thinksOf() string {
	if !m.adviser() {
		return ""
	}
	s := m.open[0]
	return adviser.Position(s.id, s.match, s.topic, m.evening.warn)
}

// runAdvice lets the adviser think about another position, or about none any more.
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
	think := Think{Of: of}
	if of != "" {
		mt := m.Match()
		think.Rules, think.Setup, think.Line, think.Back = mt.Rules(), mt.Setup(), mt.Played(), mt.State().Standing().Over
	}
	return m, append(slices.Clone(effects), think)
}

// onAdvised takes over what the adviser has found out, and gives it to whoever waits for
// it.
func (m Model) onAdvised(a Advised) (Model, []Effect) {
	next, news := m.advice.Learn(a.Of, a.Advice, a.At)
	if m.advice = next; !news {
		return m, nil
	}
	if t := m.top().page.topic; t != "" {
		return m.pop().giveAdvice(t)
	}
	return m, nil
}

// warns reports whether a table that wants to know is to be told, once it looks at the
// match, that this can't be won any more. What the rules say of that by themselves needs
// no adviser.
func (m Model) warns() bool {
	p, a := m.top(), m.advice
	if !m.evening.warn || a.Known == nil || a.Known.Verdict != games.Lost || a.Warned == m.session().id {
		return false
	}
	st := m.Match().State().Standing()
	return p.page.screen == atPlay && p.page.control == nil && !m.showing() && !st.Over && st.Why.Key == ""
}

// warn says, unasked and once, that the game can't be won any more.
func (m Model) warn() (Model, []Effect) {
	m.advice.Warned = m.open[0].id
	return m.wakeAnd(func(m Model) (Model, []Effect) { return m.giveAdvice(adviser.Possible) })
}

// consult answers a question, or says that the answer is being thought about.
func (m Model) consult(t adviser.Topic) (Model, []Effect) {
	if m.advice.Known != nil && m.advice.Of == m.thinksOf() {
		return m.giveAdvice(t)
	}
	s := m.open[0]
	s.topic = t
	return m.with(s).show(thinkingPage(t)), nil
}

// give shows the answer to a question once it is kept as a fact. The same advice in the
// same position is one fact.
func (m Model) giveAdvice(t adviser.Topic) (Model, []Effect) {
	s, next := m.open[0], m.show(advicePage(t))
	next.advice.Told = t
	mt, err := m.advice.Hint(s.match, m.stamp(s), t)
	if err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	s.topic = t
	if mt.Seq() == s.match.Seq() {
		return next.with(s), nil
	}
	keep := s.keepOf(mt)
	s.match = mt
	return m.commit(next.with(s), keep)
}

// adviceItem of the pause menu leads to the adviser.
func adviceItem(m Model, s *form) {
	if m.topics().Has(adviser.Move) {
		s.Item(m.word("pause.advice"), func(m Model) (Model, []Effect) { return m.show(adviserPage()), nil })
	}
}

// adviserPage is what can be asked while a game goes on.
func adviserPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.advice")
		s.Item(m.word("advice.possible"), func(m Model) (Model, []Effect) { return m.consult(adviser.Possible) })
		s.Item(m.word("advice.move"), func(m Model) (Model, []Effect) { return m.consult(adviser.Move) })
		if m.session().topic == adviser.Move {
			s.Start = 1
		}
		s.Turn(m.word("advice.watch"), m.onOff(m.evening.warn, switchSetting(func(e *evening, on bool) { e.warn = on })))
	}}
}

// whereItem offers after a defeat to tell where the win was.
func whereItem(m Model, s *form) {
	if m.topics().Has(adviser.Where) {
		s.Item(m.word("advice.where"), func(m Model) (Model, []Effect) { return m.consult(adviser.Where) })
	}
}

// thinkingPage gives way to the answer.
func thinkingPage(t adviser.Topic) page {
	return page{kind: panel.KindMessage, topic: t, build: func(m Model, s *form) {
		s.Title = m.word("advice.thinking")
		s.Read(m.word("advice.wait"))
	}}
}

// advicePage is the answer to a question.
func advicePage(t adviser.Topic) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.advice")
		if m.advice.Known == nil {
			return // the game has gone on
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

// lineSheet shows the next decisions of a line that wins; behind the first there are more.
func lineSheet(m Model, s *form, a games.Advice, t adviser.Topic) {
	s.Read(m.game().lineWords(t.Cut(a))...)
	if t == adviser.Move && len(a.Line) > 1 {
		s.Item(m.word("tab.done"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
		s.Item(m.word("advice.moves"), func(m Model) (Model, []Effect) { return m.pop().giveAdvice(adviser.Moves) })
	}
}

// lineWords says the decisions of a line.
func (g game) lineWords(a games.Advice) []string { return LineWords(a, g.match, g.words()) }

// LineWords says the decisions of a line that the adviser of a match has found, with the
// words of its game.
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

// lostSheet says that a game can't be won any more, and offers what can be done about it.
func lostSheet(m Model, s *form, a games.Advice) {
	s.Title = m.word("advice.lost")
	s.Item(m.word("advice.goon"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
	s.Item(m.word("advice.why"), func(m Model) (Model, []Effect) { return m.show(proofPage()), nil })
	m.game().undoItems(s)
}

// proofPage says what was exhausted.
func proofPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("advice.why")
		if m.advice.Known != nil {
			s.Read(m.game().words().Say(m.advice.Known.Why, m.Match().Names()))
		}
	}}
}

// whereSheet tells the last position that could be won, and how; the table can go back
// there.
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

// titleAt says where the game was after the fact of that seq.
func (g game) titleAt(seq int) string {
	mt := g.match
	return g.words().Say(mt.After(seq).View(games.Nobody).Title, mt.Names())
}

// linePage is the whole line that wins.
func linePage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("advice.line")
		if m.advice.Known != nil {
			s.Read(m.game().lineWords(*m.advice.Known)...)
		}
	}}
}

// do asks the adviser, who answers on the panel and on every page.
func (c Hint) do(m Model) (Model, []Effect) {
	if !m.topics().Has(c.Topic) {
		return m.refuse(m.word("advice.none"))
	}
	return m.toMatch().consult(c.Topic)
}
