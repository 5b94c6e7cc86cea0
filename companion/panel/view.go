package panel

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// Kind is the kind of screen that a View has. The gallery has at least one row for each kind.
type Kind uint8

// Kinds of screens.
const (
	KindMenu    Kind = iota // title and list with a cursor
	KindTurn                // seat on turn in large letters, a prompt, the decisions
	KindText                // lines to read and scroll: scores, log, seal in words
	KindBig                 // one number or word across the panel, such as a roll or a total
	KindEntry               // name or text that is being entered
	KindBoard               // board of cells with a cursor
	KindConfirm             // question with its answers
	KindSeal                // seal as 4×16 digits and, in turn, as a QR code
	KindMessage             // message to the players
	KindDark                // nothing, because the panel is off
	KindHome                // list with a picture before each row
	KindMoment              // large event: a picture, a word, a name
	KindStep                // next move that people make by hand: a picture and a sentence
	KindHare                // hare of an idle panel
	KindCode                // QR code on its lit ground, and a text beside it
	KindTopic               // part of a game's rules: a title, a picture and up to MostRows lines
	Kinds                   // number of kinds
)

// Maximum numbers of parts of a View.
const (
	MostPrompts = 3  // maximum number of prompts, which are lines under the title
	MostRows    = 5  // maximum number of rows on the OLED
	MostCells   = 64 // number of squares of the largest board
	MostFaces   = 8  // maximum number of dice or cards in a strip
	MostTallies = 12 // maximum number of tallies, which are pictures with a number
	MostBars    = 8  // maximum number of bars of a race, which takes a column of lamps for each
	MostTotals  = 4  // maximum number of scores beside other tallies
	MostColours = 12 // maximum number of seats with a colour of their own
	MostDice    = 16 // maximum number of dice of a roll that are drawn one by one
)

// Mark is the style of a row.
type Mark uint8

const (
	Plain   Mark = iota
	Cursor       // ok acts on this row; drawn as a bar, or as a frame while the panel is dimmed
	Editing      // up and down change the End of this row, and ok sets it
	Quiet        // text that can't be chosen
)

// Row is one row on the OLED, with End flush right. It has 19 columns of 6 px, or 20 if its Mark is
// Quiet.
type Row struct {
	Text, End string
	// Icon names a picture before the text, in KindHome: a picture of the panel or of the game in
	// View.Game. In other kinds it names the picture of the player whose name is in the row, drawn after
	// the text if there is room.
	Icon string
	Mark Mark
}

// Tally is a count of things. It has a picture of the thing, or one or two letters if there is no
// picture.
type Tally struct {
	Glyph string
	N     int16
	Seat  int8
	Mark  uint8 // marks of package games
	// Who is one or two letters of the owner's name, if the picture doesn't show the owner.
	Who string
	// Letter tells the picture from others that look alike, in the panel's language.
	Letter string
	// Leads is true for a score that no other seat exceeds.
	Leads bool
}

// Light is the brightness of the OLED or the matrix.
type Light uint8

const (
	Bright Light = iota
	Dim
	Off
)

// Cell is one square of a board, on the OLED and the matrix.
type Cell struct {
	Glyph  string // name of one of the game's glyphs, or short text
	Seat   int8
	Mark   uint8  // marks of package games
	Tag    string // a few letters in the corner of the cell
	Name   string // notation of the die, in KindBig
	Cursor bool
}

// Bar is the bar of one seat in a race on the matrix.
type Bar struct {
	High  uint8 // height in lamps, 1 to 8; 0 for no bar
	Leads bool
}

// Lamps is the content of the matrix of 8×8 lamps. The matrix shows the first part that is set, in
// this order: Rolling, Moment, Alarm, Count, Faces, Bars, the board of the View, Seat.
type Lamps struct {
	// Seat is the seat to point at, and Seats the number of seats around the table. A table with more
	// than eight shows the number of the seat instead.
	Seat, Seats uint8
	Faces       [MostFaces]string // faces of dice or cards: "6", or the name of a glyph
	Letters     [MostFaces]string // letters for faces without a picture, in the panel's language
	// Rolling is the frame of the rolling animation, from 1. It doesn't depend on the outcome.
	Rolling   uint8
	Alarm     string        // name of a flashing glyph
	Blink     bool          // whether a blinking alarm is dark at the moment
	Count, Of uint16        // remaining and total units of a countdown; none if Of is 0
	Bars      [MostBars]Bar // bars of a race by seat
	// Colours holds the colours of the players, by seat: numbers from 1 of the list of package people. 0
	// is the colour of a seat without a player.
	Colours [MostColours]uint8
	Emblem  string     // name of the picture that the player of Seat has chosen; "" for none
	Moment  games.Kind // kind of the moment; "" for none
	Frame   uint8      // frame of the moment's animation, from 0, ten a second
}

