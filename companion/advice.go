package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// Advice is for tables that ask for it: whether the game can still be won, the next
// decisions of a line that wins, and after a defeat where the win was. Adviser and model
// talk by effects and events: while somebody wants to know, the adviser thinks about each
// position as soon as that is kept, beside the table. What it has told is a fact of the
// match (kind hinted), kept before it is seen.

// topics are what can be asked now.
func (m Model) topics() topics {
	if !m.adviser() {
		return topics{}
	}
	switch st := m.Match().State(); {
	case st.Turn() > games.Chance:
		return topics{AskPossible, AskMove, AskMoves}
	case st.Turn() == games.Nobody && len(st.Standing().Won) == 0:
		return topics{AskWhere}
	}
	return topics{}
}

// adviser reports whether the match on the panel has one.
func (m Model) adviser() bool {
	mt := m.Match()
	return !mt.IsZero() && m.front() == frontTable && !m.Ready() && m.library.Games.Adviser(mt.Rules().Name()) != nil
}

// thinksOf names the position that somebody wants to know about, "" if nobody does: of a
// game that goes on the present one, of one that was lost where it was.
func (m Model) thinksOf() string {
	if !m.adviser() {
		return ""
	}
	s := m.open[0]
	wanted := m.evening.watch || s.asked != ""
	if turn := s.match.State().Turn(); turn == games.Nobody {
		wanted = s.asked == AskWhere
	} else if turn == games.Chance {
		wanted = false
	}
	if !wanted {
		return ""
	}
	return s.id + " " + strconv.Itoa(s.match.At())
}

// runAdvice lets the adviser think about another position, or about none any more.
func (m Model) runAdvice(effects []Effect) (Model, []Effect) {
	of := m.thinksOf()
	switch {
	case m.disk.pending != nil || m.disk.asks():
		return m, effects
	case of == m.advice.of && m.warns():
		m, more := m.warn()
		return m, append(slices.Clone(effects), more...)
	case of == m.advice.of:
		return m, effects
	}
	m.advice = advising{of: of, said: m.advice.said}
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
	if a.Of == "" || a.Of != m.advice.of || m.advice.known != nil {
		return m, nil
	}
	m.advice.known, m.advice.at = &a.Advice, a.At
	if a.Advice.Verdict == games.Winnable {
		m.advice.said = ""
	}
	if t := m.top().page.awaits; t != "" {
		return m.pop().give(t)
	}
	return m, nil
}

// warns reports whether a table that wants to know is to be told, once it looks at the
// match, that this can't be won any more. What the rules say of that by themselves needs
// no adviser.
func (m Model) warns() bool {
	p, a := m.top(), m.advice
	if !m.evening.watch || a.known == nil || a.known.Verdict != games.Lost || a.said == m.session().id {
		return false
	}
	st := m.Match().State().Standing()
	return p.page.spot == atPlay && p.page.own == nil && !m.showing() && !st.Over && st.Why.Key == ""
}

// warn says, unasked and once, that the game can't be won any more.
func (m Model) warn() (Model, []Effect) {
	m.advice.said = m.open[0].id
	return m.wakeAnd(func(m Model) (Model, []Effect) { return m.give(AskPossible) })
}

// consult answers a question, or says that the answer is being thought about.
func (m Model) consult(t Topic) (Model, []Effect) {
	if m.advice.known != nil && m.advice.of == m.thinksOf() {
		return m.give(t)
	}
	s := m.open[0]
	s.asked = t
	return m.with(s).show(thinkingPage(t)), nil
}

// give shows the answer to a question once it is kept as a fact. The same advice in the
// same position is one fact.
func (m Model) give(t Topic) (Model, []Effect) {
	s, next := m.open[0], m.show(advicePage(t))
	next.advice.told = t
	mt, err := m.advice.hinted(s.match, m.stamp(s), t)
	if err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	s.asked = t
	if mt.Seq() == s.match.Seq() {
		return next.with(s), nil
	}
	keep := s.keepOf(mt)
	s.match = mt
	return m.commit(next.with(s), keep)
}

// hinted is a match with the advice as a fact, if it isn't one already. Where it
// was won is told after the game, and helps nobody.
func (a advising) hinted(mt match.Match, stamp match.Stamp, t Topic) (match.Match, error) {
	known, given := *a.known, mt.Hinted()
	switch {
	case t == AskWhere:
		return mt, nil
	case t == AskPossible || known.Verdict != games.Winnable:
		if slices.ContainsFunc(given, func(f match.Fact) bool { return f.Verdict() == known.Verdict }) {
			return mt, nil
		}
		return mt.Hint(stamp, known.Verdict)
	}
	line := known.Line[:min(t.length(), len(known.Line))]
	if slices.ContainsFunc(given, func(f match.Fact) bool { return slices.Equal(f.Hint(), line) }) {
		return mt, nil
	}
	return mt.HintLine(stamp, line)
}

