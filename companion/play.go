package companion

import (
	"strings"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/games"
)

// Widths in px: of the line beside a large title, of a large letter, of one of the body.
const (
	besideLarge  = 120
	largeColumns = 10
	bodyColumns  = 6
)

// playPage is a match: whose turn it is, what must happen, what may be decided.
func playPage() page {
	return page{kind: KindTurn, front: frontTable, spot: atPlay, build: func(m Model, s *sheet) {
		mt := m.Match()
		if mt.State().Standing().Over {
			m.resultSheet(s)
			return
		}
		v := mt.State().View(games.Nobody)
		m.turnSheet(s, v)
		m.point(s, v)
		m.asked(s)
		m.againItem(s)
		m.decisionItems(s, m.gameWords().InOrder(games.Entry(mt.State())), "")
		s.inReadingOrder()
		m.deviceItem(s)
		if !s.view.wide() {
			m.stateLines(s, v)
		}
		s.back = func(m Model) (Model, []Effect) { return m.pause() }
		if m.phaseRule() != "" {
			s.feet, s.back = "rule", func(m Model) (Model, []Effect) { return m.showRule() }
		}
	}}
}

// againItem offers what was just decided once more, where that is likely: a table
// that lays out card by card has runs of equal ones.
func (m Model) againItem(s *sheet) {
	mt := m.Match()
	says, ok := games.Again(mt.State())
	if !ok {
		return
	}
	verb, rest, _ := strings.Cut(string(says), " ")
	said := strings.Fields(rest)
	for i, word := range said {
		said[i] = m.gameWords().Part(verb, word, mt.Names())
	}
	s.item(m.word("play.again", strings.Join(said, " ")), func(m Model) (Model, []Effect) { return m.decide(string(says), 0) })
}

// turnSheet says whose turn it is and what must happen now.
func (m Model) turnSheet(s *sheet, v games.View) {
	mt := m.Match()
	w := m.gameWords()
	s.view = View{Kind: KindTurn, Game: mt.Rules().Name()}
	s.view.board(v)
	s.title = m.onTurn(mt)
	s.say(w.Say(v.Prompt, mt.Names()))
	if s.view.Kind == KindTurn && len(wrap(s.prompt, columns)) > 1 {
		s.view.Kind = KindMenu // a long prompt needs the room of the large letters
	}
	s.clock = m.turnClock()
	s.beside(w.Say(v.Title, mt.Names()), s.clock)
}

// beside puts text and a clock at the right of the title. Where there is room for
// one of them only it is the clock's; what finds none is among the lines to read.
func (s *sheet) beside(text, clock string) {
	title := utf8.RuneCountInString(s.title)
	free := (besideLarge - largeColumns*title) / bodyColumns
	both := free
	if s.view.Kind != KindTurn {
		both = columns - title - 1
	}
	for _, part := range []string{text, clock} {
		n := utf8.RuneCountInString(part)
		switch {
		case n == 0:
		case n > free:
			s.read(part)
		case s.aside == "":
			s.aside = part
		case utf8.RuneCountInString(s.aside)+1+n <= both:
			s.aside += " " + part
		default:
			s.read(s.aside)
			s.aside = part
		}
	}
}

// stateLines are what else the table may want to read.
func (m Model) stateLines(s *sheet, v games.View) {
	mt := m.Match()
	w := m.gameWords()
	if f, ok := lastOutcome(mt); ok {
		s.read(w.Decision(games.Decision(f.Says), mt.Names()))
	}
	for _, l := range v.Lines {
		s.read(w.Say(l, mt.Names()))
	}
}

// lastOutcome is the answer of chance that nobody has acted on yet.
func lastOutcome(mt match.Match) (last match.Fact, ok bool) {
	for f := range mt.Line() {
		if f.Kind == match.Decided {
			last, ok = f, f.Seat == games.Chance
		}
	}
	return last, ok
}

// decide lets the match decide, chance answered as the table wants it.
func (m Model) decide(says string, reply int) (Model, []Effect) {
	s := m.session()
	mt, err := m.begun(s)
	if err == nil {
		mt, err = mt.Decide(m.stamp(s), says, by(mt))
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	s.first = played
	return m.moveOn(s, mt, err, reply)
}

// begun is the match of s with its first seat drawn, if that is still to come: a
// decision from elsewhere may come before anybody has pressed «play».
func (m Model) begun(s session) (match.Match, error) {
	if s.first == played {
		return s.match, nil
	}
	mt, err := m.drawFirst(s, s.first)
	if err != nil {
		return mt, err
	}
	return m.answer(s, mt)
}

// by is who says a decision: the table, where chance is on turn.
func by(mt match.Match) string {
	if mt.State().Turn() == games.Chance {
		return match.Table
	}
	return ""
}

// moveOn commits the match as it goes on, or says which rule forbids it.
func (m Model) moveOn(s session, mt match.Match, err error, reply int) (Model, []Effect) {
	if err != nil {
		return m.refuse(reply, s.match.Rules().Name(), err, s.match.Names())
	}
	next := m.toMatch()
	keep := Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Since(s.match.Seq())}
	rolls := rolled(s.match, mt)
	s.match = mt
	next = next.with(s)
	next, effects := next.animate(rolls)
	return m.commitFor(reply, next, keep, effects...)
}

// refuse says why a decision can't be: to whom it came from, or on the panel.
func (m Model) refuse(reply int, game string, err error, names []string) (Model, []Effect) {
	text := m.why(game, err, names)
	if reply != 0 {
		return m, []Effect{Reply{Reply: reply, Seq: m.seq(), Refusal: text}}
	}
	return m.show(sayPage(m.word("play.illegal"), text)), nil
}

// toMatch is the model with the page of its match in sight, the cursor on top. What
// is private stays in sight over it.
func (m Model) toMatch() Model {
	above := m.guarded()
	if m.front() == frontTable {
		return m.only(playPage()).under(above)
	}
	for len(m.stack) > 1 && m.page().page.front == frontNone {
		m = m.pop()
	}
	return m.moved(fresh).under(above)
}

// rolled reports whether the device rolled something that lies in sight now.
func rolled(before, after match.Match) bool {
	v := after.State().View(games.Nobody)
	if v.H != 1 || len(v.Cells) == 0 || v.Cells[0].Mark&(games.MarkAlarm|games.MarkCount) != 0 {
		return false
	}
	for f := range after.Line() {
		if f.Seq > before.Seq() && f.Kind == match.Decided && f.Luck == match.Device {
			return true
		}
	}
	return false
}

// animate begins the rolling pictures, or an alarm's flashing.
func (m Model) animate(rolls bool) (Model, []Effect) {
	if !rolls {
		return m.flashing()
	}
	m.rolling = 1
	m, after := m.after(tagRoll, rollEvery)
	return m, []Effect{after}
}

// decided takes a decision from elsewhere than the keys.
func (m Model) decided(w Decided) (Model, []Effect) {
	return m.onWhatIs(w.After, w.Reply, func(m Model) (Model, []Effect) { return m.decideOrRoll(w) })
}

// decideOrRoll decides in the match on the panel; a cup shows its roll.
func (m Model) decideOrRoll(w Decided) (Model, []Effect) {
	if cup, ok := strings.CutPrefix(w.Says, "roll "); ok && m.front() == frontCups {
		return m.rollCup(w.Reply, cup)
	}
	if w.Says == saysDevice && m.deviceMay() {
		return m.deviceAnswers(w.Reply)
	}
	return m.decide(w.Says, w.Reply)
}