// View is the whole content of OLED and matrix at one time. It is comparable: equal views are not
// drawn twice.
type View struct {
	Kind Kind
	// Game is the ID of the game whose glyphs the cells name, or "" for the companion's own glyphs.
	Game       string
	File       games.Rules         // rules of that game, if it comes from a file
	Title      string              // first line; in KindTurn the name in large letters
	Emblem     string              // name of the picture of the player in Title, in KindTurn; "" for none, and drawn only if there is room
	Aside      string              // text right of the title: a round, a clock
	Prompt     [MostPrompts]string // task of the players
	Strip      [MostTallies]Tally  // tallies that the table looks at most often
	Totals     [MostTotals]Tally   // scores of the seats, in two lines right of Strip
	Rows       [MostRows]Row       // visible rows, which the model scrolls
	First, All uint16              // index of the first visible row, and the number of all rows
	Tabs       [2]string           // labels of back and ok, if no row has them
	// Big is the number of KindBig (drawn at least 24 px high) or a short word in place of a
	// number. In KindMoment it is the word for the event.
	Big   string
	Turns bool // whether up and down change the number, in KindBig
	// Who is the owner of the number in KindBig, and What is the meaning of the number. Title
	// contains both.
	Who, What string
	Moment    games.Kind // kind of the moment, in KindMoment
	// Picture names a picture of the game, in KindMoment, KindStep and KindTopic. If it is "" in
	// KindMoment, the picture of the kind is drawn.
	Picture   string
	Topic     string    // key of the topic of Game, in KindTopic
	Left, Top uint8     // position of the hare in px, in KindHare
	Frame     uint8     // frame of the animation, from 0, ten a second, in KindMoment
	Entry     string    // entered letters, in KindEntry
	Wheel     [5]string // letters of the wheel, in KindEntry; ok takes Wheel[2]
	Seal      string    // 64 hexadecimal digits, in KindSeal
	QR        bool      // whether the seal is drawn as a QR code, in KindSeal
	Code      string    // text of the QR code, in KindCode; see qr.FitsPanel
	// Far is true if the QR code of KindCode stands at the right. The code changes sides to prevent
	// burn-in.
	Far       bool
	W, H      uint8 // width and height of the board in cells
	Part      bool  // whether the board is part of one and drawn beside the text, in KindStep
	Cells     [MostCells]Cell
	Edge      bool   // whether a frame is drawn around all 128×64 px and the picture inside it
	Notice    string // warning about the box, across the last line
	Lamps     Lamps
	Light     Light // brightness of the OLED
	LampLight Light // brightness of the matrix
	Chip      Chip  // controller of the OLED
	Level     uint8 // dimming of the OLED: levels below full brightness, 0 to 2
	LampLevel uint8 // dimming of the matrix, like Level
	ShiftX    uint8 // shift to the right, 0 to 2 px; prevents burn-in
	ShiftY    uint8 // shift down, 0 to 2 px
	// Drift is a step, 0 to 11, that selects the offset of each text within the free room around
	// the text. It changes after each round of shifts.
	Drift   uint8
	Unsaved bool // whether the disk fails; every screen then shows a mark
	Slow    bool // whether a write takes long; the Notice then tells people
	Blink   bool // whether a press was dropped; one frame is then inverted
}

// LongestLarge is the maximum number of letters of a large title.
const LongestLarge = 12

// TextView returns a page of text with a title, the first line, and up to MostRows further lines.
func TextView(lines []string) View {
	v := View{Kind: KindText, Title: lines[0]}
	for i, line := range lines[1:min(len(lines), MostRows+1)] {
		v.Rows[i] = Row{Text: line, Mark: Quiet}
	}
	return v
}

