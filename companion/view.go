package companion

import (
	"slices"
	"unicode/utf8"

	"tabletop/games"
)

// Kind says which screen a View is. The gallery has at least one row for each.
type Kind uint8

const (
	KindMenu    Kind = iota // a title and a list with a cursor
	KindTurn                // whose turn it is in large letters, what to do, the decisions
	KindText                // lines to read and scroll: scores, log, seal in words
	KindBig                 // one number or word across the panel: a roll, a total
	KindEntry               // a name, number or text being put together
	KindBoard               // a board of cells with a cursor
	KindConfirm             // a question with its answers
	KindSeal                // the seal as 4×16 digits and, in turn, as a QR code
	KindMessage             // something happened that must be read
	KindDark                // nothing: the panel sleeps
	KindCode                // a QR code on its lit ground, and beside it what it is
	Kinds                   // how many there are
)

// Sizes of what a View holds.
const (
	MostRows  = 6  // lines under one another on the OLED
	MostCells = 64 // squares of the largest board
	MostFaces = 8  // dice or cards in a strip
)

// Mark says how a row is drawn.
type Mark uint8

const (
	Plain  Mark = iota
	Cursor      // ok acts on this row
	Chosen      // this row is the value that holds
	Quiet       // to be read only, not to be chosen
)

// Row is one line of the OLED, End flush right: 19 columns of 6 px behind its
// marker, or if Quiet 21 (20 where there are rows Above or Below).
type Row struct {
	Text, End string
	Mark      Mark
}

// Light is how bright panel and matrix shine.
type Light uint8

const (
	Bright Light = iota
	Dim
	Off
)

// Cell is one square of a board on the OLED and the matrix.
type Cell struct {
	Glyph  string // a picture of the game's glyphs, or short text
	Seat   int8
	Mark   uint8 // the marks of package games
	Cursor bool
}

// Lamps says what the 8×8 matrix shows. The first that holds wins: Rolling,
// Alarm, Count, Faces, the board of the View, Seat.
type Lamps struct {
	Seat, Seats uint8             // points at the edge or corner of Seat, of Seats around the table
	Faces       [MostFaces]string // dice or cards: "6", or a glyph of the game
	Rolling     uint8             // the picture of a rolling animation, from 1; tells nothing of the outcome
	Alarm       string            // a glyph that must not be missed
	Blink       bool              // the dark half of an alarm's second
	Count, Of   uint16            // a countdown: Count of Of left; Of = 0: none
}

// View is everything panel and matrix should be at one moment. It is
// comparable: equal views are not drawn twice.
type View struct {
	Kind    Kind
	Game    string        // whose glyphs the cells name; "" for the companion's own
	Title   string        // the first line, or in KindTurn the name in large letters
	Aside   string        // right of the title: a round, a page
	Prompt  [2]string     // what must happen now
	Rows    [MostRows]Row // Rows that don't fit are for the model to scroll
	Above   bool          // there are rows above the first
	Below   bool          // there are rows under the last
	Big     string        // KindBig: digits at least 24 px high, or a short word
	Entry   string        // KindEntry: what has been put together
	Wheel   [5]string     // KindEntry: the letters around the one that ok takes, which is Wheel[2]
	Seal    string        // KindSeal: 64 hexadecimal digits
	QR      bool          // KindSeal: drawn as a QR code
	Code    string        // KindCode: what the QR code says; see CodeFits
	Far     bool          // KindCode: it stands at the right, against burning in
	W, H    uint8         // of the board
	Cells   [MostCells]Cell
	Foot    string // what the keys do
	Lamps   Lamps
	Light   Light
	ShiftX  uint8 // 0…2 px to the right, against burning in
	ShiftY  uint8 // 0…2 px down
	Drift   uint8 // 0…11: texts also move into the room they leave; counts on as the shifts come round
	Unsaved bool  // the disk doesn't answer: said on every screen
	Slow    bool  // the disk takes long over a write: said in the Foot
	Blink   bool  // a press was dropped: one inverted frame
}

// LongestLarge is how many letters a title in large letters has at most.
const LongestLarge = 12

// Large reports whether the title stands in letters 20 px high: whose turn it
// is, what has happened. A longer title is drawn like any other.
func (v View) Large() bool {
	n := utf8.RuneCountInString(v.Title)
	return (v.Kind == KindTurn || v.Kind == KindMessage) && n > 0 && n <= LongestLarge
}

// Head returns how many lines title and prompts take: a large title two,
// everything else that isn't empty one.
func (v View) Head() int {
	lines := 0
	if v.Large() {
		lines = 2
	} else if v.Title != "" || v.Aside != "" {
		lines = 1
	}
	for _, p := range v.Prompt {
		if p != "" {
			lines++
		}
	}
	return lines
}

// Room returns how many Rows the panel has room for: six lines of 10 px less
// Head, less one for a Foot, less three for Big. An entry, a seal and a board
// wider than high (nothing fits beside it) have none; beside a code each text that is
// broken in two takes one more.
func (v View) Room() int {
	room := MostRows - v.Head()
	if v.Foot != "" {
		room--
	}
	switch {
	case v.Kind == KindBig:
		room -= 3
	case v.Kind == KindBoard && v.W > v.H, v.Kind == KindEntry, v.Kind == KindSeal, v.Kind == KindDark:
		room = 0
	}
	return max(room, 0)
}

// Square returns the side of a board's cells in px: as large as fits above the last
// line, up to 16; 0 where there is no board.
func (v View) Square() int {
	const wide, high, largest = 128, 50, 16
	if v.W == 0 || v.H == 0 {
		return 0
	}
	return min(high/int(v.H), wide/int(v.W), largest)
}

// Columns returns how many columns of 6 px a line has: 21, or what a board that is
// not wider than high leaves beside it.
func (v View) Columns() int {
	const wide, column = 128, 6
	if v.Kind != KindBoard || v.W > v.H {
		return wide / column
	}
	return (wide - v.Square()*int(v.W) - column) / column
}

// Key is one of the four keys.
type Key uint8

const (
	NoKey Key = iota
	Back
	Up
	Down
	OK
)

// keyNames are what drivers and phones call the keys.
var keyNames = []string{"", "back", "up", "down", "ok"}

// String returns "back", "up", "down" or "ok".
func (k Key) String() string { return keyNames[min(int(k), len(keyNames)-1)] }

// UnknownKey is a name that no key has, and the nearest that one has.
type UnknownKey struct{ Name, Nearest string }

func (u UnknownKey) Error() string { return "companion: unknown key " + u.Name }

// UnmarshalText reads what String returns; its error is an [UnknownKey].
func (k *Key) UnmarshalText(name []byte) error {
	i := slices.Index(keyNames, string(name))
	if i < 1 {
		return UnknownKey{string(name), games.Nearest(string(name), keyNames[1:])}
	}
	*k = Key(i)
	return nil
}

// cellOf translates the marks of a game's cell.
func cellOf(c games.Cell) Cell {
	return Cell{Glyph: c.Glyph, Seat: int8(c.Seat), Mark: c.Mark}
}
