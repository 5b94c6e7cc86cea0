package companion

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Columns of the OLED in the body font: of a whole line; and how many less a row
// has beside the arrows that say there is more, and behind its cursor.
const (
	columns = 21
	arrows  = 1
	pointer = 3
)

// page is a kind of screen: how its sheet is made of the model. Where own is
// set, the page draws and acts by itself (the entry of a name, a number).
type page struct {
	kind   Kind
	front  front  // the match it is about, if not that of the page under it
	spot   spot   // what a power cut must not lose
	pause  bool   // it is the pause menu
	gives  string // the kind of trouble that it gives way to
	rings  bool   // the matrix flashes the bell
	leaves bool   // it leaves by itself when nobody presses a key any more
	build  func(Model, *sheet)
	own    control

	private bool // for the wired keys only
	fades   bool // any key only leaves it, and a dark panel forgets it
	wants   wish // the key to the door that it shows
}

// control is a page that keeps something half done.
type control interface {
	view(Model) View
	press(Model, Key) (Model, []Effect)
}

// place is a page on the stack with its cursor.
type place struct {
	page page
	at   int // the item under the cursor; beyond the last: scrolled into the lines under them
}

// fresh is the cursor of a place where it begins.
const fresh = -1

// act is what ok does on an item.
type act func(Model) (Model, []Effect)

// sheet is a page computed from the model.
type sheet struct {
	at     int // the cursor
	view   View
	title  string
	aside  string
	clock  string // of the seat on turn, for a board that leaves no room for an aside
	prompt string
	items  []item
	lines  []string       // to read, under the items
	back   act            // what back does; nil: one level up
	ok     string         // what ok does, for the last line; "" is the usual word
	feet   string         // which variant of the last line there is; "" is the usual one
	start  int            // the item the cursor begins on
	spots  map[string]int // the cells of a board, from 1, by what decisions call them
}

type item struct {
	text, end string
	mark      Mark
	do        act
	spot      int // the cell of a board, from 1, that it is about; 0 for none
}

func (s *sheet) say(text string) { s.prompt = text }

func (s *sheet) item(text string, do act) { s.items = append(s.items, item{text: text, do: do}) }

func (s *sheet) value(text, end string, do act) {
	s.items = append(s.items, item{text: text, end: end, do: do})
}

func (s *sheet) read(lines ...string) { s.lines = append(s.lines, lines...) }

// stay is a back that does nothing.
func stay(m Model) (Model, []Effect) { return m, nil }

// page returns the place in sight.
func (m Model) top() place {
	if len(m.stack) == 0 {
		return place{page: homePage()}
	}
	return m.stack[len(m.stack)-1]
}

// show puts p on the stack, its cursor where p wants it.
func (m Model) show(p page) Model {
	m.stack = append(slices.Clone(m.stack), place{page: p, at: fresh})
	return m
}

// pop takes the page in sight off the stack; the first stays.
func (m Model) pop() Model {
	if len(m.stack) > 1 {
		m.stack = slices.Clone(m.stack[:len(m.stack)-1])
	}
	return m
}

// only puts p alone on the stack over home.
func (m Model) only(p ...page) Model {
	m.stack = []place{{page: homePage()}}
	for _, q := range p {
		m = m.show(q)
	}
	return m
}

// replace changes the page in sight.
func (m Model) replace(p page) Model { return m.pop().show(p) }

func (m Model) moveCursor(at int) Model {
	m.stack = slices.Clone(m.stack)
	m.stack[len(m.stack)-1].at = at
	return m
}

func (p place) sheet(m Model) *sheet {
	s := &sheet{at: max(p.at, 0), view: View{Kind: p.page.kind}}
	p.page.build(m, s)
	if p.at == fresh {
		s.at = s.start
	}
	return s
}

func (p place) view(m Model) View {
	if p.page.own != nil {
		return p.page.own.view(m)
	}
	return p.sheet(m).draw(m)
}

func (p place) press(m Model, k Key) (Model, []Effect) {
	if p.page.own != nil {
		return p.page.own.press(m, k)
	}
	s := p.sheet(m)
	switch k {
	case Up:
		return m.moveCursor(s.step(s.at, -1)).restartRuleTimer()
	case Down:
		return m.moveCursor(s.step(s.at, +1)).restartRuleTimer()
	case OK:
		return s.confirm(m, s.at)
	}
	if s.back != nil {
		return s.back(m)
	}
	return m.pop(), nil
}

