package companion

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// point lets the cursor walk the cells that decisions name: "13" of "13-20". On a
// board that leaves no room beside it, the first thing under the cursor is what
// must happen now, and ok on that tells all there is to read.
func (m Model) point(s *sheet, v games.View) {
	if v.H < 2 {
		return
	}
	s.spots = map[string]int{}
	for i, c := range v.Cells {
		if c.Name != "" {
			s.spots[c.Name] = i + 1
		}
	}
}

// asked offers what must happen now, and what else there is to read.
func (m Model) asked(s *sheet) {
	if s.view.wide() {
		s.item(s.prompt, func(m Model) (Model, []Effect) { return m.show(detailPage()), nil })
	}
}

// wide reports whether a board leaves no room beside it.
func (v *View) wide() bool { return v.Kind == KindBoard && v.W > v.H }

// detailPage is what a wide board has no room for.
func detailPage() page {
	return page{kind: KindText, build: func(m Model, s *sheet) {
		mt := m.Match()
		v := mt.State().View(games.Nobody)
		s.title = m.onTurn(mt)
		s.beside(m.gameWords().Say(v.Title, mt.Names()))
		s.say(m.gameWords().Say(v.Prompt, mt.Names()))
		m.stateLines(s, v)
	}}
}

// onTurn names who must decide.
func (m Model) onTurn(mt match.Match) string {
	if seat := mt.State().Turn(); seat != games.Chance {
		return mt.Name(seat)
	}
	return m.word("table")
}

// ends are what parts the words of a decision: on a board 13-20 is two of them.
func (s *sheet) ends() string {
	if len(s.spots) > 0 {
		return " -"
	}
	return " "
}

// spot is the cell, from 1, that the last word of a prefix names, or 0.
func (s *sheet) spot(prefix string) int {
	return s.spots[prefix[strings.LastIndexAny(prefix, s.ends())+1:]]
}

// reaches reports whether the words that follow those of b name cells.
func (s *sheet) reaches(b branch) bool {
	return slices.ContainsFunc(branches(b.choices, b.prefix, s.ends()), func(next branch) bool { return s.spot(next.prefix) > 0 })
}

// inReadingOrder puts the items of cells where the cursor meets them on its way
// down the board; those of no cell stay before or behind.
func (s *sheet) inReadingOrder() {
	first := slices.IndexFunc(s.items, func(it item) bool { return it.spot > 0 })
	if first < 0 {
		return
	}
	slices.SortStableFunc(s.items[first:], func(a, b item) int {
		return cmp.Compare(a.spotOrLast(), b.spotOrLast())
	})
}

func (it item) spotOrLast() int {
	if it.spot == 0 {
		return MostCells + 1
	}
	return it.spot
}

// onBoard shows the cursor on its cell, and on a wide board says in the last line
// what lies under it.
func (s *sheet) onBoard(m Model, v *View) {
	if s.at >= len(s.items) {
		return
	}
	if spot := s.items[s.at].spot; spot > 0 {
		v.Cells[spot-1].Cursor = true
	}
	if v.wide() {
		v.Title, v.Aside, v.Prompt = "", "", [2]string{}
		v.Foot = m.word("foot.point", s.items[s.at].text)
	}
}
