package companion

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
	"tabletop/games"
)

const (
	mostSaved = 12  // maximum number of saved cups
	longCups  = 900 // number of facts in the dice tool's match from which the next evening begins a new match
)

// rememberCup puts a cup first in the list of saved cups.
func (m Model) rememberCup(cup string) Model {
	if _, now, changed := m.restated(cup); changed && now != "" {
		cup = now // people who roll it now mean this
	}
	if saved := m.evening.cups; len(saved) > 0 && saved[0] == cup {
		return m
	}
	cups := slices.DeleteFunc(m.savedCups(), func(c string) bool { return c == cup })
	cups = append([]string{cup}, cups...)
	return m.edit(func(e *evening) { e.cups = cups[:min(len(cups), mostSaved)] })
}

// cupsPage returns the page with the saved cups. The cursor begins on the cup rolled last.
func cupsPage() page {
	return page{kind: panel.KindMenu, subject: diceMatch, build: func(m Model, s *form) {
		s.Title = m.word("home.dice")
		for _, cup := range m.savedCups() {
			s.Item(m.cupWord(cup), func(m Model) (Model, []Effect) { return m.rollCup(cup) })
		}
		s.Item(m.word("cups.build"), func(m Model) (Model, []Effect) { return m.show(cupPage("")), nil })
		explainedItem(m, s)
		if !m.diceSession.match.IsZero() {
			s.Item(m.word("pause.log"), func(m Model) (Model, []Effect) { return m.show(rollsPage()), nil })
			s.Item(m.word("pause.seal"), func(m Model) (Model, []Effect) { return m.show(sealPage(false)), nil })
		}
	}}
}

// explainedItem adds the item that explains the cup rolled last, if its notation has several parts.
func explainedItem(m Model, s *form) {
	if len(m.evening.cups) == 0 {
		return
	}
	cup := m.savedCups()[0]
	if says := m.explained(cup); len(says) > 1 {
		s.Item(m.word("cups.explain", m.cupWord(cup)), func(m Model) (Model, []Effect) { return m.show(explainedPage(cup)), nil })
	}
}

// explainedPage returns the page that describes a cup part by part. Ok on a part shows the topic about
// it.
func explainedPage(cup string) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.cupWord(cup)
		t := newTaught(m.localizer, m.diceTool, m.diceSetup(), false, nil)
		for _, says := range m.explained(cup) {
			act := act(func(m Model) (Model, []Effect) { return m, nil })
			if topic, ok := t.aboutPart(says.Key); ok {
				act = t.show(topic)
			}
			s.Item(panel.Capital(t.words().Say(says, nil)), act)
		}
	}}
}

// explained returns the description of a cup part by part, or nil if the dice tool has none.
func (h house) explained(cup string) []games.Text {
	e, ok := h.diceTool.(explainer)
	if !ok {
		return nil
	}
	_, says, err := e.Explain(h.diceSetup(), cup)
	if err != nil {
		return nil
	}
	return says
}

// aboutPart returns the topic about the part of a cup that the text under key describes. A key such as
// "explain.repeat.plus" is a variant of "explain.repeat".
func (t taught) aboutPart(key string) (games.Topic, bool) {
	for ; strings.Contains(key, "."); key = key[:strings.LastIndexByte(key, '.')] {
		if topic, ok := t.about(key); ok {
			return topic, true
		}
	}
	return games.Topic{}, false
}

// showCups shows the cups page and, on top of it, a question about a saved cup that once had another
// meaning.
func showCups(m Model) (Model, []Effect) {
	next := m.show(cupsPage())
	for _, cup := range m.evening.cups {
		if _, _, changed := m.restated(cup); changed {
			return next.show(restatedPage(cup)), nil
		}
	}
	return next, nil
}

// restatedPage asks whether a saved cup keeps the meaning that it had when it was saved. The answer
// replaces it by a notation that says so, so that people are asked once.
func restatedPage(cup string) page {
	return page{kind: panel.KindConfirm, build: func(m Model, s *form) {
		before, now, _ := m.restated(cup)
		s.Title = cup
		if now == "" {
			s.Say(m.word("cups.refused", before))
		} else {
			s.Say(m.word("cups.restated", before, now))
		}
		for _, kept := range []string{before, now} {
			if kept != "" {
				s.Item(kept, restate(cup, kept))
			}
		}
	}}
}

