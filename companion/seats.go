package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// seatsItem of the pause menu lets somebody else play a seat.
func (m Model) seatsItem(s *sheet) {
	if m.session().first == played && !m.Match().State().Standing().Over {
		s.item(m.word("pause.seats"), func(m Model) (Model, []Effect) { return m.show(handPage()), nil })
	}
}

// handPage asks which seat is handed on.
func handPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("pause.seats")
		s.say(m.word("seats.which"))
		for i, name := range m.Match().Names() {
			seat := games.Seat(i + 1)
			s.value(strconv.Itoa(i+1), name, func(m Model) (Model, []Effect) { return m.show(handToPage(seat)), nil })
		}
	}}
}

// handToPage asks who plays a seat from now on: somebody at the table, with whom
// places are changed, somebody known, or somebody new.
func handToPage(seat games.Seat) page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		names := m.Match().Names()
		s.title = names[seat-1]
		s.say(m.word("seats.who"))
		for _, name := range slices.Concat(names, m.players) {
			swaps := ""
			if slices.Contains(names, name) {
				swaps = m.word("seats.swap")
			}
			if name != names[seat-1] && !s.lists(name) {
				s.value(name, swaps, func(m Model) (Model, []Effect) { return m.handOn(seat, name) })
			}
		}
		s.item(m.word("setup.newname"), func(m Model) (Model, []Effect) {
			return m.show(nameEntry(names[seat-1], func(m Model, name string) (Model, []Effect) { return m.pop().handOn(seat, name) })), nil
		})
	}}
}

// lists reports whether an item of that text is there already.
func (s *sheet) lists(text string) bool {
	return slices.ContainsFunc(s.items, func(it item) bool { return it.text == text })
}

// handOn lets somebody play a seat from now on.
func (m Model) handOn(seat games.Seat, name string) (Model, []Effect) {
	s := m.session()
	if _, err := match.CheckNames([]string{name}); err != nil {
		return m.show(messagePage("name.bad")), nil
	}
	mt, err := s.match.Seat(m.stamp(s), seat, name)
	if err != nil {
		return m.refuse(0, s.match.Rules().Name(), err, s.match.Names())
	}
	next, line := m.set(setAway+s.id, m.awayAfter(s, seat, name))
	if next.skips(s, mt) {
		if mt, err = next.answer(s, mt); err != nil {
			return m.refuse(0, s.match.Rules().Name(), err, s.match.Names())
		}
	}
	next.players = known(m.players, []string{mt.Name(seat)})
	keep := Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Since(s.match.Seq()), Settings: line, Players: mt.Name(seat) + "\n"}
	s.match = mt
	next, effects := next.toMatch().with(s).flashing()
	return m.commit(next, keep, effects...)
}

// awayAfter lists the seats that are away once somebody has that seat: who comes is
// there, and who changes places is as before, only elsewhere.
func (m Model) awayAfter(s session, seat games.Seat, name string) string {
	here, there := strconv.Itoa(int(seat)), strconv.Itoa(slices.Index(s.match.Names(), name)+1)
	all := m.away(s)
	for i, gone := range all {
		switch gone {
		case here:
			all[i] = there
		case there:
			all[i] = here
		}
	}
	return strings.Join(slices.DeleteFunc(all, func(gone string) bool { return gone == "0" }), " ")
}
