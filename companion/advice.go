package companion

import (
	"slices"

	"tabletop/companion/adviser"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// Advice is optional. The model asks the adviser by the effect [Think] and receives the event
// [Analysis]. While the table wants advice, the adviser analyses each position in the
// background as soon as the position is stored. An answer to the table is a fact of the match
// (kind hinted) and is stored before it is shown.

// topics returns the questions that the table can ask the adviser in the present position. It
// is empty if the match has no adviser.
func (m Model) topics() adviser.Topics {
	if !m.adviser() {
		return adviser.Topics{}
	}
	return adviser.TopicsOf(m.Match().State())
}

// adviser reports whether the match on the panel is under way and its game has an adviser.
func (m Model) adviser() bool {
	mt := m.Match()
	return !mt.IsZero() && m.subject() == tableMatch && !m.Ready() && m.library.Games.Adviser(mt.Rules().Name()) != nil
}

// thinksOf returns the name of the position that the adviser must analyse, or "" if the table
// wants no advice in it.
func (m Model) thinksOf() string {
	if !m.adviser() {
		return ""
	}
	s := m.open[0]
	return adviser.Position(s.id, s.match, s.topic, m.evening.warn)
}

// runAdvice keeps the adviser at work on the present position. It starts an analysis when the
// position to analyse has changed, and cancels the running analysis when there is no position to
// analyse. If a warning is due, runAdvice shows the warning.
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

// onAdvised stores an analysis from the adviser. If the top page waits for the answer, the
// answer replaces that page.
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

// warns reports whether to warn that the match can't be won any more. The table must have asked
// for warnings and must be looking at the match. If the rules already report the defeat, no
// warning is needed.
func (m Model) warns() bool {
	p, a := m.top(), m.advice
	if !m.evening.warn || a.Known == nil || a.Known.Verdict != games.Lost || a.Warned == m.session().id {
		return false
	}
	st := m.Match().State().Standing()
	return p.page.screen == atPlay && p.page.control == nil && !m.showing() && !st.Over && st.Why.Key == ""
}

// warn shows the warning that the game can't be won any more. It is shown once per match.
func (m Model) warn() (Model, []Effect) {
	m.advice.Warned = m.open[0].id
	return m.wakeAnd(func(m Model) (Model, []Effect) { return m.giveAdvice(adviser.Possible) })
}

// askAdviser answers question t if the present position is analysed. Otherwise it shows a page
// that waits for the analysis.
func (m Model) askAdviser(t adviser.Topic) (Model, []Effect) {
	if m.advice.Known != nil && m.advice.Of == m.thinksOf() {
		return m.giveAdvice(t)
	}
	s := m.open[0]
	s.topic = t
	return m.withSession(s).show(thinkingPage(t)), nil
}

// giveAdvice stores the answer to question t as a fact and then shows it. If the same answer
// was given in this position before, it is shown without another fact.
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

// adviceItem adds the item for the adviser to the pause menu.
func adviceItem(m Model, s *form) {
	if m.topics().Has(adviser.Move) {
		s.Item(m.word("pause.advice"), func(m Model) (Model, []Effect) { return m.show(adviserPage()), nil })
	}
}

// adviserPage returns the page with the questions that the table can ask the adviser during a
// game.
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

// whereItem adds, after a defeat, the item that asks the adviser for the last position that
// could be won.
func whereItem(m Model, s *form) {
	if m.topics().Has(adviser.Where) {
		s.Item(m.word("advice.where"), func(m Model) (Model, []Effect) { return m.askAdviser(adviser.Where) })
	}
}

// thinkingPage returns the page shown until the adviser has answered question t. The answer
// replaces the page.
func thinkingPage(t adviser.Topic) page {
	return page{kind: panel.KindMessage, topic: t, build: func(m Model, s *form) {
		s.Title = m.word("advice.thinking")
		s.Read(m.word("advice.wait"))
	}}
}

// advicePage returns the page with the adviser's answer to question t.
func advicePage(t adviser.Topic) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.advice")
		if m.advice.Known == nil {
			return // the position has changed, and the answer was for the old one
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

// lineSheet fills s with the next decisions of the winning line in a, and with an item for the
// rest of the line.
func lineSheet(m Model, s *form, a games.Advice, t adviser.Topic) {
	s.Read(m.game().lineWords(t.Cut(a))...)
	if t == adviser.Move && len(a.Line) > 1 {
		s.Item(m.word("tab.done"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
		s.Item(m.word("advice.moves"), func(m Model) (Model, []Effect) { return m.pop().giveAdvice(adviser.Moves) })
	}
}

// lineWords returns the text of each decision in the adviser's line a.
func (g game) lineWords(a games.Advice) []string { return LineWords(a, g.match, g.words()) }

// LineWords returns the text of each decision in the adviser's line a, from the catalogue w of
// the game.
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

// lostSheet fills s with the answer that the game can't be won any more, and with items to
// continue, to read the proof and to undo.
func lostSheet(m Model, s *form, a games.Advice) {
	s.Title = m.word("advice.lost")
	s.Item(m.word("advice.goon"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
	s.Item(m.word("advice.why"), func(m Model) (Model, []Effect) { return m.show(proofPage()), nil })
	m.game().undoItems(s)
}

// proofPage returns the page that explains why the game can't be won any more.
func proofPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("advice.why")
		if m.advice.Known != nil {
			s.Read(m.game().words().Say(m.advice.Known.Why, m.Match().Names()))
		}
	}}
}

// whereSheet fills s with the last position that could be won, an item for its winning line,
// and an item that moves the match back to that position.
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

// titleAt returns the title of the position after the fact seq.
func (g game) titleAt(seq int) string {
	mt := g.match
	return g.words().Say(mt.After(seq).View(games.Nobody).Title, mt.Names())
}

// linePage returns the page with all decisions of the adviser's winning line.
func linePage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("advice.line")
		if m.advice.Known != nil {
			s.Read(m.game().lineWords(*m.advice.Known)...)
		}
	}}
}

// do asks the adviser the question of the command. The answer appears on the panel and on the
// pages of all phones.
func (c Hint) do(m Model) (Model, []Effect) {
	if !m.topics().Has(c.Topic) {
		return m.refuse(m.word("advice.none"))
	}
	return m.toMatch().askAdviser(c.Topic)
}
