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
	names := m.Match().Names()
	if len(names) > mostSwaps {
		return
	}
	for i, name := range names {
		for _, other := range names[i+1:] {
			s.Item(m.word("seats.two", name, other), func(m Model) (Model, []Effect) { return m.assignSeat(seatAt(i), other) })
		}
	}
}

// seatPage returns the page of all changes of players: two swap seats, some are away, or a seat
// gets another player.
func seatPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("pause.players")
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

// do makes another player take a seat of the match on the panel.
func (c Seat) do(m Model) (Model, []Effect) {
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
