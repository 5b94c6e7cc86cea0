package companion

import (
	"strconv"
	"strings"

	"tabletop/companion/club/wire"
	"tabletop/companion/panel"
)

// do asks the wired keys whether to send results to the league. If that league receives the
// results already, no consent is needed.
func (c Enrol) do(m Model) (Model, []Effect) {
	if m.evening.league.Key == c.Key && c.Key != "" {
		return m.change(func(e *evening) { e.league = League(c) })
	}
	return m.askConsent(c)
}

func (c Enrol) question(m Model) (text, refusal string) {
	if League(c).Code() == "" {
		return "", "club.nokey"
	}
	return League(c).question(m.localizer), ""
}

func (Enrol) done() string { return "done.enrol" }

func (c Enrol) follow(m Model, _ CarryResult, _ []string) Model {
	return m.edit(func(e *evening) { e.league = League(c) })
}

// do stores whether the club may receive the player's name.
func (c PublishName) do(m Model) (Model, []Effect) {
	if !m.evening.people.Knows(c.Name) {
		return m.refuse(m.word("shelf.unknown"))
	}
	return m.change(func(e *evening) { e.people = e.people.WithName(c.Name, c.Public) })
}

// clubItem adds the item that opens the page of the club, if the box belongs to a club.
func clubItem(m Model, s *form) {
	if m.inClub {
		s.Item(m.word("club.title"), func(m Model) (Model, []Effect) { return m.show(clubPage()), nil })
	}
}

// clubPage returns the page with the connection to the club and the league. ok opens the
// details of an item.
func clubPage() page {
	return page{kind: panel.KindMenu, private: true, build: func(m Model, s *form) {
		s.Title = m.word("club.title")
		state := "club.there"
		if !m.club.Online {
			state = "club.away"
		}
		detailItem(m, s, "club.state", m.word(state), brokerText)
		if m.club.ID != "" {
			detailItem(m, s, "club.code", "", func(m Model) string { return m.word("club.type", wire.Grouped(m.club.ID)) })
		}
		detailItem(m, s, "club.unsent", strconv.Itoa(m.club.Unpublished), func(m Model) string { return m.countText("club.waiting", m.club.Unpublished) })
		droppedItem(m, s)
		leagueItem(m, s)
	}}
}

// detailItem adds an item that opens a page. The function text returns the contents of the page.
// The function is called whenever the page is drawn.
func detailItem(m Model, s *form, key, value string, text func(Model) string) {
	s.Value(m.word(key), value, func(m Model) (Model, []Effect) {
		return m.show(page{kind: panel.KindMessage, build: func(m Model, s *form) {
			s.Title = m.word(key)
			s.Read(text(m))
		}}), nil
	})
}

// droppedItem adds the number of states and moments that the box has dropped without a connection, if
// there are any. A record is never dropped.
func droppedItem(m Model, s *form) {
	if d := m.club.Dropped; d != (wire.Dropped{}) {
		detailItem(m, s, "club.dropped", strconv.Itoa(d.States+d.Moments), droppedText)
	}
}

// droppedText returns the numbers of dropped states and moments as text.
func droppedText(m Model) string {
	var texts []string
	if n := m.club.Dropped.States; n > 0 {
		texts = append(texts, m.countText("club.dropped.states", n))
	}
	if n := m.club.Dropped.Moments; n > 0 {
		texts = append(texts, m.countText("club.dropped.moments", n))
	}
	return strings.Join(texts, " ")
}

// leagueItem adds the item for the league that receives the results. ok on the item asks whether
// to stop sending results. If no league receives the results, the item offers the league that
// sent the last request, even if the table has refused that request.
func leagueItem(m Model, s *form) {
	l, asks := m.evening.league, m.club.LastRequest
	switch {
	case l.Key != "":
		enrolItem(m, s, label(l.Name), League{}, func(m Model) string { return m.word("club.leave") })
	case asks.Code() != "":
		enrolItem(m, s, m.word("club.asks"), asks, func(m Model) string { return asks.question(m.localizer) })
	default:
		detailItem(m, s, "club.league", m.word("club.none"), func(m Model) string { return m.word("club.noleague") })
	}
}

// enrolItem adds the item for the league. The parameter now is the text of the item. ok asks the
// question. After yes, the league in the parameter to receives the results; a zero League means
// that none does.
func enrolItem(m Model, s *form, now string, to League, question func(Model) string) {
	s.Value(m.word("club.league"), now, func(m Model) (Model, []Effect) {
		return m.show(confirmTextPage("club.title", question, func(m Model) (Model, []Effect) {
			return m.commit(m.edit(func(e *evening) { e.league = to }), Keep{})
		})), nil
	})
}

// namingItem adds the setting whether the club may receive a player's name. Below the setting
// stands the player's code. The organiser of the league types the code to merge players of
// several boxes into one person.
func namingItem(m Model, s *form, name string) {
	if !m.inClub {
		return
	}
	named := m.evening.people.Named(name)
	s.Turn(m.word("club.naming"), m.onOff(named, func(on bool) act { return PublishName{Name: name, Public: on}.do }))
	if code := m.club.Codes[name]; code != "" && named {
		s.Read(m.word("club.player", wire.Grouped(code)))
	}
}

// brokerText returns the state of the connection to the club's broker as text.
func brokerText(m Model) string {
	switch {
	case m.club.Online:
		return m.word("club.fine")
	case m.club.Trouble == "":
		return m.word("club.trying")
	}
	return m.word("club.lost", label(m.club.Trouble))
}
