package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/panel"
	"tabletop/games"
)

// playersItem adds the item of the pause menu for changes of players.
func playersItem(m Model, s *form) {
	if m.session().first == settled && !m.Match().State().Standing().Over {
		s.Item(m.word("pause.players"), func(m Model) (Model, []Effect) { return m.show(seatPage()), nil })
	}
}

// mostLabelled is the maximum number of seats whose numbers have a word before them, which leaves room
// for a name.
const mostLabelled = 8

// mostSwaps is the maximum number of seats with a row for each pair that can swap seats.
const mostSwaps = 4

// swapItems adds an item for each two players who can swap seats.
func swapItems(m Model, s *form) {
	mt := m.Match()
	here := present(mt)
	if len(here) > mostSwaps {
		return
	}
	for n, i := range here {
		for _, j := range here[n+1:] {
			other := mt.Name(seatAt(j))
			s.Item(m.word("seats.two", mt.Name(seatAt(i)), other), func(m Model) (Model, []Effect) { return m.assignSeat(seatAt(i), other) })
		}
	}
}

// seatPage returns the page of all changes of players: somebody comes or leaves for good, two swap
// seats, some are away, or a seat gets another player.
func seatPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.players")
		newcomerItem(m, s)
		leaveItem(m, s)
		backItems(m, s)
		swapItems(m, s)
		awayItem(m, s)
		for i, name := range m.Match().Names() {
			seat := games.Seat(i + 1)
			label := strconv.Itoa(i + 1)
			if len(m.Match().Names()) <= mostLabelled {
				label = m.word("seats.seat", label)
			}
			s.Value(label, name, func(m Model) (Model, []Effect) { return m.show(seatPlayerPage(seat)), nil })
			s.Beside(emblemOf(m.evening.people, name, m.Match().Names()))
		}
	}}
}

// seatPlayerPage returns the page that asks for the new player of a seat: a known player, a new
// one, or a player of the match, who swaps seats.
func seatPlayerPage(seat games.Seat) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		names := m.Match().Names()
		s.Title = names[seat-1]
		s.Say(m.word("seats.who"))
		for _, name := range slices.Concat(names, m.evening.people.Known) {
			swaps := ""
			if slices.Contains(names, name) {
				swaps = m.word("seats.swap")
			}
			if name != names[seat-1] && !s.hasItem(name) && (swaps != "" || m.evening.people.Person(name) == name) {
				s.Value(name, swaps, func(m Model) (Model, []Effect) { return m.assignSeat(seat, name) })
				s.Beside(emblemOf(m.evening.people, name, []string{name}))
			}
		}
		n := naming{title: names[seat-1], taken: names, done: func(m Model, name string) (Model, []Effect) { return m.assignSeat(seat, name) }}
		n.newNameItem(m, s)
	}}
}

// hasItem reports whether the form has an item with this text.
func (s *form) hasItem(text string) bool {
	return slices.ContainsFunc(s.Items, func(it item) bool { return it.Text == text })
}

// assignSeat makes name the player of a seat from now on. If this player has another seat
// already, the two players swap seats.
func (m Model) assignSeat(seat games.Seat, name string) (Model, []Effect) {
	s := m.session()
	names := s.match.Names()
	if name != names[seat-1] {
		var err error
		if name, err = m.enteredName(name, slices.Delete(slices.Clone(names), int(seat)-1, int(seat))); err != nil {
			return m.refuseUnder("message.title", m.setUpErrorText(s.match.Rules().Name(), err))
		}
	}
	mt, err := s.match.Seat(m.stamp(s), seat, name)
	if err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	next := m.withAway(s, awayAfter(m.evening.away[s.id], seat, games.Seat(slices.Index(s.match.Names(), name)+1)))
	if mt, err = next.skipAway(s, mt); err != nil {
		return m.forbid(s.match.Rules().Name(), err, s.match.Names())
	}
	keep := s.keepOf(mt)
	keep.Players = []string{mt.Name(seat)}
	next = next.edit(func(e *evening) { e.people = e.people.Seated(keep.Players) })
	s.match = mt
	return m.commit(next.toMatch().withSession(s).withTask(), keep, Model.flashing)
}

// do makes another player take a seat of the match on the panel, or a newcomer the seat after the
// last.
func (c Seat) do(m Model) (Model, []Effect) {
	if m.seats(1) && int(c.Seat) == m.Match().Seats()+1 && m.game().words().Has("say."+verbJoin) {
		return welcome(m, c.Name)
	}
	if !m.seats(c.Seat) {
		return m.refuse(m.word("seats.none"))
	}
	return m.assignSeat(c.Seat, c.Name)
}

