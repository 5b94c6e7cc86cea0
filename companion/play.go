package companion

import (
	"errors"
	"slices"
	"strings"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
	"tabletop/games"
)

// playPage returns the page of a match: the seat on turn, the board and the decisions. A
// finished match shows its result.
func playPage() page {
	return page{kind: panel.KindTurn, subject: tableMatch, screen: atPlay, build: func(m Model, s *form) {
		mt := m.Match()
		if mt.State().Standing().Over {
			resultSheet(m, s)
			return
		}
		v := mt.State().View(games.Nobody)
		turnSheet(m, s, v)
		mapCells(m, s, v)
		corrects := m.game().correctItem(s)
		again := m.game().againItem(s)
		first := len(s.Items) - 1
		m.game().entryItems(s)
		s.inReadingOrder()
		if !again {
			m.game().likelyItem(s)
		}
		deviceItem(m, s)
		m.game().showStakes(s, v)
		switch _, asked := likelyNumber(mt.State()); {
		case again:
			s.Start = first
		case !corrects || !asked:
			s.beginAt(games.Likely(mt.State()))
		}
		s.back = Model.openPause
	}}
}

// entryItems adds the items of all decisions that the table may enter now.
func (g game) entryItems(s *form) {
	choices := g.words().Sort(games.Entry(g.match.State()))
	if g.match.State().Turn() == games.Chance && games.Unordered(choices) {
		g.faceItems(s, choices, games.Decision(choices[0].Says.Word(0)))
		return
	}
	edits := slices.DeleteFunc(slices.Clone(choices), func(c games.Choice) bool { return c.Says.Word(0) != verbEdit })
	if len(edits) < 2 || len(edits) == len(choices) {
		g.decisionItems(s, choices, "")
		return
	}
	g.decisionItems(s, slices.DeleteFunc(choices, func(c games.Choice) bool { return c.Says.Word(0) == verbEdit }), "")
	g.branchItem(s, branch{prefix: verbEdit, choices: edits})
}

// likelyItem puts an item for the likely decision first, unless that decision is listed
// already.
func (g game) likelyItem(s *form) {
	st := g.match.State()
	likely := games.Likely(st)
	listed := slices.ContainsFunc(s.Items, func(it item) bool { return it.Says == string(likely) || it.Spot > 0 })
	c, ok := games.Find(st.Legal(), likely)
	if listed || !ok || c.Says != likely || c.Grammar != "" {
		return
	}
	it := item{Text: g.words().Decision(likely, g.match.Names()), Says: string(likely), Do: func(m Model) (Model, []Effect) { return m.choice(c) }}
	s.Items = slices.Insert(s.Items, 0, it)
}

// beginAt puts the cursor on the item of the likely decision. If that decision is one of several
// in a menu, it puts the cursor on the item that opens the menu.
func (s *form) beginAt(likely games.Decision) {
	for i, it := range s.Items {
		if it.Says != "" && (games.Choice{Says: likely}).Under(games.Decision(it.Says)) {
			s.Start = i
			return
		}
	}
}

// againItem adds the item that repeats the last decision, if the game says that this is likely,
// as in laying out runs of equal cards. It reports whether it has added the item.
func (g game) againItem(s *form) bool {
	mt := g.match
	says, ok := games.Again(mt.State())
	if !ok {
		return false
	}
	verb, rest, _ := strings.Cut(string(says), " ")
	words := strings.Fields(rest)
	for i, word := range words {
		words[i] = g.words().Part(verb, word, mt.Names())
	}
	s.Item(g.word("play.again", strings.Join(words, " ")), func(m Model) (Model, []Effect) { return m.decide(string(says)) })
	return true
}

// turnSheet fills s with the picture of a turn: the seat on turn, and the question to that seat
// or the numbers that the table looks at most often. It has both if the question is not answered by
// the seat on turn alone. v is the view of the match.
func turnSheet(m Model, s *form, v games.View) {
	mt := m.Match()
	s.View = panel.View{Kind: panel.KindTurn, Game: mt.Rules().Name()}
	s.View.SetBoard(v)
	s.Title, s.Aside = m.game().deciderName(v), timeText(m)
	s.View.Emblem = emblemOf(m.evening.people, s.Title, mt.Names())
	m.game().showStrip(s, v)
	if mt.State().Turn() == games.Chance || s.View.Strip[0] == (panel.Tally{}) || v.Ask || v.All || s.View.Kind == panel.KindBoard {
		s.Say(m.game().words().Say(v.Prompt, mt.Names()))
	}
}

// showStrip shows the strip of v and the scores. Without a strip, or for too many seats, it shows the
// scores alone.
func (g game) showStrip(s *form, v games.View) {
	names, scores := g.match.Names(), g.match.State().Standing().Scores
	scored := slices.ContainsFunc(scores, func(n int32) bool { return n != 0 })
	switch {
	case scored && len(names) > 1 && (len(v.Strip) == 0 || len(names) > panel.MostTotals):
		s.View.SetStrip(g.tallies())
		return
	case scored && len(names) > 1:
		s.View.SetTotals(g.tallies())
	}
	s.View.SetStrip(v.Strip)
	s.View.SetLetters(g.words().Letter)
	s.View.SetOwners(names)
}

// showStakes adds the stakes of v to the items of their decisions.
func (g game) showStakes(s *form, v games.View) {
	for i := range s.Items {
		for _, stake := range v.Stakes {
			if s.Items[i].Says == string(stake.Says) {
				s.Items[i].End = g.words().Say(stake.Text, g.match.Names())
			}
		}
	}
}

