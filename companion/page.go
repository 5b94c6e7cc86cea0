package companion

import (
	"unicode/utf8"

	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/panel"
)

// page is a kind of screen: how its sheet is made of the model. Where own is
// set, the page draws and acts by itself (the entry of a name, a number).
type page struct {
	kind  panel.Kind
	front front  // the match it is about, if not that of the page under it
	spot  spot   // what a power cut must not lose
	pause bool   // it is the pause menu
	gives string // the kind of trouble that it gives way to
	rings bool   // the matrix flashes the bell
	build func(Model, *sheet)
	own   control

	private bool          // for the wired keys only
	fades   bool          // any key only leaves it, and a dark panel forgets it
	brief   bool          // it leaves by itself, too
	awaits  adviser.Topic // what the adviser is asked: its answer stands in the place of the page
	wants   door.Wish     // the key to the door that it shows

	reached *page // what stands in its place once phones get to the box; nil: nothing
}

// control is a page that keeps something half done.
type control interface {
	view(Model) panel.View
	press(Model, panel.Key) (Model, []Effect)
}

// place is a page on the stack with its cursor.
type place struct {
	page page
	at   int  // the item under the cursor; where there are only lines to read, the first in sight
	edit bool // the value of that item is being chosen
	pick int  // which of its values
}

// fresh is the cursor of a place where it begins.
const fresh = -1

// act is what ok does on an item.
type act func(Model) (Model, []Effect)

// What puts items or lines on a sheet is a function like a page's build: of what it reads,
// the model or the game, and the sheet.

// sheet is a page computed from the model.
type sheet struct {
	at     int // the cursor
	pick   int // the value being chosen, from 0; −1: none is
	view   panel.View
	title  string
	aside  string
	prompt string
	items  []item         // to be chosen
	lines  []line         // to be read: on a page of their own, or as the prompt of few items
	back   act            // what back does; nil: one level up
	more   act            // what up and down do where there is one item and more to see; nil: nothing
	start  int            // the item the cursor begins on
	spots  map[string]int // the cells of a board, from 1, by what decisions call them
}

type item struct {
	text, end string
	icon      string
	says      string // the words of a decision that it takes, or leads to
	do        act
	spot      int // the cell of a board, from 1, that it is about; 0 for none
	values    values
}

// line is something to read, its end flush right.
type line struct{ text, end string }

// values are what an item is set to in its row: up and down turn through them.
type values struct {
	all []string
	at  int // which holds
	set func(Model, int) (Model, []Effect)
}

func (s *sheet) say(text string) { s.prompt = text }

func (s *sheet) item(text string, do act) { s.items = append(s.items, item{text: text, do: do}) }

func (s *sheet) value(text, end string, do act) {
	s.items = append(s.items, item{text: text, end: end, do: do})
}

// icon adds an item with a picture before it.
func (s *sheet) icon(icon, text string, do act) {
	s.items = append(s.items, item{text: text, icon: icon, do: do})
}

// turn adds an item whose value is set in its row. What is none of the values is the first.
func (s *sheet) turn(text string, v values) {
	v.at = max(0, min(v.at, len(v.all)-1))
	s.items = append(s.items, item{text: text, values: v})
}

func (s *sheet) read(texts ...string) {
	for _, text := range texts {
		s.lines = append(s.lines, line{text: text})
	}
}

// enter adds a line of a table.
func (s *sheet) enter(text, end string) { s.lines = append(s.lines, line{text, end}) }

// stay is a back that does nothing.
func stay(m Model) (Model, []Effect) { return m, nil }

func (p place) sheet(m Model) *sheet {
	s := &sheet{at: max(p.at, 0), pick: -1, view: panel.View{Kind: p.page.kind}}
	p.page.build(m, s)
	if p.at == fresh {
		s.at = s.start
	}
	if n := len(s.items); n > 0 {
		s.at = min(s.at, n-1)
	}
	if p.edit {
		s.pick = p.pick
	}
	return s
}

func (p place) view(m Model) panel.View {
	if p.page.own != nil {
		return p.page.own.view(m)
	}
	return p.sheet(m).draw(m)
}

func (p place) press(m Model, k panel.Key) (Model, []Effect) {
	if p.page.own != nil {
		return p.page.own.press(m, k)
	}
	s := p.sheet(m)
	if s.pick >= 0 {
		return s.pressEditing(m, k)
	}
	switch {
	case k == panel.OK:
		return s.confirm(m)
	case k != panel.Back && s.more != nil:
		return s.more(m)
	case k == panel.Up:
		return m.moveCursor(s.step(-1)), nil
	case k == panel.Down:
		return m.moveCursor(s.step(+1)), nil
	}
	if s.back != nil {
		return s.back(m)
	}
	return m.pop(), nil
}