// step moves the cursor by one. It wraps where there is nothing to read below.
func (s *sheet) step(at, by int) int {
	n := len(s.items) + len(s.wrapped())
	switch at += by; {
	case n == 0:
		return 0
	case at < 0 && len(s.lines) == 0:
		return n - 1
	case at >= n && len(s.lines) == 0:
		return 0
	}
	return min(max(at, 0), n-1)
}

// confirm does what the item under the cursor does; without items ok goes back.
func (s *sheet) confirm(m Model, at int) (Model, []Effect) {
	switch {
	case len(s.items) == 0 && s.back != nil:
		return s.back(m)
	case len(s.items) == 0:
		return m.pop(), nil
	case at >= len(s.items) || s.items[at].do == nil:
		return m.dropPress()
	}
	return s.items[at].do(m)
}

// draw lays the sheet out as a View, scrolled so that the cursor is in sight.
func (s *sheet) draw(m Model) View {
	v := s.view
	v.Title, v.Aside = s.title, s.aside
	width := v.Columns()
	prompt := wrap(s.prompt, width)
	copy(v.Prompt[:], prompt)
	v.Foot = s.foot(m)
	rows, at := s.rows(s.at)
	if len(prompt) > len(v.Prompt) {
		rows = append(texts(wrap(strings.Join(prompt[len(v.Prompt):], " "), width-arrows), Quiet), rows...)
		at += len(prompt) - len(v.Prompt)
	}
	v.scroll(rows, at)
	s.onBoard(m, &v)
	return v
}

// rows are all rows of the sheet, and which of them must be in sight.
func (s *sheet) rows(at int) (rows []Row, cursor int) {
	for i, it := range s.items {
		mark := it.mark
		if i == at {
			cursor = len(rows)
			if it.do != nil {
				mark = Cursor
			}
		}
		rows = append(rows, it.rows(mark, s.view.Columns()-pointer)...)
	}
	if at >= len(s.items) {
		cursor = len(rows) + at - len(s.items)
	}
	return append(rows, texts(s.wrapped(), Quiet)...), cursor
}

// rows lays an item out: its value flush right beside it, or under it where
// both don't fit on one line.
func (it item) rows(mark Mark, width int) []Row {
	text := capital(it.text)
	if it.end != "" && utf8.RuneCountInString(text+it.end)+1 <= width {
		return []Row{{Text: text, End: it.end, Mark: mark}}
	}
	var rows []Row
	for _, part := range wrap(text, width) {
		rows = append(rows, Row{Text: part})
	}
	if it.end != "" {
		rows = append(rows, Row{End: it.end})
	}
	if len(rows) > 0 {
		rows[0].Mark = mark
	}
	return rows
}

// capital makes the first letter of an item a large one.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if size == 0 || unicode.IsDigit(next) || unicode.IsUpper(next) {
		return text // d6 and iPhone stay what they are
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

func (s *sheet) wrapped() (lines []string) {
	for _, l := range s.lines {
		lines = append(lines, wrap(l, s.view.Columns()-arrows)...)
	}
	return lines
}

func texts(lines []string, mark Mark) []Row {
	rows := make([]Row, len(lines))
	for i, l := range lines {
		rows[i] = Row{Text: l, Mark: mark}
	}
	return rows
}

// scroll copies the part of rows around the cursor that the View has room for.
func (v *View) scroll(rows []Row, cursor int) {
	room := min(v.Room(), MostRows)
	top := min(max(0, cursor-room/2), max(0, len(rows)-room))
	end := min(len(rows), top+room)
	copy(v.Rows[:], rows[top:end])
	v.Above, v.Below = top > 0, end < len(rows)
}

func (s *sheet) foot(m Model) string {
	key := "foot.list"
	switch {
	case len(s.items) == 0 && len(s.lines) > 0:
		key = "foot.read"
	case len(s.items) < 2 && len(s.lines) == 0:
		key = "foot.one"
	}
	if s.feet != "" {
		key += "." + s.feet
	}
	ok := s.ok
	if ok == "" {
		ok = m.word("foot.ok")
	}
	return m.word(key, ok)
}

// wrap breaks text into lines of at most width columns, at blanks where it can.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		for utf8.RuneCountInString(word) > width {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			r := []rune(word)
			lines, word = append(lines, string(r[:width])), string(r[width:])
		}
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