// awayAfter returns the seats that are away after a change of players. The parameter away has
// the seats that were away before, and here is the seat that gets another player. The parameter
// there is the former seat of this player: both players swap seats, and each stays away or
// present. For a player from outside the match it is 0; such a player is present.
func awayAfter(away []games.Seat, here, there games.Seat) (after []games.Seat) {
	for _, gone := range away {
		switch gone {
		case here:
			gone = there
		case there:
			gone = here
		}
		if gone != 0 {
			after = append(after, gone)
		}
	}
	return after
}

// newcomerItem adds the item for a newcomer, if the game has a seat left.
func newcomerItem(m Model, s *form) {
	if seats := attendance(m.Match().State(), verbJoin); len(seats) > 0 {
		s.Item(m.word("seats.newcomer"), func(m Model) (Model, []Effect) { return m.show(newcomerPage()), nil })
	}
}

// leaveItem adds the item by which a player leaves for good, if that is possible.
func leaveItem(m Model, s *form) {
	if m.session().first == settled && len(attendance(m.Match().State(), verbLeave)) > 0 {
		s.Item(m.word("seats.leave"), func(m Model) (Model, []Effect) { return m.show(leavePage()), nil })
	}
}

// backItems adds an item for each player who left for good and may take part again.
func backItems(m Model, s *form) {
	mt := m.Match()
	for _, seat := range attendance(mt.State(), verbBack) {
		if slices.Contains(mt.Left(), seat) {
			s.Item(m.word("seats.back", mt.Name(seat)), func(m Model) (Model, []Effect) { return m.rule(ruling(verbBack, seat), "") })
		}
	}
}

// newcomerPage returns the page that asks for the name of a newcomer: a known player or a new one.
func newcomerPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		names := m.Match().Names()
		s.Title = m.word("seats.newcomer")
		known := slices.DeleteFunc(slices.Clone(m.evening.people.Known), func(name string) bool {
			return slices.Contains(names, name) || m.unnamed(name) || m.evening.people.Person(name) != name
		})
		for _, name := range known {
			s.Item(name, func(m Model) (Model, []Effect) { return welcome(m, name) })
		}
		n := naming{title: s.Title, taken: names, done: welcome}
		if len(known) > 0 {
			n.newNameItem(m, s)
			return
		}
		n.letterItems(m, s)
		n.spellItem(m, s)
	}}
}

// leavePage returns the page that asks which player leaves for good. It begins with the seat on turn.
func leavePage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		mt := m.Match()
		s.Title = m.word("seats.leave")
		seats, turn := attendance(mt.State(), verbLeave), mt.State().Turn()
		if slices.Contains(seats, turn) {
			seats = append([]games.Seat{turn}, slices.DeleteFunc(seats, func(seat games.Seat) bool { return seat == turn })...)
		}
		for _, seat := range seats {
			s.Item(mt.Name(seat), func(m Model) (Model, []Effect) { return m.rule(ruling(verbLeave, seat), "") })
		}
	}}
}

// welcome gives a newcomer the seat after the last one. A player who left for good takes part again
// instead.
func welcome(m Model, typed string) (Model, []Effect) {
	s := m.session()
	names, game := s.match.Names(), s.match.Rules().Name()
	name, err := m.enteredName(typed, names)
	if err == nil && slices.Contains(names, name) {
		seat := seatAt(slices.Index(names, name))
		if slices.Contains(s.match.Left(), seat) {
			return m.rule(ruling(verbBack, seat), "")
		}
		err = newTextError("seats.here", name)
	}
	if err != nil {
		return m.refuseUnder("message.title", m.setUpErrorText(game, err))
	}
	mt, err := m.withFirstSeat(s)
	if err == nil {
		mt, err = mt.Join(m.stamp(s), name, "")
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	if err != nil {
		return m.forbid(game, err, names)
	}
	s.first = settled
	keep := s.keepOf(mt)
	keep.Players = []string{name}
	here := m.withAway(s, awayAfter(m.evening.away[s.id], games.Seat(mt.Seats()), 0)) // an undone newcomer may have been away there
	next := here.edit(func(e *evening) { e.people = e.people.Seated(keep.Players) })
	s.match = mt
	return m.commit(next.toMatch().withSession(s).withTask(), keep, Model.flashing)
}
