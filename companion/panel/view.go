package panel

import (
	"slices"
	"strings"
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
	KindHome                // a list with a picture before each row
	KindMoment              // what has just happened, large: a picture, a word, whose it is
	KindStep                // what people's hands do next: a picture and a sentence
	KindHare                // the hare of an idle panel
	KindCode                // a QR code on its lit ground, and beside it what it is
	Kinds                   // how many there are
)

// Sizes of what a View holds.
const (
	MostPrompts = 3  // lines under the title
	MostRows    = 5  // lines under one another on the OLED
	MostCells   = 64 // squares of the largest board
	MostFaces   = 8  // dice or cards in a strip
	MostTallies = 8  // pictures with a number in a strip
	MostDice    = 16 // of a roll that are shown one by one
)

// Mark says how a row is drawn.
type Mark uint8

const (
	Plain   Mark = iota
	Cursor       // ok acts on this row: a bar, or a frame while the panel is dimmed
	Editing      // up and down change the End of this row, ok takes it
	Quiet        // to be read only, not to be chosen
)

// Row is one line of the OLED, End flush right: 19 columns of 6 px, or if Quiet 20.
type Row struct {
	Text, End string
	Icon      string // KindHome: a picture of the panel's or of the Game before the text
	Mark      Mark
}

// Tally is how many there are of something: a picture, or where there is none a letter
// or two, and a number.
type Tally struct {
	Glyph string
	N     int16
	Seat  int8
	Mark  uint8  // the marks of package games
	Who   string // whose it is, in a letter or two, where the picture doesn't say that
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
	Mark   uint8  // the marks of package games
	Tag    string // a few letters in its corner
	Name   string // KindBig: which die it is, by notation
	Cursor bool
}

// Bar is how far a seat is in a race.
type Bar struct {
	High  uint8 // 1…8 lamps; 0: there is none
	Leads bool
}

// Lamps says what the 8×8 matrix shows. The first that holds wins: Rolling,
// Moment, Alarm, Count, Faces, Bars, the board of the View, Seat.
type Lamps struct {
	Seat, Seats uint8             // points at the edge or corner of Seat, of Seats around the table
	Faces       [MostFaces]string // dice or cards: "6", or a glyph of the game
	Letters     [MostFaces]string // what stands for a face that has no picture, in the panel's language
	Rolling     uint8             // the picture of a rolling animation, from 1; tells nothing of the outcome
	Alarm       string            // a glyph that must not be missed
	Blink       bool              // the dark half of an alarm's second
	Count, Of   uint16            // a countdown: Count of Of left; Of = 0: none
	Bars        [MostTallies]Bar  // a race: by seat
	Moment      games.Kind        // what has just happened, "" for nothing
	Frame       uint8             // of its animation, from 0, ten a second
}

// View is everything panel and matrix should be at one moment. It is
// comparable: equal views are not drawn twice.
type View struct {
	Kind       Kind
	Game       string              // whose glyphs the cells name, by its ID; "" for the companion's own
	File       games.Rules         // that game, if it lies in a file
	Title      string              // the first line, or in KindTurn the name in large letters
	Aside      string              // right of the title: a round, a clock
	Prompt     [MostPrompts]string // what must happen now
	Strip      [MostTallies]Tally  // what the table looks at most
	Rows       [MostRows]Row       // Rows that don't fit are for the model to scroll
	First, All uint16              // which of All rows is the first of Rows
	Tabs       [2]string           // what back and ok do where no row says it
	Big        string              // KindBig: digits at least 24 px high, or a short word; KindMoment: what has happened
	Turns      bool                // KindBig: up and down change the number
	Who, What  string              // KindBig: whose number it is, and what it is; the Title says both
	Moment     games.Kind          // KindMoment: what kind of thing
	Picture    string              // KindMoment: of the game's pictures; "": the kind's own
	Left, Top  uint8               // KindHare: where it sits, px
	Frame      uint8               // KindMoment: of its animation, from 0, ten a second
	Entry      string              // KindEntry: what has been put together
	Wheel      [5]string           // KindEntry: the letters around the one that ok takes, which is Wheel[2]
	Seal       string              // KindSeal: 64 hexadecimal digits
	QR         bool                // KindSeal: drawn as a QR code
	Code       string              // KindCode: what the QR code says; see CodeFits
	Far        bool                // KindCode: it stands at the right, against burning in
	W, H       uint8               // of the board
	Cells      [MostCells]Cell
	Edge       bool   // a frame around all 128×64 px, and everything within it
	Notice     string // something about the box that must be known, across the last line
	Lamps      Lamps
	Light      Light
	Chip       Chip  // that the panel is driven as
	Level      uint8 // by how many levels the panel shines less than it could: 0…2
	LampLevel  uint8 // and the matrix
	ShiftX     uint8 // 0…2 px to the right, against burning in
	ShiftY     uint8 // 0…2 px down
	Drift      uint8 // 0…11: texts also move into the room they leave; counts on as the shifts come round
	Unsaved    bool  // the disk doesn't answer: said on every screen
	Slow       bool  // the disk takes long over a write: said in the Notice
	Blink      bool  // a press was dropped: one inverted frame
}

// LongestLarge is how many letters a title in large letters has at most.
const LongestLarge = 12

