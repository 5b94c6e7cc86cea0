package companion

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tabletop/companion/panel"
	"tabletop/games"
)

// mostHomeFiles is the maximum number of game files on the home page.
const mostHomeFiles = 3

// homeGames returns the games on the home page: all games with a box of their own, and up to
// mostHomeFiles of the most played game files. All others are on the page "another game".
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

// otherItem adds the item that opens the page of all games not in home. It adds nothing if
// there are none.
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

// otherPage returns the page of the games without a box of their own: variants of general
// games, templates made by the table, and game files.
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

// fileGames returns the games from files, the most played first. Games played equally often are
// sorted by title.
func (h house) fileGames() []games.Rules {
	all := slices.DeleteFunc(slices.Clone(h.library.Games.Games), func(r games.Rules) bool { return games.Program(r) == "" })
	slices.SortStableFunc(all, func(a, b games.Rules) int {
		return cmp.Or(cmp.Compare(h.evening.plays[b.Name()], h.evening.plays[a.Name()]), cmp.Compare(h.title(a.Name()), h.title(b.Name())))
	})
	return all
}

// shapeItems adds an item for each variant of the general game r: the last set-up, the
// templates, and the shapes that r itself lists.
func shapeItems(m Model, s *form, r games.Rules) {
	game := r.Name()
	if _, ok := m.evening.lastDrafts[game]; ok {
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

// setUpAs opens the set-up of a game with exactly these options. Players come from the last
// set-up of the game. If there is no last set-up, seats is the number of seats.
func (m Model) setUpAs(game string, seats int, options map[string]string) (Model, []Effect) {
	d, ok := m.evening.lastDrafts[game]
	if !ok {
		d = m.withSeats(m.freshDraft(game, m.evening.boxes[game]), max(seats, 1))
	}
	d.Options = maps.Clone(options)
	return m.commitDraft(m.withOffers(m.withSeats(d, len(d.Names))), m.show(setupPage(game)))
}

// onFiles replaces the game files. A draft of a removed game leaves the panel. A match of a
// removed game continues, because the match contains the rules. A file with a new error is
// shown as a trouble.
func (m Model) onFiles(w Files) (Model, []Effect) {
	news := slices.DeleteFunc(slices.Clone(w.Wrong), func(f BrokenFile) bool { return slices.ContainsFunc(m.library.Wrong, f.same) })
	m.library = m.library.withFiles(m.builtIn, w)
	if d := m.evening.draftGame; d != "" && m.rules(d) == nil {
		if i := m.stack.first(ofScreen(atSetup)); i >= 0 {
			m.stack = m.stack[:i:i] // the home page is always below the set-up page
		}
	}
	if len(news) == 0 {
		return m, nil
	}
	return m.showTrouble(Trouble{Key: "trouble.file", Arg: news[0].Why[m.Lang()]})
}

// gamesByUse returns the games in the order of the home page: the game begun last, then all
// others by number of matches.
func (h house) gamesByUse() []games.Rules {
	e := h.evening
	all := slices.DeleteFunc(slices.Clone(h.library.Games.Games), games.IsTool)
	rank := func(r games.Rules) int {
		if r.Name() == e.lastGame {
			return math.MinInt
		}
		return -e.plays[r.Name()]
	}
	slices.SortStableFunc(all, func(a, b games.Rules) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}