// step is the cursor moved by one: round the items, or through the lines from end to end.
func (s *sheet) step(by int) int {
	if n := len(s.items); n > 0 {
		return (s.at + by + n) % n
	}
	v := s.head()
	return max(0, min(s.at+by, len(s.rowsToRead())-v.Room()))
}

// confirm does what the item under the cursor does; where there is only to read, ok goes
// back.
func (s *sheet) confirm(m Model) (Model, []Effect) {
	switch {
	case len(s.items) == 0 && s.back != nil:
		return s.back(m)
	case len(s.items) == 0:
		return m.pop(), nil
	case len(s.items[s.at].values.all) > 0:
		return s.turnTo(m, s.items[s.at].values.at)
	}
	return s.items[s.at].do(m)
}

// turnTo shows a value of the item under the cursor, to be taken or not.
func (s *sheet) turnTo(m Model, pick int) (Model, []Effect) {
	m.stack = m.stack.editing(s.at, pick)
	return m, nil
}

// pressEditing turns through the values of the item under the cursor.
func (s *sheet) pressEditing(m Model, k panel.Key) (Model, []Effect) {
	v := s.items[s.at].values
	n := len(v.all)
	switch k {
	case panel.Up:
		return s.turnTo(m, (s.pick+n-1)%n)
	case panel.Down:
		return s.turnTo(m, (s.pick+1)%n)
	}
	m = m.moveCursor(s.at)
	if k == panel.Back || s.pick == v.at {
		return m, nil
	}
	return v.set(m, s.pick)
}

// head is the view without its rows.
func (s *sheet) head() panel.View {
	v := s.view
	v.Title, v.Aside = s.title, s.aside
	prompt := s.prompt
	if len(s.items) > 0 {
		for _, l := range s.lines {
			prompt += " " + l.text
		}
	}
	if v.Kind == panel.KindMenu && len(s.items) == 0 {
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

// draw lays the sheet out as a View, scrolled so that the cursor is in sight.
func (s *sheet) draw(m Model) panel.View {
	v := s.head()
	rows, at := s.rowsToRead(), s.at
	if len(s.items) > 0 {
		rows = s.rows(m)
	} else {
		at += v.Room() / 2 // the first in sight is what counts
	}
	v.Scroll(rows, at)
	s.onBoard(m, &v)
	return v
}

// rows are all items as rows, as far as there is room for their texts.
func (s *sheet) rows(m Model) (rows []panel.Row) {
	for i := range s.items {
		rows = append(rows, s.row(i).Fit(s.width(), s.slid(m, i)))
	}
	return rows
}

// row is the i-th item as a row.
func (s *sheet) row(i int) panel.Row {
	it := s.items[i]
	r := panel.Row{Text: panel.Capital(it.text), End: it.end, Icon: it.icon}
	if len(it.values.all) > 0 {
		r.End = it.values.all[it.values.at]
	}
	if it.spot > 0 && s.view.Kind == panel.KindBoard {
		r.End = s.view.Cells[it.spot-1].Tag
	}
	if i != s.at {
		return r
	}
	r.Mark = panel.Cursor
	if s.pick >= 0 {
		r.Mark, r.End = panel.Editing, "‹"+it.values.all[s.pick]+"›"
	}
	return r
}

// width is how many columns a row has.
func (s *sheet) width() int {
	switch s.view.Kind {
	case panel.KindHome:
		return 16
	case panel.KindBoard:
		return panel.BesideColumns
	}
	return panel.RowColumns
}

// slid is how far the text of a row has moved on: that of the row under the cursor only.
func (s *sheet) slid(m Model, i int) int {
	if i != s.at || s.pick >= 0 {
		return 0
	}
	return m.face.slide
}

// rowsToRead are all lines as rows.
func (s *sheet) rowsToRead() (rows []panel.Row) {
	for _, l := range s.lines {
		if n := s.view.Columns(); l.end != "" && utf8.RuneCountInString(l.text+l.end) < n {
			rows = append(rows, panel.Row{Text: l.text, End: l.end, Mark: panel.Quiet})
			continue
		}
		for _, part := range panel.Wrap(l.text, s.view.Columns()) {
			rows = append(rows, panel.Row{Text: part, Mark: panel.Quiet})
		}
		if l.end != "" {
			rows = append(rows, panel.Row{End: l.end, Mark: panel.Quiet})
		}
	}
	return rows
}

// onOff are the values of what is on or off.
func (t tongue) onOff(on bool, set func(e *evening, on bool)) values {
	v := values{all: []string{t.word("settings.off"), t.word("settings.on")}, set: func(m Model, i int) (Model, []Effect) {
		return m.change(func(e *evening) { set(e, i == 1) })
	}}
	if on {
		v.at = 1
	}
	return v
}

// underCursor is the item that ok would act on under the moment.
func (p place) underCursor(m Model) (text string, ok bool) {
	if p.page.own != nil {
		return "", false
	}
	s := p.sheet(m)
	if s.at >= len(s.items) {
		return "", false
	}
	return s.items[s.at].text, true
}
