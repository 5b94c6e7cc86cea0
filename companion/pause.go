package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
)

func pausePage() page {
	return page{kind: panel.KindMenu, pause: true, build: func(m Model, s *form) {
		s.Title = m.word("pause.title")
		readItem(m, s)
		topicItems(m, s)
		if !m.Match().IsZero() {
			if m.subject() == tableMatch {
				standingItems(m, s)
			}
			m.game().undoItems(s)
			if m.subject() == tableMatch {
				tableItems(m, s)
			}
			s.Item(m.word("pause.log"), func(m Model) (Model, []Effect) { return m.show(logPage()), nil })
			clockItems(m, s)
		}
		if m.subject() != diceMatch {
			s.Item(m.word("pause.dice"), showCups)
		}
		tonightItem(m, s)
		s.Item(m.word("home.timer"), func(m Model) (Model, []Effect) { return m.show(timerPage(m)), nil })
		phonesItem(m, s)
		s.Item(m.word("home.settings"), func(m Model) (Model, []Effect) { return m.show(m.settings), nil })
		if m.subject() == tableMatch {
			endItems(m, s)
		}
	}}
}

// standingItems fills s with the standing of the match, and adds the items for rule, state,
// steps and advice.
func standingItems(m Model, s *form) {
	m.game().standingHead(s)
	m.game().ruleItem(s)
	s.Item(m.word("pause.state"), func(m Model) (Model, []Effect) { return m.show(statePage()), nil })
	m.game().stepsItem(s)
	adviceItem(m, s)
}

// topicItems adds the items of the pause menu about the rules: the topic about the row that the menu
// covers, and all topics.
func topicItems(m Model, s *form) {
	t := taughtGame(m)
	if len(t.all) == 0 {
		return
	}
	if it, ok := m.stack.covered(m); ok {
		if topic, ok := t.about(it.Says); ok {
			s.Item(m.word("pause.about", panel.Capital(it.Text)), t.show(topic))
		}
	}
	s.Item(m.word("pause.topics"), func(m Model) (Model, []Effect) { return m.show(topicsPage(t)), nil })
}

// covered returns the item under the cursor of the page below the pause menu.
func (st stack) covered(m Model) (item, bool) {
	i := st.first(func(p page) bool { return p.pause })
	if i < 1 || st[i-1].page.build == nil {
		return item{}, false
	}
	return st[i-1].form(m).Under()
}

// topicsPage returns the page that lists the topics of a game.
func topicsPage(t taught) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.topics")
		for _, topic := range t.topics() {
			s.Item(t.title(topic), t.show(topic))
		}
	}}
}

// statePage returns the page with all details of the present position.
func statePage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		mt := m.Match()
		v := mt.State().View(games.Nobody)
		s.Title = m.game().words().Say(v.Title, mt.Names())
		if s.Title == "" {
			s.Title = m.word("pause.state")
		}
		m.game().scoreLines(s, m.evening.people)
		m.game().stateLines(s, v)
		seriesLines(m, s)
	}}
}

// tableItems adds the items of the pause menu about the decisions and players of a match at the
// table.
func tableItems(m Model, s *form) {
	m.game().asideItems(s)
	if m.session().first == settled && len(plainRulings(m.Match().State())) > 0 {
		s.Item(m.word("pause.rule"), func(m Model) (Model, []Effect) { return m.show(fixPage(branch{})), nil })
	}
	skipItem(m, s)
	playersItem(m, s)
	leaveItem(m, s)
}

// asideItems adds the legal decisions that the menu of a turn leaves out, such as to end the game
// early. Each is confirmed first.
func (g game) asideItems(s *form) {
	for _, c := range g.words().Sort(games.Aside(g.match.State())) {
		label := g.words().Decision(c.Says, g.match.Names())
		s.Item(label+"…", func(m Model) (Model, []Effect) {
			ask := func(m Model) string { return m.word("aside.ask", label) }
			return m.show(confirmTextPage("pause.title", ask, func(m Model) (Model, []Effect) { return m.choice(c) })), nil
		})
	}
}

// endItems adds the items of the pause menu that print, check, leave or end the match.
func endItems(m Model, s *form) {
	printItem(m, s)
	s.Item(m.word("pause.seal"), Model.showSeal)
	s.Item(m.word("pause.away"), func(m Model) (Model, []Effect) { return m.commit(m.showOnly(), Keep{}) })
	s.Item(m.word("pause.leave"), func(m Model) (Model, []Effect) {
		return m.show(confirmPage("pause.leave", "leave.ask", func(m Model) (Model, []Effect) { return m.leaveMatch() })), nil
	})
}

