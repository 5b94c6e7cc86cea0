package companion

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tabletop/companion/panel"
	"tabletop/games"
)

// mostHomely is how many of the games that lie in files stand on the home screen.
const mostHomeFiles = 3

// homely are the games of the home screen: all that have a box of their own, and of those in
// files the ones that are played most. The others are under "another game".
func (h house) homeGames() []games.Rules {
	files := 0
	return slices.DeleteFunc(h.gamesByUse(), func(r games.Rules) bool {
		switch {
		case games.Shapes(r) != nil:
			return true
		case games.Program(r) == "":
			return false
		}
		files++
		return h.evening.plays[r.Name()] == 0 || files > mostHomeFiles
	})
}

// otherItem offers what is not among the games of the home screen, if there is anything.
func otherItem(m Model, s *form, home []games.Rules) {
	all := 0
	for _, r := range m.library.Games.Games {
		if !games.IsTool(r) {
			all++
		}
	}
	if len(home) < all || len(m.library.Wrong) > 0 {
		s.Icon("game/other", m.word("home.other"), func(m Model) (Model, []Effect) { return m.show(otherPage()), nil })
	}
}

// otherPage lists games that have no box of their own here: the shapes of any game, with
// what the table has named itself, and what lies in files.
func otherPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("home.other")
		for _, r := range m.gamesByUse() {
			if games.Shapes(r) != nil {
				shapeItems(m, s, r)
			}
		}
		for _, r := range m.fileGames() {
			name := r.Name()
			s.Item(m.title(name), func(m Model) (Model, []Effect) { return m.setUp(name) })
		}
		for _, w := range m.library.Wrong {
			s.Item("! "+w.File, func(m Model) (Model, []Effect) {
				return m.show(textPage(w.File, w.Why[m.Lang()])), nil
			})
		}
	}}
}

// filed are the games in files: those played most before the others, by their titles.
func (h house) fileGames() []games.Rules {
	all := slices.DeleteFunc(slices.Clone(h.library.Games.Games), func(r games.Rules) bool { return games.Program(r) == "" })
	slices.SortStableFunc(all, func(a, b games.Rules) int {
		return cmp.Or(cmp.Compare(h.evening.plays[b.Name()], h.evening.plays[a.Name()]), cmp.Compare(h.title(a.Name()), h.title(b.Name())))
	})
	return all
}

// shapeItems offers what r can be: what was played last, the shapes, and those that the
// table has named.
func shapeItems(m Model, s *form, r games.Rules) {
	game := r.Name()
	if _, ok := m.evening.last[game]; ok {
		s.Item(m.word("other.last"), func(m Model) (Model, []Effect) { return m.setUp(game) })
	}
	for _, t := range m.templatesOf(game) {
		s.Item(t.Names[m.Lang()], func(m Model) (Model, []Effect) { return m.setUpAs(game, t.Seats, t.Options[m.Lang()]) })
	}
	for _, shape := range games.Shapes(r) {
		s.Item(m.Words(game).Word("shape."+shape.Name), func(m Model) (Model, []Effect) {
			return m.setUpAs(game, shape.Seats, shape.Options)
		})
	}
}

// setUpAs opens the set-up of a game with these options and no others, for those who played
// it last, or else for so many.
func (m Model) setUpAs(game string, seats int, options map[string]string) (Model, []Effect) {
	d, ok := m.evening.last[game]
	if !ok {
		d = m.withSeats(m.freshDraft(game, m.evening.boxes[game]), max(seats, 1))
	}
	d.Options = maps.Clone(options)
	return m.commitDraft(m.withOffers(m.withSeats(d, len(d.Names))), m.show(setupPage(game)))
}

// onFiles takes the games that lie in files now for those that did. What was set up of one
// that is gone leaves the panel; a match of it goes on, for it has its rules with it. A file
// that can't be played any more, or for the first time, is said.
func (m Model) onFiles(w Files) (Model, []Effect) {
	news := slices.DeleteFunc(slices.Clone(w.Wrong), func(f Wrong) bool { return slices.ContainsFunc(m.library.Wrong, f.same) })
	l := *m.library
	l.Games.Games, l.Wrong = slices.Concat(m.own, w.Games), w.Wrong
	m.library = &l
	if d := m.evening.game; d != "" && m.rules(d) == nil {
		if i := m.stack.first(ofScreen(atSetup)); i >= 0 {
			m.stack = m.stack[:i:i] // home lies under all
		}
	}
	if len(news) == 0 {
		return m, nil
	}
	return m.showTrouble(Trouble{Key: "trouble.file", Arg: news[0].Why[m.Lang()]})
}

// byUse are the games in the order of home: the one that was begun last, then the others by
// how often they are.
func (h house) gamesByUse() []games.Rules {
	e := h.evening
	all := slices.DeleteFunc(slices.Clone(h.library.Games.Games), games.IsTool)
	rank := func(r games.Rules) int {
		if r.Name() == e.latest {
			return math.MinInt
		}
		return -e.plays[r.Name()]
	}
	slices.SortStableFunc(all, func(a, b games.Rules) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}