// stateLines adds the last outcome of chance and the lines of v to the page of the state.
func (g game) stateLines(s *form, v games.View) {
	mt := g.match
	w := g.words()
	if f, ok := lastOutcome(mt); ok {
		s.Read(w.Decision(games.Decision(f.Says), mt.Names()))
	}
	for _, l := range v.Lines {
		s.Read(w.Say(l, mt.Names()))
	}
}

// lastOutcome returns the last outcome of chance. It returns false if a decision has followed
// it.
func lastOutcome(mt match.Match) (match.Fact, bool) {
	last := lastDecided(mt)
	return last, last.Kind == match.Decided && last.Seat == games.Chance
}

// lastDecided returns the last decision of a seat or of chance. It returns a zero fact if there is none.
func lastDecided(mt match.Match) (last match.Fact) {
	for f := range mt.Line() {
		if f.Kind == match.Decided {
			last = f
		}
	}
	return last
}

// decide makes the decision in says. If chance is on turn after the decision and the device
// answers for chance, the answer follows at once.
func (m Model) decide(says string) (Model, []Effect) {
	s := m.session()
	mt, err := m.withFirstSeat(s)
	if err == nil {
		mt, err = mt.Decide(m.stamp(s), says, decider(mt))
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	s.first = settled
	return m.moveOn(s, mt, err)
}

// withFirstSeat returns the match of s with the seat that begins settled. If the seat is not
// settled yet, withFirstSeat settles it, because a phone may send a decision before the table
// starts play.
func (m Model) withFirstSeat(s session) (match.Match, error) {
	if s.first == settled {
		return s.match, nil
	}
	mt, err := m.drawFirst(s, s.first)
	if err != nil {
		return mt, err
	}
	return m.answer(s, mt)
}

// decider returns the source of the next decision for the record: the table if chance is on
// turn, otherwise "".
func decider(mt match.Match) string {
	if mt.State().Turn() == games.Chance {
		return match.Table
	}
	return ""
}

// moveOn commits mt, the next state of the match of s. If err is set, it shows the rule that
// forbids the step instead.
func (m Model) moveOn(s session, mt match.Match, err error) (Model, []Effect) {
	if err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	next := m.toMatch()
	done := games.Steps(s.match.State())
	keep, shows := s.keepOf(mt), []act{Model.flashing, showMoments(s.match.Seq())}
	if rolled(s.match, mt) {
		shows[0] = Model.animate
	}
	s.latest = m.call.latest(s.match.Seq() + 1)
	s.match = mt
	return m.commit(next.withSession(s).withTaskAfter(done), keep, shows...)
}

// forbid refuses a request with the text of err, an error of a game's rules.
func (m Model) forbid(game string, err error, names []string) (Model, []Effect) {
	text := m.errorText(game, err, names)
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return m.refuse(text)
	}
	if !m.call.toSender {
		return m.show(taughtGame(m).forbiddenPage(text, illegal.Rule.Key)), nil
	}
	next, effects := m.refuse(text)
	topic, _ := m.game().taught().about(illegal.Rule.Key)
	next.call.answer.Refusal.Topic = topic.Key
	return next, effects
}

// toMatch closes the pages above the page of the match and moves the cursor of that page to the
// start. Private pages stay on top.
func (m Model) toMatch() Model {
	above := m.private()
	if m.subject() == tableMatch {
		return m.showOnly(playPage()).withPages(above)
	}
	for len(m.stack) > 1 && m.top().page.subject == noSubject {
		m = m.pop()
	}
	return m.moveCursor(sheet.Fresh).withPages(above)
}

// rolled reports whether the device has rolled dice since an earlier state of the match, and the
// panel shows dice. The parameter before is the earlier state, and after is the later one.
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

// animate starts the rolling animation.
func (m Model) animate() (Model, []Effect) {
	if m.evening.noMotion {
		return m.flashing()
	}
	m.face.rolling = 1
	after := m.face.after(timerRoll, rollEvery)
	return m, []Effect{after}
}

// do makes the decision in the match on the panel. If it rolls a cup, the roll is shown, too.
func (c Decide) do(m Model) (Model, []Effect) {
	if m.subject() == diceMatch {
		if cup := m.diceTool.Rolled(games.Decision(c.Says)); cup != "" {
			return m.rollCup(cup)
		}
	}
	if c.Says == deviceDecision && m.session().deviceCanAnswer() {
		return m.deviceAnswers()
	}
	return m.decide(c.Says)
}

// do makes the decision that the code or tag means now. An unknown code and a refused decision
// are shown as a trouble.
func (c Scan) do(m Model) (Model, []Effect) {
	if len(c.Means) == 0 {
		return m.showTrouble(Trouble{Key: "trouble.code", Arg: c.Code})
	}
	if m.Match().IsZero() {
		return m.showTrouble(Trouble{Key: "trouble.refused", Arg: m.word("decide.nomatch")})
	}
	m.call.toSender = true
	next, effects := m.wakeAnd(Decide{Says: string(scannedDecision(m.Match(), c.Means))}.do)
	if why := next.call.answer.Refusal.Text; why != "" {
		return next.showTrouble(Trouble{Key: "trouble.refused", Arg: why})
	}
	return next, effects
}

// scannedDecision returns the first decision in means whose verb is legal now: the same card may
// be played, turned up or exchanged. If no verb is legal, it returns the first decision, so that
// the rules explain the refusal.
func scannedDecision(mt match.Match, means []games.Decision) games.Decision {
	if !mt.Ended() {
		for _, d := range means {
			if slices.ContainsFunc(mt.State().Legal(), func(c games.Choice) bool { return c.Says.Word(0) == d.Word(0) }) {
				return d
			}
		}
	}
	return means[0]
}
