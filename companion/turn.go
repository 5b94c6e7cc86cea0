package companion

import (
	"slices"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// ruleItem adds the item of the pause menu that shows the rule of the present phase, if the
// game has a text for it and no topic about it.
func (g game) ruleItem(s *form) {
	if g.phaseRule() == "" {
		return
	}
	if _, ok := g.taught().about(g.match.State().View(games.Nobody).Rule.Key); !ok {
		s.Item(g.word("pause.phase"), func(m Model) (Model, []Effect) { return m.show(rulePage()), nil })
	}
}

// phaseRule returns the text of the rule for the present phase, or "" if the game has none.
func (g game) phaseRule() string {
	mt := g.match
	rule := mt.State().View(games.Nobody).Rule
	if rule.Key == "" {
		return ""
	}
	return g.words().Say(rule, mt.Names())
}

func rulePage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("pause.phase")
		s.Read(m.game().phaseRule())
	}}
}

const verbSkip = "skip"

// isAway reports whether the turns of a seat are skipped.
func (h house) isAway(s session, seat games.Seat) bool {
	return slices.Contains(h.evening.away[s.id], seat)
}

// withAway replaces the list of seats that are away in the match of s.
func (m Model) withAway(s session, seats []games.Seat) Model {
	return m.edit(func(e *evening) {
		if e.away = settings.Put(e.away, s.id, seats); len(seats) == 0 {
			e.away = settings.Without(e.away, s.id)
		}
	})
}

// skips reports whether mt skips the present turn: the seat on turn is away, and the game allows
// the ruling that skips its turn.
func (h house) skips(s session, mt match.Match) bool {
	seat := mt.State().Turn()
	if !h.isAway(s, seat) {
		return false
	}
	_, ok := games.Find(mt.State().Fixes(), games.Decision(ruling(verbSkip, seat)))
	return ok
}

// skipAway returns mt after the turns of seats that are away are skipped.
func (m Model) skipAway(s session, mt match.Match) (match.Match, error) {
	if !m.skips(s, mt) {
		return mt, nil
	}
	return m.answer(s, mt)
}

// mayBeAway reports whether seats can be away in the match on the panel: it is in play, has
// several seats, and its game has a ruling that skips a turn.
func (m Model) mayBeAway() bool {
	return m.session().first == settled && len(m.Match().Names()) > 1 && m.game().words().Has("say."+verbSkip)
}

// skipItem adds the item that skips the seat on turn while its player is away, if seats can be
// away.
func skipItem(m Model, s *form) {
	seat := m.Match().State().Turn()
	if m.mayBeAway() && seat > games.Chance && !m.isAway(m.session(), seat) {
		s.Item(m.word("pause.skip", m.Match().Name(seat)), func(m Model) (Model, []Effect) { return m.setAway(seat, true) })
	}
}

// awayItem adds the item that opens the page of seats that are away, if seats can be away.
func awayItem(m Model, s *form) {
	if m.mayBeAway() {
		s.Item(m.word("pause.absent"), func(m Model) (Model, []Effect) { return m.show(awayPage()), nil })
	}
}

func awayPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.absent")
		sn := m.session()
		for i, name := range sn.match.Names() {
			seat, word := games.Seat(i+1), "absent.here"
			if slices.Contains(sn.match.Left(), seat) {
				continue
			}
			away := m.isAway(sn, seat)
			if away {
				word = "absent.gone"
			}
			s.Value(name, m.word(word), func(m Model) (Model, []Effect) { return m.setAway(seat, !away) })
		}
	}}
}

// do marks the seat of the command as away or present.
func (c SetAway) do(m Model) (Model, []Effect) {
	if !m.seats(c.Seat) || !m.mayBeAway() {
		return m.refuse(m.word("seats.none"))
	}
	return m.setAway(c.Seat, c.Away)
}

// setAway marks a seat as away or present. If the seat is away and on turn, its turn is skipped
// at once. A later turn is skipped when it comes. Undo restores a skipped turn.
func (m Model) setAway(seat games.Seat, away bool) (Model, []Effect) {
	s := m.session()
	left := s.match.Left()
	all := slices.DeleteFunc(slices.Clone(m.evening.away[s.id]), func(gone games.Seat) bool {
		return gone == seat || int(gone) > s.match.Seats() || slices.Contains(left, gone)
	})
	if away {
		all = append(all, seat)
	}
	if len(all) == s.match.Seats()-len(left) {
		return m.refuseUnder("message.title", m.word("absent.last"))
	}
	next := m.withAway(s, all)
	mt, err := next.skipAway(s, s.match)
	if err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	keep := s.keepOf(mt)
	if keep.Match != "" {
		s.match = mt
		next = next.toMatch().withSession(s).withTask()
	}
	return m.commit(next, keep)
}
