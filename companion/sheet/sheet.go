package sheet

import (
	"strconv"
	"strings"

	"tabletop/companion/panel"
)

// Cursor is a position on a sheet.
type Cursor struct {
	// At is the index of the item under the cursor. On a sheet without items it is the index of the
	// first visible line.
	At   int
	Edit bool // whether the person is choosing a value of the item
	Pick int  // index of the value that the person is choosing
}

// Fresh is the cursor of a sheet that was just opened. It stands for the item Sheet.Start.
var Fresh = Cursor{At: -1}

// Sheet is a list of items to choose from, or lines to read, under a title and a prompt. A is
// the type of the items' actions.
type Sheet[A any] struct {
	// View holds the rest of the panel. Its Kind decides the layout.
	View   panel.View
	Title  string
	Aside  string
	Prompt string    // question that the items answer
	Items  []Item[A] // choices
	// Lines are text to read: the page of a sheet without items, or a part of the prompt over the
	// items.
	Lines []Line
	Start int // index of the item under a Fresh cursor

	cursor Cursor
}

// Item is one item to choose, drawn as a row.
type Item[A any] struct {
	Text, End string // End is flush right
	Icon      string // name of the picture of the row, as in panel.Row; "" for none
	Says      string // the caller's key of the item, such as a decision
	Do        A      // the caller's action
	Spot      int    // number of the item's cell on the board, from 1; 0 for none
	Values    Values[A]
}

// Line is a line of text. Text is flush left and End is flush right. Icon is as in panel.Row.
type Line struct{ Text, End, Icon string }

// Values holds the values of an item whose value is set in its row. Up and down turn through them.
// Among numbers, in ascending order, up turns to the next one: up is more.
type Values[A any] struct {
	All    []string
	At     int           // index of the current value
	Set    func(i int) A // returns the action that sets value i
	Switch bool          // whether ok sets the other of two values at once
	Act    bool          // whether ok sets a value even if it is the current one
}

// Say sets the prompt to text.
func (s *Sheet[A]) Say(text string) { s.Prompt = text }

// Item adds an item with an action.
func (s *Sheet[A]) Item(text string, do A) { s.Items = append(s.Items, Item[A]{Text: text, Do: do}) }

// Value adds an item with its current value flush right.
func (s *Sheet[A]) Value(text, end string, do A) {
	s.Items = append(s.Items, Item[A]{Text: text, End: end, Do: do})
}

// Icon adds an item with a picture before it.
func (s *Sheet[A]) Icon(icon, text string, do A) {
	s.Items = append(s.Items, Item[A]{Text: text, Icon: icon, Do: do})
}

// Turn adds an item whose value is set in its row. If v.At is out of range, it becomes the nearest
// index.
func (s *Sheet[A]) Turn(text string, v Values[A]) {
	v.At = max(0, min(v.At, len(v.All)-1))
	s.Items = append(s.Items, Item[A]{Text: text, Values: v})
}

// Read adds lines of text.
func (s *Sheet[A]) Read(texts ...string) {
	for _, text := range texts {
		s.Lines = append(s.Lines, Line{Text: text})
	}
}

// Enter adds a line of a table: text flush left and end flush right.
func (s *Sheet[A]) Enter(text, end string) { s.Lines = append(s.Lines, Line{Text: text, End: end}) }

// Beside sets the picture of the item or line that was added last.
func (s *Sheet[A]) Beside(icon string) {
	if n := len(s.Items); n > 0 {
		s.Items[n-1].Icon = icon
	} else if n := len(s.Lines); n > 0 {
		s.Lines[n-1].Icon = icon
	}
}

// Put moves the cursor to c, or to the last item if c is after it. It ends the choice of a value that
// the item doesn't have. The caller first adds all items
// and lines.
func (s *Sheet[A]) Put(c Cursor) {
	if c.At < 0 {
		c.At = max(c.At, s.Start)
	}
	if n := len(s.Items); n > 0 {
		c.At = min(c.At, n-1)
		if c.Edit && c.Pick >= len(s.Items[c.At].Values.All) { // the items have changed meanwhile
			c = Cursor{At: c.At}
		}
	}
	s.cursor = c
}

