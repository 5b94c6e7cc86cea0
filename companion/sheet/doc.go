// Package sheet contains the widgets of the panel. They know neither games nor the core. A
// [Sheet] shows a list to choose from, or lines to read. [Letters] takes a name or text, letter
// by letter. A [Dial] takes a number.
//
// A widget is a value. Press returns the next value (for a Sheet, its next [Cursor]) and an
// [Outcome], which the caller carries out. The action of an item is of the caller's type A; a
// Sheet stores it and never calls it. Draw and View return a [panel.View].
package sheet

// Outcome is the result of a key press on a widget.
type Outcome uint8

// Outcomes of a key press.
const (
	Moved   Outcome = iota // cursor, wheel or number changed
	Chosen                 // ok chose the item, the text or the number
	Set                    // ok chose another value of the item; its index is Cursor.Pick
	Left                   // back leaves the widget
	Dropped                // the press has no effect
)
