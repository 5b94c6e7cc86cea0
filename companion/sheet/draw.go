package sheet

import (
	"slices"
	"unicode/utf8"

	"tabletop/companion/panel"
)

// Draw returns the view of the sheet, scrolled so that the cursor is visible. The text under the
// cursor starts at letter slid.
func (s *Sheet[A]) Draw(slid int) panel.View {
	v := s.head()
	rows, at := s.rowsToRead(), s.cursor.At
	if len(s.Items) > 0 {
		rows = s.rows(slid)
	} else {
		at += v.Room() / 2 // the line at the cursor is the first visible one
	}
	v.Scroll(rows, at)
	if it, ok := s.Under(); ok && it.Spot > 0 {
		v.Cells[it.Spot-1].Cursor = true
	}
	return v
}

// Hidden returns the number of letters of the row under the cursor that don't fit.
func (s *Sheet[A]) Hidden() int {
	if s.cursor.At >= len(s.Items) {
		return 0
	}
	return max(0, s.row(s.cursor.At).Hidden(s.width()))
}

// head returns the view without its rows.
func (s *Sheet[A]) head() panel.View {
	v := s.View
	v.Title, v.Aside = s.Title, s.Aside
	prompt := s.Prompt
	if len(s.Items) > 0 {
		for _, l := range s.Lines {
			prompt += " " + l.Text
		}
	}
	if v.Kind == panel.KindMenu && len(s.Items) == 0 {
		v.Kind = panel.KindText
	}
	lines := panel.Wrap(prompt, panel.Columns) // no scrollbar beside the prompt
	if v.Kind == panel.KindBoard {
		lines = panel.Wrap(prompt, panel.BesideColumns)
		v.Title, v.Aside, lines = besideBoard(v.Title, v.Aside, lines)
	}
	copy(v.Prompt[:], panel.AtMost(panel.MostPrompts, lines))
	if v.Room() == 0 {
		// The choices come before tallies, which can be read elsewhere.
		v.Strip = [panel.MostTallies]panel.Tally{}
	}
	return v
}

// besideBoard fits title, aside and prompt into the four lines beside a board, or into five if
// necessary. A clock in aside stays. A long prompt replaces the title, because the matrix also
// shows the seat on turn.
func besideBoard(title, aside string, lines []string) (string, string, []string) {
	switch n := len(lines); {
	case aside != "" && n > panel.MostPrompts:
		return aside, lines[0], lines[1:]
	case aside != "" && n == panel.MostPrompts:
		return aside, "", lines
	case n > panel.MostPrompts+1:
		return lines[0], lines[1], lines[2:]
	case n > panel.MostPrompts:
		return lines[0], "", lines[1:]
	}
	return title, aside, lines
}

// rows returns all items as rows, with their texts cut to the width. The text under the cursor
// starts at letter slid.
func (s *Sheet[A]) rows(slid int) (rows []panel.Row) {
	for i := range s.Items {
		from := 0
		if i == s.cursor.At && !s.cursor.Edit {
			from = slid
		}
		rows = append(rows, s.row(i).Fit(s.width(), from))
	}
	s.tellApart(rows)
	return rows
}

// tellApart changes rows that look alike because their texts are cut: they show the ends of their
// texts instead.
func (s *Sheet[A]) tellApart(rows []panel.Row) {
	seen := map[[2]string][]int{}
	for i, r := range rows {
		seen[[2]string{r.Text, r.End}] = append(seen[[2]string{r.Text, r.End}], i)
	}
	for _, alike := range seen {
		other := func(i int) bool { return s.row(i).Text != s.row(alike[0]).Text }
		if !slices.ContainsFunc(alike, other) {
			continue // they are alike
		}
		for _, i := range alike {
			if r := s.row(i); r.Hidden(s.width()) > 0 {
				rows[i] = r.FitEnd(s.width())
			}
		}
	}
}

// row returns item i as a row.
func (s *Sheet[A]) row(i int) panel.Row {
	it := s.Items[i]
	r := panel.Row{Text: panel.Capital(it.Text), End: it.End, Icon: it.Icon}
	if len(it.Values.All) > 0 {
		r.End = it.Values.All[it.Values.At]
	}
	if it.Spot > 0 && s.View.Kind == panel.KindBoard {
		r.End = s.View.Cells[it.Spot-1].Tag
	}
	if i != s.cursor.At {
		return r
	}
	r.Mark = panel.Cursor
	if s.cursor.Edit {
		r.Mark, r.End = panel.Editing, "‹"+it.Values.All[s.cursor.Pick]+"›"
	}
	return r
}

// width returns the width of a row in columns.
func (s *Sheet[A]) width() int {
	switch s.View.Kind {
	case panel.KindHome:
		return panel.HomeColumns
	case panel.KindBoard:
		return panel.BesideColumns
	}
	return panel.RowColumns
}

// rowsToRead returns all lines as rows.
func (s *Sheet[A]) rowsToRead() (rows []panel.Row) {
	for _, l := range s.Lines {
		if n := s.View.Columns(); l.End != "" && utf8.RuneCountInString(l.Text+l.End) < n {
			rows = append(rows, panel.Row{Text: l.Text, End: l.End, Icon: l.Icon, Mark: panel.Quiet})
			continue
		}
		for _, part := range panel.Wrap(l.Text, s.View.Columns()) {
			rows = append(rows, panel.Row{Text: part, Mark: panel.Quiet})
		}
		if l.End != "" {
			rows = append(rows, panel.Row{End: l.End, Mark: panel.Quiet})
		}
	}
	return rows
}