// Large reports whether the title stands in letters 20 px high: whose turn it
// is, what has happened. A longer title, or one that leaves too little room beside it, is
// drawn like any other, and so is one over so many prompts that no row would be in sight.
func (v View) Large() bool {
	const letter, small, gap = 10, 5, 1 // small letters stand close where there is little room
	n, beside := utf8.RuneCountInString(v.Title), 0
	for part := range strings.FieldsSeq(v.Aside) { // on two lines where it must
		beside = max(beside, gap+small*utf8.RuneCountInString(part))
	}
	if v.Kind == KindTurn && v.Prompt[mostUnderLarge] != "" {
		return false
	}
	return (v.Kind == KindTurn || v.Kind == KindMessage) && n > 0 && n <= LongestLarge && letter*n+beside <= Wide
}

// mostUnderLarge is how many prompts leave room for a row under a large title.
const mostUnderLarge = (High - LargeHigh - RowHigh) / PromptHigh

// Measures of the OLED in px: 126×62 of it are drawn on while the picture isn't shifted.
const (
	Wide, High = 126, 62
	LineHigh   = 10 // of a line that is read
	PromptHigh = 12 // of one that says what is to be chosen
	RowHigh    = 13 // of a row that can be chosen
	HomeHigh   = 20 // of one with an icon
	LargeHigh  = 20 // of a title in large letters
	StripHigh  = 16 // of the tallies, with the gap above them
	TabHigh    = 12 // of the tabs, and of a notice
)

// Head returns how many px title, prompts and tallies take.
func (v View) Head() int {
	head := 0
	switch {
	case v.Large():
		head = LargeHigh
	case v.Title != "" || v.Aside != "":
		head = LineHigh
	}
	for _, p := range v.Prompt {
		if p != "" {
			head += v.PromptPitch()
		}
	}
	if v.Strip[0] != (Tally{}) {
		head += StripHigh
	}
	return head
}

// PromptPitch is how many px a prompt takes: more over rows to choose.
func (v View) PromptPitch() int {
	switch v.Kind {
	case KindMenu, KindTurn, KindConfirm, KindHome:
		return PromptHigh
	}
	return LineHigh
}

// Foot returns how many px tabs or a notice take under the rows.
func (v View) Foot() int {
	if v.Notice != "" || v.Tabs != [2]string{} {
		return TabHigh
	}
	return 0
}

// Room returns how many Rows the panel has room for.
func (v View) Room() int {
	left := max(High-v.Head()-v.Foot(), 0)
	switch v.Kind {
	case KindText, KindMessage:
		return min(left/LineHigh, MostRows)
	case KindHome:
		return left / HomeHigh
	case KindMenu, KindTurn, KindConfirm:
		return min(left/RowHigh, MostRows)
	case KindCode:
		return min((left+LineHigh/2)/LineHigh, MostRows)
	case KindBoard:
		return 1
	}
	return 0
}

// WithNotice is v under a notice. Where there is no room for one, rows give way, but not the one
// under the cursor.
func (v View) WithNotice(notice string) View {
	v.Notice = notice
	room := v.Room()
	at := slices.IndexFunc(v.Rows[:], func(r Row) bool { return r.Mark == Cursor || r.Mark == Editing })
	if by := at - room + 1; by > 0 {
		v.First += uint16(by)
		copy(v.Rows[:], v.Rows[by:])
	}
	clear(v.Rows[room:])
	return v
}

// Columns returns how many columns of 6 px a line that is read has: 20 beside the
// scrollbar, 10 beside a board or a code.
func (v View) Columns() int {
	if v.Kind == KindBoard || v.Kind == KindCode {
		return BesideColumns
	}
	return Columns - 1
}

// Scroll copies the part of rows around the cursor that the View has room for.
func (v *View) Scroll(rows []Row, cursor int) {
	room := v.Room()
	top := min(max(0, cursor-room/2), max(0, len(rows)-room))
	end := min(len(rows), top+room)
	copy(v.Rows[:], rows[top:end])
	v.First, v.All = uint16(top), uint16(len(rows))
}

// Fit is r with as much of its text as there is room for, from slid letters on.
func (r Row) Fit(width, slid int) Row {
	r = r.fitEnd(width)
	text, room := []rune(r.Text), r.room(width)
	if len(text) <= max(room, 0) {
		return r
	}
	from := min(slid, len(text)-room)
	text = text[from:]
	if len(text) > room {
		text = append(text[:room-1:room-1], '…')
	}
	r.Text = string(text)
	return r
}

// Hidden returns how many letters of a row's text a row of width columns has no room for.
func (r Row) Hidden(width int) int {
	r = r.fitEnd(width)
	return max(0, utf8.RuneCountInString(r.Text)-r.room(width))
}

// fitEnd is r with as much of its end as leaves room for its text, but two thirds of the row
// at least; one that is being chosen is seen alone where it is long.
func (r Row) fitEnd(width int) Row {
	end := []rune(r.End)
	most := max(width-utf8.RuneCountInString(r.Text)-1, 2*width/3)
	switch {
	case len(end) > width && r.Mark == Editing:
		r.Text, r.End = "", string(end[:width-2])+"…›"
	case len(end) <= most:
	case r.Mark == Editing && len(end) >= width-4:
		r.Text = ""
	case r.Mark == Editing:
	default:
		r.End = string(end[:most-1]) + "…"
	}
	return r
}

// room is how many letters of a row's text there is room for beside its end.
func (r Row) room(width int) int {
	if r.End == "" {
		return width
	}
	return width - utf8.RuneCountInString(r.End) - 1
}

// GlyphBell is the alarm of a countdown that has run out.
const GlyphBell = "bell"

// SetBeside puts lines beside a code.
func (v *View) SetBeside(lines ...string) {
	for i := range min(len(lines), len(v.Rows)) {
		v.Rows[i] = Row{Text: lines[i], Mark: Quiet}
	}
}
