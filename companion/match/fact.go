package match

import "tabletop/games"

// Kind says what happened. Kinds are only ever added.
type Kind string

const (
	Started Kind = "started" // a game, its seats, its options; always the first fact and only there
	Stirred Kind = "stirred" // a line that people mixed into the sealed luck
	Drawn   Kind = "drawn"   // who sits first
	Decided Kind = "decided" // a seat's decision, or an outcome of chance
	Undone  Kind = "undone"  // the match stands again as it stood after the fact BackTo
	Ruled   Kind = "ruled"   // the table against the book
	Opened  Kind = "opened"  // the secret of the seal is published
	Sealed  Kind = "sealed"  // a new seal after the old one was opened, or its secret was lost
	Ended   Kind = "ended"   // the match is left for good; Undone reopens it
	Seated  Kind = "seated"  // somebody plays a seat from now on, or two change places
	Hinted  Kind = "hinted"  // advice that the table was given; nothing in the game has changed
)

var kinds = []Kind{Started, Stirred, Drawn, Decided, Undone, Ruled, Opened, Sealed, Ended, Seated, Hinted}

// Who answers for chance.
const (
	Device = "device" // the sealed luck of package luck
	Table  = "table"  // people, with real dice and cards
)

// Bounds of a record; whatever keeps them can be written and read back.
const (
	MostFacts     = 100_000
	MostLine      = 64 << 10                 // bytes of a fact's line, without its line feed
	MostProgram   = 64 << 10                 // bytes of a program
	MostStarted   = MostLine + 2*MostProgram // bytes of the line of a fact that has one, each of its bytes escaped
	MostRecord    = 32 << 20                 // bytes of a record
	MostStirrings = 64                       // facts of that kind
	MostStirring  = 200                      // bytes of one
)

// Fact is one line of a record. Of the fields after Kind each kind has its own;
// what a kind doesn't have is the zero value. Where a fact is folded, Seq, MS, and
// Seat may be zero: Seq counts the facts, MS stays what it was, Seat follows
// from the rules. What is given must be right.
type Fact struct {
	Seq  int    // counts the facts of a match from 1
	At   string // wall-clock time, a label that nothing depends on
	MS   int64  // milliseconds of match time, never running backwards
	Idle int64  // of those since the fact before, what was nobody's; see Times
	Kind Kind

	Game    string            // Started: the name of its Rules
	Program string            // Started: the text of a game in a file, so that the record replays anywhere
	Seats   []string          // Started: names in the order of their chairs
	Options map[string]string // Started: those that were chosen
	Series  string            // Started: what links the games of a series
	Clock   string            // Started: how the seats' time is counted; see Clock
	Seal    string            // Started, Sealed: 64 hexadecimal digits, see package luck
	Lost    bool              // Sealed: the secret of the seal before is lost; see Match.Lost
	Seat    games.Seat        // Decided: who; 0 is chance. Seated: which seat
	Says    string            // Stirred, Drawn, Decided, Ruled: the line entered, or the notation; Seated: the name; Hinted: the advice
	Among   []int             // Drawn: the chairs that it could be, rising; none: all of them
	Luck    string            // Drawn, Decided by chance: who answered; Started: who answers by default
	Why     string            // Ruled: the reason, in the table's words
	BackTo  int               // Undone: an earlier Seq, also of a fact that was itself undone
	Secret  string            // Opened: 64 hexadecimal digits

	present presence // what a line of JSON spelled out, zero or not
}

type presence struct{ seq, ms, seat bool }

// belongs lists the fields each kind may have beside seq, at, ms, idle and kind.
var kindFields = map[Kind]string{
	Started: "game program seats options series clock seal luck",
	Stirred: "says",
	Drawn:   "says among luck",
	Decided: "seat says luck",
	Undone:  "back_to",
	Ruled:   "says why",
	Opened:  "secret",
	Sealed:  "seal lost",
	Ended:   "",
	Seated:  "seat says",
	Hinted:  "says",
}

// outcome reports whether f tells an outcome of chance.
func (f *Fact) isOutcome() bool {
	return f.Kind == Drawn || f.Kind == Decided && f.Seat == games.Chance
}

// human reports whether f is a step that people took in the game, and may take back.
func (f *Fact) isHuman() bool {
	return f.Kind == Ruled || f.Kind == Seated || f.Kind == Decided && f.Luck != Device
}
