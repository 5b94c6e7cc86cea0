package companion

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// point lets the cursor walk the cells that decisions name: "13" of "13-20".
func mapCells(m Model, s *form, v games.View) {
	if v.H < 2 {
		return
	}
	s.cells = map[string]int{}
	for i, c := range v.Cells {
		if c.Name != "" {
			s.cells[c.Name] = i + 1
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
func (s *form) ends() string {
	if len(s.cells) > 0 {
		return " -"
	}
	return " "
}

// spot is the cell, from 1, that the last word of a prefix names, or 0.
func (s *form) cell(prefix string) int {
	return s.cells[prefix[strings.LastIndexAny(prefix, s.ends())+1:]]
}

// reaches reports whether the words that follow those of b name cells.
func (s *form) leadsToCells(b branch) bool {
	return slices.ContainsFunc(branches(b.choices, b.prefix, s.ends()), func(next branch) bool { return s.cell(next.prefix) > 0 })
}

// mostSpots is how many cells the cursor walks one by one; of more the row is asked
// first.
const mostCells = 12

// crowded reports whether a family names too many cells to walk one by one.
func (s *form) crowded(family []branch) bool {
	spots := 0
	for _, b := range family {
		if s.cell(b.prefix) > 0 {
			spots++
		}
	}
	return spots > mostCells
}

// rowItems asks for the row of a cell, and lists what names none.
func (g game) rowItems(s *form, family []branch, prefix string) {
	rows := make([]branch, s.View.H)
	for _, b := range family {
		spot := s.cell(b.prefix)
		if spot == 0 {
			g.branchItem(s, b)
			continue
		}
		row := &rows[(spot-1)/int(s.View.W)]
		row.prefix, row.choices = prefix, append(row.choices, b.choices...)
	}
	for _, row := range rows {
		if len(row.choices) > 0 {
			s.rowItem(row)
		}
	}
}

// rowItem leads to the cells of a row; the cursor stands on the first of them.
func (s *form) rowItem(row branch) {
	first := throughNextWord(string(row.choices[0].Says), row.prefix, s.ends())
	s.Item(first[strings.LastIndexAny(first, s.ends())+1:]+"…", func(m Model) (Model, []Effect) { return m.show(branchPage(row)), nil })
	s.Items[len(s.Items)-1].Spot = s.cell(first)
}

// inReadingOrder puts the items of cells where the cursor meets them on its way
// down the board; those of no cell stay before or behind.
func (s *form) inReadingOrder() {
	first := slices.IndexFunc(s.Items, func(it item) bool { return it.Spot > 0 })
	if first < 0 {
		return
	}
	slices.SortStableFunc(s.Items[first:], func(a, b item) int { return cmp.Compare(cellOrLast(a), cellOrLast(b)) })
}

func cellOrLast(it item) int {
	if it.Spot == 0 {
		return panel.MostCells + 1
	}
	return it.Spot
}