// Large reports whether the title of a turn or message is drawn 20 px high. Three conditions must
// hold: the title is short, it has enough room beside it, and the prompts leave room for a row. Beside
// tallies there is no room for prompts.
func (v View) Large() bool {
	// Measures in px: the width of a large letter, the width of a small letter, and the gap between
	// them. Small letters are close if there is little room.
	const letter, small, gap = 10, 5, 1
	n, beside := utf8.RuneCountInString(v.Title), 0
	for part := range strings.FieldsSeq(v.Aside) { // aside on two lines if necessary
		beside = max(beside, gap+small*utf8.RuneCountInString(part))
	}
	most := mostUnderLarge
	if v.Strip[0] != (Tally{}) {
		most = 0
	}
	if v.Kind == KindTurn && v.Prompt[most] != "" {
		return false
	}
	if v.Kind == KindMessage && v.Tabs != [2]string{} {
		return false // the text needs the room
	}
	return (v.Kind == KindTurn || v.Kind == KindMessage) && n > 0 && n <= LongestLarge && letter*n+beside <= Wide
}

// mostUnderLarge is the maximum number of prompts under a large title that leave room for a row.
const mostUnderLarge = (High - LargeHigh - RowHigh) / PromptHigh

// Sizes of the picture and its rows in px. The picture (Wide×High) is smaller than the OLED, so that
// it can be shifted by up to 2 px.
const (
	Wide, High = 126, 62
	LineHigh   = 10 // height of a line of text, px
	PromptHigh = 12 // height of a prompt over rows to choose, px
	RowHigh    = 13 // height of a row to choose, px
	HomeHigh   = 20 // height of a row with an icon, px
	LargeHigh  = 20 // height of a large title, px
	StripHigh  = 16 // height of the tallies and the gap above them, px
	TabHigh    = 12 // height of the tabs or of a notice, px
)

// Head returns the height in px of title, prompts and tallies.
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

// PromptPitch returns the height of a prompt in px. It is greater over rows to choose, unless tallies
// need the room.
func (v View) PromptPitch() int {
	switch v.Kind {
	case KindTurn:
		if v.Strip[0] != (Tally{}) {
			return LineHigh
		}
		return PromptHigh
	case KindMenu, KindConfirm, KindHome:
		return PromptHigh
	}
	return LineHigh
}

// Foot returns the height in px of the tabs or the notice under the rows.
func (v View) Foot() int {
	if v.Notice != "" || v.Tabs != [2]string{} {
		return TabHigh
	}
	return 0
}

// Room returns the number of rows that fit on the OLED.
func (v View) Room() int {
	left := max(High-v.Head()-v.Foot(), 0)
	switch v.Kind {
	case KindText, KindMessage, KindTopic:
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

// WithNotice returns v with a notice. If there is no room for the notice, it drops rows, but never
// the row under the cursor.
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

// Scroll sets the visible rows of the View: as many of rows around index cursor as fit.
func (v *View) Scroll(rows []Row, cursor int) {
	room := v.Room()
	top := min(max(0, cursor-room/2), max(0, len(rows)-room))
	end := min(len(rows), top+room)
	copy(v.Rows[:], rows[top:end])
	v.First, v.All = uint16(top), uint16(len(rows))
}

// Fit returns r with its texts cut to width columns in all. It omits the first slid letters of a
// text that is too long.
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

// FitEnd returns r with its text cut at the beginning, so that it fits into width columns: "…left".
func (r Row) FitEnd(width int) Row {
	r = r.fitEnd(width)
	if text, room := []rune(r.Text), r.room(width); len(text) > room && room > 1 {
		r.Text = "…" + string(text[len(text)-room+1:])
	}
	return r
}

// Hidden returns the number of letters of the text of r that don't fit into width columns.
func (r Row) Hidden(width int) int {
	r = r.fitEnd(width)
	return max(0, utf8.RuneCountInString(r.Text)-r.room(width))
}

// fitEnd returns r with its End cut to leave room for the text. It cuts End to no less than two
// thirds of width. A long End that is being chosen is shown without the text.
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

// room returns the number of letters of the text that fit beside the End of r.
func (r Row) room(width int) int {
	if r.End == "" {
		return width
	}
	return width - utf8.RuneCountInString(r.End) - 1
}

// GlyphBell is the name of the glyph that flashes when a countdown has ended.
const GlyphBell = "bell"

// HasCode reports whether the view has a QR code.
func (v *View) HasCode() bool {
	return v.Kind == KindSeal && v.QR || v.Kind == KindCode && v.Code != ""
}

// SetBeside sets the lines beside a QR code.
func (v *View) SetBeside(lines ...string) {
	for i := range min(len(lines), len(v.Rows)) {
		v.Rows[i] = Row{Text: lines[i], Mark: Quiet}
	}
}
