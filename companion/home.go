package companion

import (
	"slices"
	"strings"

	"tabletop/companion/panel"
)

// homePage returns the first page of an evening: open matches, the games of this table, and the
// dice. The list wraps round, so the dice at its end are one key away.
func homePage() page {
	return page{kind: panel.KindHome, build: func(m Model, s *form) {
		s.back = stay
		openItems(m, s)
		home := m.homeGames()
		for _, r := range home {
			name := r.Name()
			s.Icon("game/"+name, m.title(name), func(m Model) (Model, []Effect) { return m.setUp(name) })
		}
		otherItem(m, s, home)
		s.Icon("more", m.word("home.more"), opens(morePage))
		if m.diceTool != nil {
			cup := m.savedCups()[0]
			s.Icon("dice", m.word("home.roll", m.cupWord(cup)), func(m Model) (Model, []Effect) { return m.rollCup(cup) })
		}
	}}
}

// openItems adds an item for the latest open match whose play has begun, and an item for the
// page of all open matches.
func openItems(m Model, s *form) {
	i := slices.IndexFunc(m.open, func(s session) bool { return !s.unbegun() })
	if i >= 0 {
		o := m.open[i]
		s.Icon("go", m.word("home.resume", m.title(o.gameName()), strings.Join(o.names(), ", ")), func(m Model) (Model, []Effect) { return m.resume(i) })
	}
	if n := len(m.open); n > 1 || n == 1 && i < 0 {
		s.Icon("open", m.word("home.open"), opens(openPage))
	}
}

// openPage returns the page that lists the open matches with game, names and the day on which each
// was last played. Matches that would look alike also have the time.
func openPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("home.open")
		row := func(o session) string { return m.title(o.gameName()) + " " + strings.Join(o.names(), ", ") }
		rows := map[[2]string]int{}
		for _, o := range m.open {
			rows[[2]string{row(o), o.touchedOn(m.wall, false)}]++
		}
		for i, o := range m.open {
			day := o.touchedOn(m.wall, false)
			if rows[[2]string{row(o), day}] > 1 {
				day = o.touchedOn(m.wall, true)
			}
			s.Value(row(o), day, func(m Model) (Model, []Effect) { return m.resume(i) })
		}
	}}
}

// morePage returns the page for everything besides games: phones, timer, dice, settings, backups,
// the state of the box and good night.
func morePage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("home.more")
		phonesItem(m, s)
		tonightItem(m, s)
		s.Item(m.word("home.timer"), func(m Model) (Model, []Effect) { return m.show(timerPage(m)), nil })
		if m.diceTool != nil {
			s.Item(m.word("home.dice"), showCups)
		}
		s.Item(m.word("home.settings"), func(m Model) (Model, []Effect) { return m.show(m.settings), nil })
		copyItem(m, s)
		checkupItem(m, s)
		s.Item(m.word("night.item"), opens(nightPage))
	}}
}
