package panel

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// Kind is the kind of screen. The gallery has at least one row for each.
type Kind uint8

const (
	KindMenu    Kind = iota // a title and a list with a cursor
	KindTurn                // the seat on turn in large letters, a prompt, the decisions
	KindText                // lines to read and scroll: scores, log, seal in words
	KindBig                 // one number or word across the panel: a roll, a total
	KindEntry               // a name or text being entered
	KindBoard               // a board of cells with a cursor
	KindConfirm             // a question with its answers
	KindSeal                // the seal as 4×16 digits and, in turn, as a QR code
	KindMessage             // a message
	KindDark                // nothing: the panel is off
	KindHome                // a list with a picture before each row
	KindMoment              // an event, large: a picture, a word, a name
	KindStep                // the next move of people's hands: a picture and a sentence
	KindHare                // the hare of an idle panel
	KindCode                // a QR code on its lit ground, and a text beside it
	Kinds                   // number of kinds
)

// Maximum sizes of the parts of a View.
const (
	MostPrompts = 3  // lines under the title
	MostRows    = 5  // lines under one another on the OLED
	MostCells   = 64 // squares of the largest board
	MostFaces   = 8  // dice or cards in a strip
	MostTallies = 8  // pictures with a number in a strip
	MostDice    = 16 // dice of a roll shown one by one
)

// Mark is the style of a row.
type Mark uint8

const (
	Plain   Mark = iota
	Cursor       // ok acts on this row: a bar, or a frame while the panel is dimmed
	Editing      // up and down change the End of this row, ok sets it
	Quiet        // text, no choice
)

// Row is one line of the OLED, End flush right: 19 columns of 6 px, or if Quiet 20.
type Row struct {
	Text, End string
	Icon      string // KindHome: a picture of the panel's or of the Game before the text
	Mark      Mark
}

// Tally is a number of things, with a picture of the thing, or one or two letters if it has no
// picture.
type Tally struct {
	Glyph string
	N     int16
	Seat  int8
	Mark  uint8  // the marks of package games
	Who   string // one or two letters of the owner's name, where the picture doesn't show the owner
}

// Light is the brightness of panel and matrix.
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
	Name   string // KindBig: the notation of the die
	Cursor bool
}

// Bar is the bar of a seat in a race.
type Bar struct {
	High  uint8 // 1…8 lamps; 0: no bar
	Leads bool
}

// Lamps is the content of the 8×8 matrix. The first part that is set is shown, in this order:
// Rolling, Moment, Alarm, Count, Faces, Bars, the board of the View, Seat.
type Lamps struct {
	Seat, Seats uint8             // points at the edge or corner of Seat, of Seats around the table
	Faces       [MostFaces]string // dice or cards: "6", or a glyph of the game
	Letters     [MostFaces]string // letters for faces without a picture, in the panel's language
	Rolling     uint8             // frame of the rolling animation, from 1; independent of the outcome
	Alarm       string            // a flashing glyph
	Blink       bool              // the dark half of an alarm's second
	Count, Of   uint16            // a countdown: Count of Of left; Of = 0: none
	Bars        [MostTallies]Bar  // a race, by seat
	Moment      games.Kind        // the kind of the moment, or ""
	Frame       uint8             // frame of its animation, from 0, ten a second
}

