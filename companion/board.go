package companion

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// point lets the cursor walk the cells that decisions name: "13" of "13-20".
func point(m Model, s *sheet, v games.View) {
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

// onTurn names who must decide on the match, which looks like v: one seat, or the table.
func (g game) onTurn(v games.View) string {
	if seat := g.match.State().Turn(); seat != games.Chance && !v.All {
		return g.match.Name(seat)
	}
	return g.word("table")
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

// mostSpots is how many cells the cursor walks one by one; of more the row is asked
// first.
const mostSpots = 12

// crowded reports whether a family names too many cells to walk one by one.
func (s *sheet) crowded(family []branch) bool {
	spots := 0
	for _, b := range family {
		if s.spot(b.prefix) > 0 {
			spots++
		}
	}
	return spots > mostSpots
}

// rowItems asks for the row of a cell, and lists what names none.
func (g game) rowItems(s *sheet, family []branch, prefix string) {
	rows := make([]branch, s.view.H)
	for _, b := range family {
		spot := s.spot(b.prefix)
		if spot == 0 {
			g.branchItem(s, b)
			continue
		}
		row := &rows[(spot-1)/int(s.view.W)]
		row.prefix, row.choices = prefix, append(row.choices, b.choices...)
	}
	for _, row := range rows {
		if len(row.choices) > 0 {
			s.rowItem(row)
		}
	}
}

// rowItem leads to the cells of a row; the cursor stands on the first of them.
func (s *sheet) rowItem(row branch) {
	first := upTo(string(row.choices[0].Says), row.prefix, s.ends())
	s.item(first[strings.LastIndexAny(first, s.ends())+1:]+"…", func(m Model) (Model, []Effect) { return m.show(branchPage(row)), nil })
	s.items[len(s.items)-1].spot = s.spot(first)
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
		return panel.MostCells + 1
	}
	return it.spot
}

// onBoard shows the cursor on its cell.
func (s *sheet) onBoard(_ Model, v *panel.View) {
	if s.at < len(s.items) && s.items[s.at].spot > 0 {
		v.Cells[s.items[s.at].spot-1].Cursor = true
	}
}
