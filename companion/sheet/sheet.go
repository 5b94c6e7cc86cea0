package sheet

import (
	"tabletop/companion/panel"
)

// Cursor is where on a sheet a page is.
type Cursor struct {
	At   int  // the item under it, from 0; where there are only lines to read, the first in sight
	Edit bool // the value of that item is being chosen
	Pick int  // which of its values
}

// Fresh is the cursor of a sheet that was just opened: it begins where the sheet wants it.
var Fresh = Cursor{At: -1}

// Sheet is a title, what must be chosen and the items that can be, or lines to read. ok does
// an A.
type Sheet[A any] struct {
	View   panel.View // what else is in sight; its Kind lays out the rest
	Title  string
	Aside  string
	Prompt string
	Items  []Item[A] // to be chosen
	Lines  []Line    // to be read: on a page of their own, or as the prompt of few items
	Start  int       // the item that a fresh cursor begins on

	cursor Cursor
}

// Item is one row to choose.
type Item[A any] struct {
	Text, End string
	Icon      string
	Says      string // what it stands for, in the words of whoever made it
	Do        A
	Spot      int // the cell of a board, from 1, that it is about; 0 for none
	Values    Values[A]
}

// Line is something to read, its end flush right.
type Line struct{ Text, End string }

// Values are what an item is set to in its row: up and down turn through them.
type Values[A any] struct {
	All []string
	At  int // which holds
	Set func(i int) A
}

// Say sets what must be chosen.
func (s *Sheet[A]) Say(text string) { s.Prompt = text }

// Item adds an item.
func (s *Sheet[A]) Item(text string, do A) { s.Items = append(s.Items, Item[A]{Text: text, Do: do}) }

// Value adds an item with what it is at present flush right.
func (s *Sheet[A]) Value(text, end string, do A) {
	s.Items = append(s.Items, Item[A]{Text: text, End: end, Do: do})
}

// Icon adds an item with a picture before it.
func (s *Sheet[A]) Icon(icon, text string, do A) {
	s.Items = append(s.Items, Item[A]{Text: text, Icon: icon, Do: do})
}

// Turn adds an item whose value is set in its row. A value that is none of them is the first.
func (s *Sheet[A]) Turn(text string, v Values[A]) {
	v.At = max(0, min(v.At, len(v.All)-1))
	s.Items = append(s.Items, Item[A]{Text: text, Values: v})
}

// Read adds lines to read.
func (s *Sheet[A]) Read(texts ...string) {
	for _, text := range texts {
		s.Lines = append(s.Lines, Line{Text: text})
	}
}

// Enter adds a line of a table.
func (s *Sheet[A]) Enter(text, end string) { s.Lines = append(s.Lines, Line{text, end}) }

// Put puts the cursor on a sheet whose items and lines are all there, or as near as it can.
func (s *Sheet[A]) Put(c Cursor) {
	if c.At < 0 {
		c.At = max(c.At, s.Start)
	}
	if n := len(s.Items); n > 0 {
		c.At = min(c.At, n-1)
	}
	s.cursor = c
}

// Cursor returns where it is.
func (s *Sheet[A]) Cursor() Cursor { return s.cursor }

// Under returns the item that ok would act on, false where there is only to read.
func (s *Sheet[A]) Under() (it Item[A], ok bool) {
	if s.cursor.At >= len(s.Items) {
		return it, false
	}
	return s.Items[s.cursor.At], true
}

// Press returns where a key takes the cursor, and what else it has come to.
func (s *Sheet[A]) Press(k panel.Key) (Cursor, Did) {
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

// step is the cursor moved by one: round the items, or through the lines from end to end.
func (s *Sheet[A]) step(by int) int {
	if n := len(s.Items); n > 0 {
		return (s.cursor.At + by + n) % n
	}
	return max(0, min(s.cursor.At+by, len(s.rowsToRead())-s.head().Room()))
}

// confirm takes the item under the cursor; where there is only to read, ok goes back.
func (s *Sheet[A]) confirm() (Cursor, Did) {
	it, ok := s.Under()
	switch {
	case !ok:
		return s.cursor, Left
	case len(it.Values.All) > 0:
		return s.editing(it.Values.At), Moved
	}
	return s.cursor, Chosen
}

// editing is the cursor that shows a value of its item, to be taken or not.
func (s *Sheet[A]) editing(pick int) Cursor { return Cursor{At: s.cursor.At, Edit: true, Pick: pick} }

// pressEditing turns through the values of the item under the cursor.
func (s *Sheet[A]) pressEditing(k panel.Key) (Cursor, Did) {
	v, pick := s.Items[s.cursor.At].Values, s.cursor.Pick
	n := len(v.All)
	switch {
	case k == panel.Up:
		return s.editing((pick + n - 1) % n), Moved
	case k == panel.Down:
		return s.editing((pick + 1) % n), Moved
	case k == panel.Back || pick == v.At:
		return Cursor{At: s.cursor.At}, Moved
	}
	return Cursor{At: s.cursor.At, Pick: pick}, Set
}
