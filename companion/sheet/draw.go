package sheet

import (
	"unicode/utf8"

	"tabletop/companion/panel"
)

// Draw lays the sheet out, scrolled so that the cursor is in sight. The text under the
// cursor has moved on by slid letters.
func (s *Sheet[A]) Draw(slid int) panel.View {
	v := s.head()
	rows, at := s.rowsToRead(), s.cursor.At
	if len(s.Items) > 0 {
		rows = s.rows(slid)
	} else {
		at += v.Room() / 2 // the first in sight is what counts
	}
	v.Scroll(rows, at)
	if it, ok := s.Under(); ok && it.Spot > 0 {
		v.Cells[it.Spot-1].Cursor = true
	}
	return v
}

// Hidden returns how many letters of the row under the cursor there is no room for.
func (s *Sheet[A]) Hidden() int {
	if s.cursor.At >= len(s.Items) {
		return 0
	}
	return max(0, s.row(s.cursor.At).Hidden(s.width()))
}

// head is the view without its rows.
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
	lines := panel.Wrap(prompt, panel.Columns) // no scrollbar stands beside them
	if v.Kind == panel.KindBoard {
		lines = panel.Wrap(prompt, panel.BesideColumns)
		v.Title, v.Aside, lines = besideBoard(v.Title, v.Aside, lines)
	}
	copy(v.Prompt[:], panel.AtMost(panel.MostPrompts, lines))
	if v.Room() == 0 {
		v.Strip = [panel.MostTallies]panel.Tally{} // what must be chosen comes before what can be read elsewhere
	}
	return v
}

// besideBoard fits what is asked into the four lines beside a board, or five where it must: a
// clock stays, and what is long takes the line of the name, which the matrix says as well.
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

// rows are all items as rows, as far as there is room for their texts.
func (s *Sheet[A]) rows(slid int) (rows []panel.Row) {
	for i := range s.Items {
		from := 0
		if i == s.cursor.At && !s.cursor.Edit {
			from = slid
		}
		rows = append(rows, s.row(i).Fit(s.width(), from))
	}
	return rows
}

// row is the i-th item as a row.
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

// width is how many columns a row has.
func (s *Sheet[A]) width() int {
	switch s.View.Kind {
	case panel.KindHome:
		return panel.HomeColumns
	case panel.KindBoard:
		return panel.BesideColumns
	}
	return panel.RowColumns
}

// rowsToRead are all lines as rows.
func (s *Sheet[A]) rowsToRead() (rows []panel.Row) {
	for _, l := range s.Lines {
		if n := s.View.Columns(); l.End != "" && utf8.RuneCountInString(l.Text+l.End) < n {
			rows = append(rows, panel.Row{Text: l.Text, End: l.End, Mark: panel.Quiet})
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