// restate returns the act that replaces a saved cup and shows the next question of that kind.
func restate(cup, kept string) act {
	return func(m Model) (Model, []Effect) {
		cups := slices.DeleteFunc(slices.Clone(m.evening.cups), func(c string) bool { return c == kept })
		cups[slices.Index(cups, cup)] = kept
		next, _ := showCups(m.edit(func(e *evening) { e.cups = cups }).pop().pop())
		return m.commit(next, Keep{})
	}
}

// cupPage returns the page that builds a cup in steps. cup is the notation so far, "" at first.
// At each step people can roll the cup or extend it.
func cupPage(cup string) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("cups.die")
		if cup != "" {
			s.Title = m.cupWord(cup)
			s.Item(m.word("home.roll", m.cupWord(cup)), func(m Model) (Model, []Effect) { return m.rollCup(cup) })
		}
		partItems(m, s, m.diceTool.Build(m.diceSetup(), cup))
	}}
}

// partItems adds an item for each part, a possible next step in building a cup.
func partItems(m Model, s *form, parts []games.Part) {
	for _, p := range parts {
		s.Item(m.Words(m.diceTool.Name()).Say(p.Text, nil), func(m Model) (Model, []Effect) { return m.takePart(p) })
	}
}

// takePart carries out the step p in building a cup. If p has variants or needs a number,
// takePart asks for the variant or number first.
func (m Model) takePart(p games.Part) (Model, []Effect) {
	label := m.Words(m.diceTool.Name()).Say(p.Text, nil)
	switch {
	case len(p.Of) > 0:
		return m.show(page{kind: panel.KindMenu, build: func(m Model, s *form) {
			s.Title = label
			partItems(m, s, p.Of)
		}}), nil
	case p.From < p.To:
		return m.show(numberPage(label, int32(p.From), int32(p.To), int32(p.Now), func(m Model, n int32) (Model, []Effect) {
			return m.show(cupPage(p.With(int(n)))), nil
		})), nil
	}
	return m.show(cupPage(p.Cup)), nil
}

// rollCup rolls a cup and shows the result on the cups page.
func (m Model) rollCup(cup string) (Model, []Effect) { return m.throwCup(cup, onCupsPage) }

// throwCup rolls a cup in the match of the dice tool. The parameter where determines how the
// panel shows the result. The game at the table is not affected.
func (m Model) throwCup(cup string, where throwDisplay) (Model, []Effect) {
	s, keep, err := m.cupSession()
	var mt match.Match
	if err == nil {
		mt, err = s.match.Decide(m.stamp(s), string(m.diceTool.Roll(cup)), "")
	}
	if err == nil {
		mt, err = mt.Answer(m.stamp(s), s.secret.Key(mt.Stirrings()))
	}
	if err != nil {
		return m.forbid(m.diceTool.Name(), err, nil)
	}
	keep.Lines = append(keep.Lines, mt.Lines(s.match.Seq())...)
	next, shows := m.showThrow(cup, where, showMoments(s.match.Seq()))
	next = next.recordThrower(s)
	s.match, m.call.answer.Seq = mt, mt.Seq()
	next.diceSession, next.reserveReady = s, m.reserveReady && keep.Secret.IsZero()
	return m.commit(next, keep, append(shows, freshLuck)...)
}

// cupSession returns the session of the dice tool's match, and the transaction to which a throw
// adds its facts. If the secret is lost, the match gets a new seal. If there is no match,
// cupSession begins one.
func (m Model) cupSession() (session, Keep, error) {
	if s := m.diceSession; !s.match.IsZero() && !s.match.Ended() && !s.secret.IsZero() {
		return s, Keep{Match: s.id, First: s.match.Seq() + 1}, nil
	}
	switch {
	case !m.reserveReady:
		return session{}, Keep{}, errNoSecret
	case m.secretLost(m.diceSession):
		return m.replaceSeal(m.diceSession)
	}
	return m.newSession(Draft{Game: m.diceTool.Name(), Names: []string{m.word("table")}, Options: m.diceTool.With(m.dice())})
}