// Cursor returns the position of the cursor.
func (s *Sheet[A]) Cursor() Cursor { return s.cursor }

// Under returns the item under the cursor. ok is false if the sheet has no items.
func (s *Sheet[A]) Under() (it Item[A], ok bool) {
	if s.cursor.At >= len(s.Items) {
		return it, false
	}
	return s.Items[s.cursor.At], true
}

// Press returns the cursor after a key press, and the outcome.
func (s *Sheet[A]) Press(k panel.Key) (Cursor, Outcome) {
	if s.cursor.Edit {
		return s.pressEditing(k)
	}
	switch k {
	case panel.OK:
		return s.confirm()
	case panel.Up:
		return Cursor{At: s.step(-1)}, Moved
	case panel.Down:
		return Cursor{At: s.step(+1)}, Moved
	}
	return s.cursor, Left
}

// step returns the index of the cursor moved by one item, or by one page of lines. Items wrap around,
// lines stop at both ends.
func (s *Sheet[A]) step(by int) int {
	if n := len(s.Items); n > 0 {
		return (s.cursor.At + by + n) % n
	}
	room := s.head().Room()
	return max(0, min(s.cursor.At+by*room, len(s.rowsToRead())-room))
}

// confirm handles the key ok: it takes the item under the cursor. On a sheet without items ok
// leaves the sheet.
func (s *Sheet[A]) confirm() (Cursor, Outcome) {
	it, ok := s.Under()
	switch {
	case !ok:
		return s.cursor, Left
	case it.Values.Switch && len(it.Values.All) == 2:
		return Cursor{At: s.cursor.At, Pick: 1 - it.Values.At}, Set
	case len(it.Values.All) > 0:
		return s.editing(it.Values.At), Moved
	}
	return s.cursor, Chosen
}

// editing returns the cursor that shows value pick of its item. The value isn't set yet.
func (s *Sheet[A]) editing(pick int) Cursor { return Cursor{At: s.cursor.At, Edit: true, Pick: pick} }

// pressEditing handles a key while the value of the item under the cursor is chosen.
func (s *Sheet[A]) pressEditing(k panel.Key) (Cursor, Outcome) {
	v, pick := s.Items[s.cursor.At].Values, s.cursor.Pick
	n := len(v.All)
	switch {
	case k == v.previous():
		return s.editing((pick + n - 1) % n), Moved
	case k == panel.Up || k == panel.Down:
		return s.editing((pick + 1) % n), Moved
	case k == panel.Back || pick == v.At && !v.Act:
		return Cursor{At: s.cursor.At}, Moved
	}
	return Cursor{At: s.cursor.At, Pick: pick}, Set
}

// previous returns the key that turns to the previous value: up, or down among numbers.
func (v Values[A]) previous() panel.Key {
	numbers := 0
	for _, text := range v.All {
		if _, err := strconv.Atoi(text); err == nil {
			numbers++
		}
	}
	if numbers > 1 && numbers >= len(v.All)-2 { // beside a word for none, and one for another number
		return panel.Down
	}
	return panel.Up
}

// Full returns the text and the present value of item i, in full.
func (s *Sheet[A]) Full(i int) (text, end string) {
	r := s.row(i)
	if v := s.Items[i].Values; r.Mark == panel.Editing {
		r.End = v.All[v.At]
	}
	return r.Text, r.End
}

// Reading returns the lines above the first visible row of a page to read, and those from it on. With
// items, all lines are visible.
func (s *Sheet[A]) Reading() (before, from []Line) {
	if len(s.Items) > 0 {
		return nil, s.Lines
	}
	rows := 0
	for i := range s.Lines {
		one := Sheet[A]{View: s.View, Lines: s.Lines[i : i+1]}
		if rows += len(one.rowsToRead()); rows > s.cursor.At {
			return s.Lines[:i], s.Lines[i:]
		}
	}
	return s.Lines, nil
}

// Row returns the text and the end of item i, in full and as its row stands at rest.
func (s *Sheet[A]) Row(i int) (full, rest string) {
	r, at := s.row(i), s.rows(0)[i]
	return strings.TrimSpace(r.Text + " " + r.End), strings.TrimSpace(at.Text + " " + at.End)
}
