package companion

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// mapCells sets s.cells to the number of each named cell of the board in v. The cursor uses
// s.cells to mark the cells that a decision names, such as 13 in "13-20".
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

// deciderName returns the name of the seat on turn. It returns the word for the table if chance
// is on turn or all seats decide together. v is the view of the match.
func (g game) deciderName(v games.View) string {
	if seat := g.match.State().Turn(); seat != games.Chance && !v.All {
		return g.match.Name(seat)
	}
	return g.word("table")
}

// ends returns the characters that separate words in a decision: a space, and on a board also a
// hyphen, so that 13-20 is two words.
func (s *form) ends() string {
	if len(s.cells) > 0 {
		return " -"
	}
	return " "
}

// cell returns the number, from 1, of the cell that the last word of prefix names. It returns 0
// if that word names no cell.
func (s *form) cell(prefix string) int {
	return s.cells[prefix[strings.LastIndexAny(prefix, s.ends())+1:]]
}

// leadsToCells reports whether any decision of b names a cell in the word after b.prefix.
func (s *form) leadsToCells(b branch) bool {
	return slices.ContainsFunc(branches(b.choices, b.prefix, s.ends()), func(next branch) bool { return s.cell(next.prefix) > 0 })
}

// mostCells is the maximum number of cells in one menu. With more cells the menu asks for the
// row first.
const mostCells = 12

// crowded reports whether the decisions in family lead to more than mostCells cells.
func (s *form) crowded(family []branch) bool {
	spots := 0
	for _, b := range family {
		if s.cell(b.prefix) > 0 {
			spots++
		}
	}
	return spots > mostCells
}

// rowItems groups the branches in family by the row of their cell on the board. It adds one item
// for each row, and one item for each branch without a cell.
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

// rowItem adds the item for a row of the board. The item marks the first cell of the row.
func (s *form) rowItem(row branch) {
	first := throughNextWord(string(row.choices[0].Says), row.prefix, s.ends())
	s.Item(first[strings.LastIndexAny(first, s.ends())+1:]+"…", func(m Model) (Model, []Effect) { return m.show(branchPage(row)), nil })
	s.Items[len(s.Items)-1].Spot = s.cell(first)
}

// inReadingOrder sorts the items with a cell by their cells, from top left to bottom right.
// Items without a cell stay in front of the first item with a cell, or move to the end.
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