// View is the whole content of panel and matrix at one moment. It is comparable: equal views
// are not drawn twice.
type View struct {
	Kind       Kind
	Game       string              // ID of the game whose glyphs the cells name; "" for the companion's own
	File       games.Rules         // that game, if it comes from a file
	Title      string              // the first line, or in KindTurn the name in large letters
	Aside      string              // right of the title: a round, a clock
	Prompt     [MostPrompts]string // the task
	Strip      [MostTallies]Tally  // the tallies that the table looks at most
	Rows       [MostRows]Row       // the visible rows; the model scrolls
	First, All uint16              // index of the first visible row, and number of all rows
	Tabs       [2]string           // actions of back and ok, if no row says them
	Big        string              // KindBig: digits at least 24 px high, or a short word; KindMoment: the event
	Turns      bool                // KindBig: up and down change the number
	Who, What  string              // KindBig: owner and meaning of the number; the Title has both
	Moment     games.Kind          // KindMoment
	Picture    string              // KindMoment: name of a picture of the game; "" for that of the kind
	Left, Top  uint8               // KindHare: its position, px
	Frame      uint8               // KindMoment: frame of the animation, from 0, ten a second
	Entry      string              // KindEntry: the letters entered so far
	Wheel      [5]string           // KindEntry: letters of the wheel; ok takes Wheel[2]
	Seal       string              // KindSeal: 64 hexadecimal digits
	QR         bool                // KindSeal: drawn as a QR code
	Code       string              // KindCode: text of the QR code; see door.Fits
	Far        bool                // KindCode: the code stands at the right, against burn-in
	W, H       uint8               // of the board
	Cells      [MostCells]Cell
	Edge       bool   // a frame around all 128×64 px, with the picture inside
	Notice     string // a warning about the box, across the last line
	Lamps      Lamps
	Light      Light
	Chip       Chip  // the controller of the panel
	Level      uint8 // dimming of the panel, 0…2 levels below full
	LampLevel  uint8 // dimming of the matrix
	ShiftX     uint8 // 0…2 px to the right, against burn-in
	ShiftY     uint8 // 0…2 px down
	Drift      uint8 // 0…11: shifts texts within their free room; increases after each round of shifts
	Unsaved    bool  // the disk fails: every screen shows a mark
	Slow       bool  // a write takes long: the Notice says so
	Blink      bool  // a press was dropped: one inverted frame
}

// LongestLarge is the maximum number of letters of a large title.
const LongestLarge = 12

// Large reports whether the title of a turn or message is drawn 20 px high. A long title, one
// with too little room beside it, and one over so many prompts that no row would fit are drawn
// in the usual size.
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

// mostUnderLarge is the number of prompts that leave room for a row under a large title.
const mostUnderLarge = (High - LargeHigh - RowHigh) / PromptHigh

// Measures of the OLED in px. An unshifted picture has 126×62.
const (
	Wide, High = 126, 62
	LineHigh   = 10 // a line of text
	PromptHigh = 12 // a prompt over rows to choose
	RowHigh    = 13 // a row to choose
	HomeHigh   = 20 // a row with an icon
	LargeHigh  = 20 // a large title
	StripHigh  = 16 // the tallies, with the gap above them
	TabHigh    = 12 // the tabs, or a notice
)

// Head returns the height of title, prompts and tallies, px.
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

// PromptPitch returns the height of a prompt, px. It is greater over rows to choose.
func (v View) PromptPitch() int {
	switch v.Kind {
	case KindMenu, KindTurn, KindConfirm, KindHome:
		return PromptHigh
	}
	return LineHigh
}

// Foot returns the height of the tabs or the notice under the rows, px.
func (v View) Foot() int {
	if v.Notice != "" || v.Tabs != [2]string{} {
		return TabHigh
	}
	return 0
}

// Room returns the number of Rows that fit.
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

// WithNotice returns v with a notice. If there is no room for it, rows are dropped, but never the
// one under the cursor.
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

// Columns returns the width of a line of text in columns of 6 px: 20 beside the scrollbar, 10
// beside a board or a code.
func (v View) Columns() int {
	if v.Kind == KindBoard || v.Kind == KindCode {
		return BesideColumns
	}
	return Columns - 1
}

// Scroll copies the rows around the cursor that fit into the View.
func (v *View) Scroll(rows []Row, cursor int) {
	room := v.Room()
	top := min(max(0, cursor-room/2), max(0, len(rows)-room))
	end := min(len(rows), top+room)
	copy(v.Rows[:], rows[top:end])
	v.First, v.All = uint16(top), uint16(len(rows))
}

// Fit returns r cut to width columns. Its text begins at letter slid.
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

// Hidden returns the number of letters that don't fit into width columns.
func (r Row) Hidden(width int) int {
	r = r.fitEnd(width)
	return max(0, utf8.RuneCountInString(r.Text)-r.room(width))
}

// fitEnd returns r with its End cut to leave room for the text, but to no less than two thirds
// of the row. A long End that is being chosen is shown alone.
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

// room returns the number of letters that fit beside the End of a row.
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