// showRoll shows the roll page on top of the cups page. It replaces the page of an earlier
// roll.
func (m Model) showRoll() Model {
	for len(m.stack) > 1 && m.top().page.subject != diceMatch {
		m = m.pop()
	}
	if m.top().page.kind == panel.KindBig {
		m = m.pop()
	}
	if m.top().page.subject != diceMatch {
		m = m.show(cupsPage())
	}
	return m.moveCursor(sheet.Cursor{}).show(rollPage())
}

// rollPage returns the page with the last roll. ok rolls the same cup again.
func rollPage() page {
	return page{kind: panel.KindBig, subject: diceMatch, screen: atCups, build: func(m Model, s *form) {
		if showDice(m, s) > panel.MostDice {
			linkAllDice(m, s)
		}
		s.Items = []item{{Text: m.word("tab.again"), Do: func(m Model) (Model, []Effect) { return m.rollCup(lastCup(m.diceTool, m.diceSession.match)) }}}
		s.View.Tabs = [2]string{m.word("tab.back"), m.word("tab.again")}
	}}
}

// showDice fills s with the dice and the result of the last roll. It returns the number of
// dice.
func showDice(m Model, s *form) int {
	v := m.diceSession.match.State().View(games.Nobody)
	s.View.Game = m.diceTool.Name()
	w := m.Words(m.diceTool.Name())
	s.Title, s.View.Big = w.Say(v.Prompt, nil), w.Say(v.Title, nil)
	s.View.SetDice(v.Cells)
	return len(v.Cells)
}

// linkAllDice lets up and down open the page of all rolls, for a roll with more dice than fit
// the panel. If the title with the notation is too long, linkAllDice makes the total the title.
func linkAllDice(m Model, s *form) {
	s.Aside = m.word("cups.all")
	if utf8.RuneCountInString(s.Title+s.Aside) >= panel.Columns {
		s.Title = s.View.Big
	}
	s.more = func(m Model) (Model, []Effect) { return m.show(rollsPage()), nil }
}

// rollsPage returns the page that lists the last rolls.
func rollsPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("pause.log")
		for _, l := range m.diceSession.match.State().View(games.Nobody).Lines {
			s.Read(m.Words(m.diceTool.Name()).Say(l, nil))
		}
	}}
}

// openCups ends the match of the dice tool and publishes its secret, so that people can verify
// its rolls. The next roll begins a match under a new seal.
func (m Model) openCups() (Model, []Effect) {
	if m.diceSession.match.IsZero() {
		return m.show(messagePage("cups.none")), nil
	}
	mt, err := openAndEnd(m, m.diceSession)
	if err != nil {
		return m.refuseUnder("settings.seal", err.Error())
	}
	next := m.show(endPage("cups.opened", mt)).withoutMarks(m.diceSession.id)
	next.diceSession, next.lastMatch = session{}, mt
	return m.commit(next, endKeep(m.diceSession, mt))
}

// openAndEnd publishes the secret of the match of s and ends the match. It returns the ended
// match. The model doesn't change.
func openAndEnd(m Model, s session) (match.Match, error) {
	mt := s.match
	if !s.secret.IsZero() && !mt.Opened() {
		var err error
		if mt, err = mt.Open(m.stamp(s), s.secret); err != nil {
			return mt, err
		}
	}
	return mt.End(m.stamp(s))
}

// freshCups runs at the start of an evening. It ends the match of the dice tool and publishes
// its secret, if the match has longCups facts or its dice differ from the table's.
func (m Model) freshCups() (Model, []Effect) {
	s := m.diceSession
	if s.match.IsZero() || s.match.Seq() < longCups && m.diceTool.Own(s.match.Setup()) == m.dice() {
		return m, nil
	}
	next, keep, err := m.withoutCups()
	if err != nil {
		return m, nil // the match continues unchanged
	}
	return m.commit(next, keep)
}

// withoutCups removes the match of the dice tool from the model. It returns the transaction
// that ends the match and publishes its secret.
func (m Model) withoutCups() (Model, Keep, error) {
	s := m.diceSession
	mt, err := openAndEnd(m, s)
	if err != nil {
		return m, Keep{}, err
	}
	m.diceSession = session{}
	return m.withoutMarks(s.id), endKeep(s, mt), nil
}

// lastCup returns the cup rolled last in a match of the dice tool.
func lastCup(tool games.Roller, mt match.Match) (cup string) {
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat > 0 {
			cup = tool.Rolled(games.Decision(f.Says))
		}
	}
	return cup
}
