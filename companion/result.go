package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/companion/sheet"
	"tabletop/games"
)

// seriesLines adds the scores of the series, if the series has more than one match.
func seriesLines(m Model, s *form) {
	t, ok := m.total(m.Match())
	if !ok || t.Played < 2 {
		return
	}
	s.Read(m.Words("").Say(games.Count("series.played", t.Played), nil))
	for _, i := range t.ranking() {
		s.Read(m.word("series.line", t.Names[i], strconv.Itoa(int(t.Scores[i]))))
	}
}

// resultSheet fills s with the end of a match: the winner, the reason, and items for what can
// follow.
func resultSheet(m Model, s *form) {
	mt := m.Match()
	w, st := m.game().words(), mt.State().Standing()
	s.View = panel.View{Kind: panel.KindTurn, Game: mt.Rules().Name()}
	s.Title = m.word("result.shared")
	switch len(st.Won) {
	case 0:
		s.Title = m.word("result.lost")
	case 1:
		s.Title = mt.Name(st.Won[0])
	}
	s.Say(w.Say(st.Why, mt.Names()))
	if hints := m.game().tale().Hints(); len(hints) > 0 {
		s.Aside = hints[0]
	}
	if len(mt.Names()) > 1 && 0 < len(st.Won) && len(st.Won) < len(mt.Names()) {
		s.View.SetStrip(m.game().tallies())
	}
	frame := uint8(stillFrame)
	if s.View.Emblem = emblemOf(m.evening.people, s.Title, mt.Names()); s.View.Emblem != "" {
		frame = pictureFrame
	}
	if len(st.Won) > 0 {
		s.View.Lamps = panel.Lamps{Moment: games.Win, Frame: frame, Seat: uint8(st.Won[0]), Seats: uint8(len(mt.Names()))}
	}
	s.Item(m.word("result.state"), func(m Model) (Model, []Effect) { return m.moveCursor(sheet.Cursor{At: 1}).show(resultPage()), nil })
	m.game().rematchItem(s)
	whereItem(m, s)
	printItem(m, s)
	s.Item(m.word("result.end"), func(m Model) (Model, []Effect) { return m.leaveMatch() })
	s.back = Model.openPause
}

// resultPage returns the page with all details of a finished match: scores, winner, reason and
// last position.
func resultPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		mt := m.Match()
		st := mt.State().Standing()
		s.Title = m.word("result.state")
		m.game().scoreLines(s, m.evening.people)
		if len(st.Won) > 1 {
			s.Read(m.word("result.winners", seatNames(mt, st.Won)))
		}
		s.Read(m.game().words().Say(st.Why, mt.Names()))
		s.Read(m.game().tale().Hints()...)
		for _, l := range mt.State().View(games.Nobody).Lines {
			s.Read(m.game().words().Say(l, mt.Names()))
		}
		seriesLines(m, s)
	}}
}

// do ends a finished match. It refuses to end an unfinished one: only the panel can do that,
// after a question.
func (c End) do(m Model) (Model, []Effect) {
	switch {
	case m.subject() != tableMatch || !m.Match().State().Standing().Over:
		return m.refuse(m.word("close.notover"))
	case c.Again:
		return m.beginNext()
	}
	return m.leaveMatch()
}

// leaveMatch ends the match on the panel, finished or not, and publishes its secret. Private
// pages stay on top.
func (m Model) leaveMatch() (Model, []Effect) {
	ended, keep, err := m.closeMatch()
	if err != nil {
		return m.refuseUnder("pause.leave", err.Error())
	}
	s := m.session()
	next := m.withAway(s, nil).edit(func(e *evening) { e.series = settings.Without(e.series, s.match.Series()) }).withoutFirst(ended)
	return m.commit(next.showOnly(endPage("result.opened", ended)).withPages(m.private()), keep)
}

// beginNext ends the match on the panel and sets up the next match of the series, in which the
// next seat begins.
func (m Model) beginNext() (Model, []Effect) { return setUpNext(m, nextSeat) }

// setUpNext ends the match on the panel and sets up the next match of the series. The acts in then
// follow once that is stored. If the game file was removed, setUpNext only ends the match.
func setUpNext(m Model, first string, then ...act) (Model, []Effect) {
	if m.rules(m.Match().Rules().Name()) == nil {
		return m.leaveMatch()
	}
	ended, keep, err := m.closeMatch()
	if err != nil {
		return m.refuseUnder("pause.leave", err.Error())
	}
	d := rematch(m.Match(), first)
	next := m.addToSeries().withDraft(m.fitDraft(d)).withAway(m.session(), nil).withoutFirst(ended)
	return m.commit(next.showOnly(setupPage(d.Game)).withPages(m.private()), keep, then...)
}

// rematchItem adds the row that begins the next match of the series. Its values say who begins; the
// last one opens the set-up.
func (g game) rematchItem(s *form) {
	ways := append(rematches(g.match), setUpAgain)
	v := values{Act: true, Set: func(i int) act {
		return func(m Model) (Model, []Effect) {
			if ways[i] == setUpAgain {
				return m.beginNext()
			}
			return setUpNext(m, ways[i], Model.begin)
		}
	}}
	for _, way := range ways {
		v.All = append(v.All, g.word("again."+way))
	}
	s.Turn(g.word("result.again"), v)
}

// closeMatch publishes the secret of the match on the panel and ends the match. It returns the
// ended match, and the transaction that stores these facts. The model doesn't change.
func (m Model) closeMatch() (match.Match, Keep, error) {
	s := m.session()
	mt, err := openAndEnd(m, s)
	if err != nil {
		return mt, Keep{}, err
	}
	return mt, endKeep(s, mt), nil
}

// endKeep returns the transaction that ends the match of s. mt is the ended match.
func endKeep(s session, mt match.Match) Keep {
	keep, summary := s.keepOf(mt), history.Summarize(mt)
	keep.Match, keep.Over, keep.Summary = s.id, true, &summary
	return keep
}

// withoutFirst removes the first open match. The parameter last is the same match after its end.
func (m Model) withoutFirst(last match.Match) Model {
	id := m.open[0].id
	m.open, m.lastMatch = slices.Clone(m.open[1:]), last
	m.ended = withEnded(m.ended, id, history.Summarize(last))
	return m.edit(func(e *evening) { e.endLessons(last) }).withoutMarks(id)
}

// addToSeries adds the match on the panel to its series, if the match is over.
func (m Model) addToSeries() Model {
	if !m.Match().State().Standing().Over {
		return m
	}
	t, _ := m.total(m.Match())
	return m.edit(func(e *evening) { e.series = settings.Put(e.series, t.ID, t) })
}

// MostEnded is the maximum number of ended matches that an Evening contains.
const MostEnded = 64

// withEnded returns items, the latest first, with another ended match.
func withEnded(items []history.Item, id string, s history.Summary) []history.Item {
	items = append([]history.Item{{ID: id, Summary: s}}, items...)
	return slices.Clip(items[:min(len(items), MostEnded)])
}