// adviceItem of the pause menu leads to the adviser.
func adviceItem(m Model, s *sheet) {
	if m.topics().has(AskMove) {
		s.item(m.word("pause.advice"), func(m Model) (Model, []Effect) { return m.show(adviserPage()), nil })
	}
}

// adviserPage is what can be asked while a game goes on.
func adviserPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("pause.advice")
		s.item(m.word("advice.possible"), func(m Model) (Model, []Effect) { return m.consult(AskPossible) })
		s.item(m.word("advice.move"), func(m Model) (Model, []Effect) { return m.consult(AskMove) })
		if m.session().asked == AskMove {
			s.start = 1
		}
		s.turn(m.word("advice.watch"), m.onOff(m.evening.watch, func(e *evening, on bool) { e.watch = on }))
	}}
}

// whereItem offers after a defeat to tell where the win was.
func whereItem(m Model, s *sheet) {
	if m.topics().has(AskWhere) {
		s.item(m.word("advice.where"), func(m Model) (Model, []Effect) { return m.consult(AskWhere) })
	}
}

// thinkingPage gives way to the answer.
func thinkingPage(t Topic) page {
	return page{kind: KindMessage, awaits: t, build: func(m Model, s *sheet) {
		s.title = m.word("advice.thinking")
		s.read(m.word("advice.wait"))
	}}
}

// advicePage is the answer to a question.
func advicePage(t Topic) page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("pause.advice")
		if m.advice.known == nil {
			return // the game has gone on
		}
		a := *m.advice.known
		switch {
		case t == AskWhere:
			whereSheet(m, s, a)
		case a.Verdict == games.Lost:
			lostSheet(m, s, a)
		case a.Verdict != games.Winnable:
			s.read(m.word("advice.open"))
		case t == AskPossible:
			s.read(m.Words("").Say(games.Count("advice.won", len(a.Line)), nil))
		default:
			lineSheet(m, s, a, t)
		}
	}}
}

// lineSheet shows the next decisions of a line that wins; behind the first there are more.
func lineSheet(m Model, s *sheet, a games.Advice, t Topic) {
	s.read(m.game().lineWords(a, t.length())...)
	if t == AskMove && len(a.Line) > 1 {
		s.item(m.word("tab.done"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
		s.item(m.word("advice.moves"), func(m Model) (Model, []Effect) { return m.pop().give(AskMoves) })
	}
}

// lineWords says up to so many decisions of a line.
func (g game) lineWords(a games.Advice, most int) []string {
	a.Line = a.Line[:min(most, len(a.Line))]
	return LineWords(a, g.match, g.words())
}

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
func lostSheet(m Model, s *sheet, a games.Advice) {
	s.title = m.word("advice.lost")
	s.item(m.word("advice.goon"), func(m Model) (Model, []Effect) { return m.toMatch(), nil })
	s.item(m.word("advice.why"), func(m Model) (Model, []Effect) { return m.show(proofPage()), nil })
	m.game().undoItems(s)
}

// proofPage says what was exhausted.
func proofPage() page {
	return page{kind: KindText, build: func(m Model, s *sheet) {
		s.title = m.word("advice.why")
		if m.advice.known != nil {
			s.read(m.game().words().Say(m.advice.known.Why, m.Match().Names()))
		}
	}}
}

// whereSheet tells the last position that could be won, and how; the table can go back
// there.
func whereSheet(m Model, s *sheet, a games.Advice) {
	s.title = m.word("advice.where")
	if a.Verdict != games.Winnable {
		s.read(m.word("advice.nowhere"))
		return
	}
	at := m.advice.at
	s.say(m.word("advice.there", m.game().titleAt(at)))
	s.item(m.word("advice.line"), func(m Model) (Model, []Effect) { return m.show(linePage()), nil })
	s.item(m.word("advice.back"), func(m Model) (Model, []Effect) { return m.backTo(at) })
}

// titleAt says where the game was after the fact of that seq.
func (g game) titleAt(seq int) string {
	mt := g.match
	return g.words().Say(mt.After(seq).View(games.Nobody).Title, mt.Names())
}

// linePage is the whole line that wins.
func linePage() page {
	return page{kind: KindText, build: func(m Model, s *sheet) {
		s.title = m.word("advice.line")
		if m.advice.known != nil {
			s.read(m.game().lineWords(*m.advice.known, len(m.advice.known.Line))...)
		}
	}}
}

// do asks the adviser, who answers on the panel and on every page.
func (c Hint) do(m Model) (Model, []Effect) {
	if !m.topics().has(c.Topic) {
		return m.refuse(m.word("advice.none"))
	}
	return m.toMatch().consult(c.Topic)
}