// logPage returns the page that lists the facts of the match so far, the latest first. It lists
// only facts before the first one that must stay hidden.
func logPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("pause.log")
		mt := m.Match()
		veil := mt.FirstHidden()
		for f := range mt.Facts() {
			if text := m.game().logWord(f); text != "" && f.Seq < veil {
				s.Read(text)
			}
		}
		slices.Reverse(s.Lines)
	}}
}

// fixPage returns the page that lists the rulings in b. If b has no prefix, the page lists all
// rulings that the table can make. People choose a ruling by one menu for each of its words.
func fixPage(b branch) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		mt := m.Match()
		s.Title = m.word("pause.rule")
		choices := b.choices
		if b.prefix == "" {
			choices = m.game().words().Sort(plainRulings(mt.State()))
		}
		for _, sub := range branches(choices, b.prefix, s.ends()) {
			label := m.game().branchWord(sub.prefix)
			if c := sub.choices[0]; len(sub.choices) == 1 && string(c.Says) == sub.prefix {
				s.Item(label+ellipsis(c), func(m Model) (Model, []Effect) { return m.askRuling(c) })
				continue
			}
			s.Item(label+"…", func(m Model) (Model, []Effect) { return m.show(fixPage(sub)), nil })
		}
	}}
}

// askRuling asks for the reason of the ruling c. If the ruling needs a number, askRuling asks
// for the number first.
func (m Model) askRuling(c games.Choice) (Model, []Effect) {
	mt := m.Match()
	if c.From < c.To {
		title := m.game().words().Decision(c.Says, mt.Names())
		return m.show(numberPage(title, c.From, c.To, c.Now, func(m Model, n int32) (Model, []Effect) {
			return m.show(whyPage(string(c.At(int(n - c.From))))), nil
		})), nil
	}
	return m.show(whyPage(string(c.Says))), nil
}

// whyPage returns the page that asks for the reason of a ruling. says is the ruling.
func whyPage(says string) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		mt := m.Match()
		s.Title = m.word("why.title")
		s.Say(m.game().words().Decision(games.Decision(says), mt.Names()))
		for _, r := range reasons {
			s.Item(m.word("why."+r), func(m Model) (Model, []Effect) { return m.rule(says, r) })
		}
		s.Item(m.word("why.typed"), func(m Model) (Model, []Effect) {
			return m.show(m.textEntry(m.word("why.title"), func(m Model, why string) (Model, []Effect) { return m.rule(says, why) })), nil
		})
	}}
}

// rule makes a ruling of the table against the rules of the game and stores it. says is the
// ruling, and why is its reason.
func (m Model) rule(says, why string) (Model, []Effect) {
	s := m.session()
	mt, err := m.withFirstSeat(s)
	if err == nil {
		mt, err = mt.Rule(m.stamp(s), says, why)
	}
	if err == nil {
		mt, err = m.nameNewcomer(mt)
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	s.first = settled
	if d := games.Decision(says); err == nil && d.Word(0) == verbLeave {
		seat, _ := strconv.Atoi(d.Word(1)) // no error, because the rules have accepted the ruling
		m = m.withAway(s, awayAfter(m.evening.away[s.id], games.Seat(seat), 0))
	}
	return m.moveOn(s, mt, err)
}

// nameNewcomer returns mt with the usual name of a seat without a player, if the last fact has added
// the seat.
func (h house) nameNewcomer(mt match.Match) (match.Match, error) {
	seat := mt.Newcomer(mt.Seq())
	name := h.word("setup.player", strconv.Itoa(int(seat)))
	if seat == 0 || slices.Contains(mt.Names(), name) {
		return mt, nil
	}
	return mt.Seat(match.Stamp{}, seat, name)
}

// mostWhy is the maximum length of a reason from a phone, in bytes.
const mostWhy = 200

// do makes the ruling of the command against the rules. It refuses a reason longer than
// mostWhy.
func (c Rule) do(m Model) (Model, []Effect) {
	if len(c.Why) > mostWhy {
		return m.refuse(m.word("why.long"))
	}
	return m.rule(c.Says, c.Why)
}
