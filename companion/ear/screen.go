package ear

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/companion/words"
)

// Level is a level of speech.
type Level string

// Levels of speech. At any other Level nothing is spoken either.
const (
	None Level = "none"
	Some Level = "some" // whose turn it is, outcomes and moments
	All  Level = "all"  // also each row as the bar moves, titles, questions, refusals and edits
)

// Earcon is a short sound that isn't speech.
type Earcon uint8

// Earcons.
const (
	Silence Earcon = iota
	Edge           // the bar or the number can't go further, or the bar has come round
	Refusal        // the press has no effect, or a rule forbids it
	Done           // a decision or a value is set
)

// Screen is the full text of the panel at one time, in the words of the panel. Pictures have their
// names. Texts of several lines have line breaks. A Screen is comparable.
type Screen struct {
	Lang words.Lang // language of the texts

	Depth, Kind int    // number of pages below, and kind of the page; with Title they tell pages apart
	Title       string // first line
	Aside       string // text beside the title: a round, a clock
	Prompt      string // question or task
	Turn        string // seat on turn and its task; it stays while a page covers the match
	Result      string // last outcome of dice or cards; it stays while a page covers the match
	Outcome     int    // number of the fact with Result
	Moment      string // event that covers the page
	Event       int    // number that tells Moment from others
	Refused     bool   // whether the page says that a press is refused
	Strip       string // counts that the table looks at, by line
	Board       string // occupied squares of the board, by line
	Lines       string // text to read, from the first visible line on
	Before      string // text to read above the first visible line
	Big         string // number or word across the panel
	Rows        string // all rows with their values, by line

	Row, End string // row under the bar, and its value
	At, Of   int    // place of the row under the bar, from 1, and the number of rows; 0 without rows
	Value    string // value that is being chosen in the row
	Cell     string // square under the cursor of the board
	Entry    string // letters entered so far
	Sign     string // sign of the wheel that ok takes; "" without a wheel
	Keys     string // what back and ok do, where no row says it
	Notice   string // warning about the box

	Say     string // announcement, spoken at any level whenever Says changes
	Says    int    // number of announcements
	Reads   int    // number of requests to read the whole screen
	Presses int    // number of key presses
	Edges   int    // number of presses beyond an edge
	Drops   int    // number of refused presses
	Seq     int    // number of decisions and settings that are stored
}

// Next compares the screen before with the screen now. It returns the text to speak, or ""
// for nothing, and the sound to play. If cut is true, everything that is still being spoken ends first. Otherwise
// text follows it: so the turn follows the moment that has ended by itself.
func Next(was, is Screen, level Level) (text string, cut bool, earcon Earcon) {
	v, pressed := voiceOf(is.Lang), is.Presses != was.Presses
	switch {
	case is.Says != was.Says:
		return v.spoken(is.Say), true, Silence
	case level == Some:
		text = v.some(was, is)
	case level == All && is.Reads != was.Reads:
		return Whole(is), true, Silence
	case level == All:
		text, earcon = v.all(was, is), earconOf(was, is)
	}
	return text, pressed || text != "" && was.Moment == "", earcon
}

// earconOf returns the sound for the step from one screen to the next.
func earconOf(was, is Screen) Earcon {
	round := is.At - was.At
	switch {
	case is.Drops != was.Drops:
		return Refusal
	case is.Edges != was.Edges, !opened(was, is) && is.Of > 2 && is.Of == was.Of && max(round, -round) == is.Of-1:
		return Edge
	case is.Seq != was.Seq:
		return Done
	}
	return Silence
}

// opened reports whether is shows another page than was.
func opened(was, is Screen) bool {
	return was.Depth != is.Depth || was.Kind != is.Kind || was.Title != is.Title || was.Event != is.Event
}

// some returns the text for level Some.
func (v voice) some(was, is Screen) string {
	return v.join(event(was, is), outcome(was, is), news(was.Turn, is.Turn))
}

// event returns the moment of is, if it is another one than that of was.
func event(was, is Screen) string {
	if was.Event == is.Event {
		return ""
	}
	return is.Moment
}

// outcome returns the outcome of is, if it is another one than that of was.
func outcome(was, is Screen) string {
	if was.Outcome == is.Outcome {
		return ""
	}
	return is.Result
}

// news returns now, or "" if it was the same before.
func news(was, now string) string {
	if was == now {
		return ""
	}
	return now
}

// all returns the text for level All.
func (v voice) all(was, is Screen) string {
	if is.Moment != "" {
		return v.join(event(was, is), outcome(was, is))
	}
	result := outcome(was, is)
	if opened(was, is) {
		was = Screen{Notice: was.Notice}
	}
	return v.join(news(was.Title, is.Title), result, news(was.Prompt, is.Prompt), news(was.Lines, is.Lines),
		news(was.Big, is.Big), v.typed(was, is), v.moved(was, is), news(was.Notice, is.Notice))
}

// typed returns the text for letters that are being entered.
func (v voice) typed(was, is Screen) string {
	switch {
	case is.Sign == "":
		return ""
	case is.Entry == was.Entry && is.Sign != was.Sign:
		return v.signName(is.Sign)
	case is.Entry == was.Entry:
		return ""
	case is.Entry == "":
		return v.w.Word("ear.empty")
	}
	return v.named(strings.TrimSpace(is.Entry))
}

// named returns a text, or the name of a single letter.
func (v voice) named(text string) string {
	if utf8.RuneCountInString(text) == 1 {
		return v.letter(runeAt(text))
	}
	return text
}

// signName returns the name of a sign of the wheel.
func (v voice) signName(sign string) string {
	if v.w.Has("ear.wheel." + sign) {
		return v.w.Word("ear.wheel." + sign)
	}
	if name := v.letter(runeAt(sign)); name != "" {
		return name
	}
	return v.spelled(sign)
}

// moved returns the text for the row under the bar.
func (v voice) moved(was, is Screen) string {
	switch {
	case is.Value != "" && is.Row == was.Row && is.At == was.At:
		return news(was.Value, is.Value)
	case is.Value != "":
		return v.join(is.Row, is.Value)
	case is.Row == was.Row && is.End == was.End && is.At == was.At && is.Of == was.Of && is.Cell == was.Cell && was.Value == "":
		return ""
	}
	return v.bar(is)
}

// bar returns the row under the bar with its value, its square and its place: "Players, 4, 2 of 7".
func (v voice) bar(is Screen) string {
	place := ""
	if is.Of > 1 {
		place = v.w.Word("ear.place", strconv.Itoa(is.At), strconv.Itoa(is.Of))
	}
	var all []string
	for _, part := range []string{is.Row, is.End, is.Cell, place} {
		if part = v.spoken(part); part != "" {
			all = append(all, part)
		}
	}
	return strings.Join(all, ", ")
}

// Whole returns everything on a screen, from top to bottom.
func Whole(is Screen) string {
	v := voiceOf(is.Lang)
	all := []string{is.Moment, is.Title, is.Aside, is.Prompt, is.Result, is.Strip, is.Board, is.Before, is.Lines, is.Big, is.Entry}
	if is.Sign != "" {
		all = append(all, v.signName(is.Sign))
	}
	all = append(all, is.Rows, is.Value, v.bar(is), is.Keys, is.Notice)
	return v.join(all...)
}

// join returns texts as they are spoken, one sentence after the other.
func (v voice) join(texts ...string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = v.spoken(text)
	}
	return words.Sentences(all...)
}
