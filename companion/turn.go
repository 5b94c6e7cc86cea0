package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// ruleItem of the pause menu tells the rule of the present phase, where the game
// has words for it.
func (g game) ruleItem(s *form) {
	if g.phaseRule() != "" {
		s.Item(g.word("pause.phase"), func(m Model) (Model, []Effect) { return m.show(rulePage()), nil })
	}
}

// phaseRule is the rule of the phase that the match on the panel is in, or "".
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

// skipped is the ruling that passes a seat over.
func skipRuling(seat games.Seat) string { return verbSkip + " " + strconv.Itoa(int(seat)) }

// isAway reports whether the turns of a seat of s are passed over.
func (h house) isAway(s session, seat games.Seat) bool {
	return slices.Contains(h.evening.away[s.id], seat)
}

// withAway is the model in which those seats of s are away.
func (m Model) withAway(s session, seats []games.Seat) Model {
	return m.edit(func(e *evening) {
		if e.away = settings.Put(e.away, s.id, seats); len(seats) == 0 {
			e.away = settings.Without(e.away, s.id)
		}
	})
}

// skips reports whether it is the turn of a seat that is away, and the game lets it pass.
func (h house) skips(s session, mt match.Match) bool {
	seat := mt.State().Turn()
	if !h.isAway(s, seat) {
		return false
	}
	_, ok := games.Find(mt.State().Fixes(), games.Decision(skipRuling(seat)))
	return ok
}

// passOver is mt with the turns passed over of whoever is away.
func (m Model) skipAway(s session, mt match.Match) (match.Match, error) {
	if !m.skips(s, mt) {
		return mt, nil
	}
	return m.answer(s, mt)
}

// mayBeAway reports whether the game on the panel goes on without a seat.
func (m Model) mayBeAway() bool {
	return m.session().first == settled && len(m.Match().Names()) > 1 && m.game().words().Has("say."+verbSkip)
}

// awayItem says who is away, in a game that has a word for passing a seat over.
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
			away := m.isAway(sn, seat)
			if away {
				word = "absent.gone"
			}
			s.Value(name, m.word(word), func(m Model) (Model, []Effect) { return m.setAway(seat, !away) })
		}
	}}
}

// do marks a seat as away, or as back.
func (c Away) do(m Model) (Model, []Effect) {
	if !m.seats(c.Seat) || !m.mayBeAway() {
		return m.refuse(m.word("seats.none"))
	}
	return m.setAway(c.Seat, c.Away)
}

// setAway marks a seat as away, or as back. Whose turn it is just then is passed over
// at once; every later turn as soon as it comes, and undo gives it back.
func (m Model) setAway(seat games.Seat, away bool) (Model, []Effect) {
	s := m.session()
	all := slices.DeleteFunc(slices.Clone(m.evening.away[s.id]), func(gone games.Seat) bool { return gone == seat })
	if away {
		all = append(all, seat)
	}
	if len(all) == len(s.match.Names()) {
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
		next = next.toMatch().with(s).withTask()
	}
	return m.commit(next, keep)
}
