// Package sheet has the widgets of the panel, none of which knows a game or the core: a
// [Sheet] is a list to choose from or lines to read, [Letters] is a name or text put together
// letter by letter, a [Dial] is a number that is turned.
//
// A widget is a value. Press returns the next one (of a Sheet, its [Cursor]) and a [Did]:
// what the key has come to, which the caller carries out. What an item does is the caller's
// own type A; a sheet only hands it back. Draw and View fill a [panel.View].
package sheet

// Did is what a key has come to on a widget.
type Did uint8

const (
	Moved   Did = iota // the cursor, the wheel, the number
	Chosen             // ok took the item, the text, the number
	Set                // ok took another value of the item, Cursor.Pick
	Left               // one level up
	Dropped            // nothing: there was nothing to do
)
