package match

import "tabletop/games"

// Kind is the kind of a fact. Kinds are never removed.
type Kind string

const (
	Started Kind = "started" // a game, its seats and its options; only the first fact
	Stirred Kind = "stirred" // a line that people stirred into the sealed luck
	Drawn   Kind = "drawn"   // the first seat
	Decided Kind = "decided" // a seat's decision, or an outcome of chance
	Undone  Kind = "undone"  // the match returns to the state after the fact BackTo
	Ruled   Kind = "ruled"   // a ruling of the table that differs from the rules
	Opened  Kind = "opened"  // the secret of the seal is published
	Sealed  Kind = "sealed"  // a new seal after the old one was opened or its secret lost
	Ended   Kind = "ended"   // the match is ended for good; Undone reopens it
	Seated  Kind = "seated"  // a player takes a seat, or two players swap seats
	Hinted  Kind = "hinted"  // advice given to the table; the position doesn't change
)

var kinds = []Kind{Started, Stirred, Drawn, Decided, Undone, Ruled, Opened, Sealed, Ended, Seated, Hinted}

// Sources of chance.
const (
	Device = "device" // the sealed luck of package luck
	Table  = "table"  // people, with real dice and cards
)

// Bounds of a record. A record within these bounds can be written and read back.
const (
	MostFacts     = 100_000
	MostLine      = 64 << 10                 // bytes of a line, without its line feed
	MostProgram   = 64 << 10                 // bytes of a program
	MostStarted   = MostLine + 2*MostProgram // bytes of a line with a program, each byte of which may be escaped
	MostRecord    = 32 << 20                 // bytes of a record
	MostStirrings = 64                       // facts of kind Stirred
	MostStirring  = 200                      // bytes of a stirring
)

// Fact is one line of a record. Each kind uses some of the fields after Kind; the others are
// zero. In a fact passed to Fold, Seq, MS and Seat may be zero: Seq then becomes the next
// number, MS that of the previous fact, and Seat that of the turn. Other values must be right.
type Fact struct {
	Seq  int    // number of the fact in the match, from 1
	At   string // wall-clock time, a label without effect
	MS   int64  // match time in milliseconds; never decreases
	Idle int64  // milliseconds since the previous fact that count for no seat; see Times
	Kind Kind

	Game    string            // Started: name of the Rules
	Program string            // Started: text of a game in a file, so that the record can be replayed without the file
	Seats   []string          // Started: names in the order of chairs
	Options map[string]string // Started: chosen options
	Series  string            // Started: name of the series
	Clock   string            // Started: format of ParseClock
	Seal    string            // Started, Sealed: 64 hexadecimal digits, see package luck
	Lost    bool              // Sealed: the secret of the previous seal is lost; see Match.LostSeq
	Seat    games.Seat        // Decided: the seat, 0 for chance. Seated: the seat
	Says    string            // Stirred, Drawn, Decided, Ruled: the line or the notation; Seated: the name; Hinted: the advice
	Among   []int             // Drawn: the possible chairs, ascending; none for all
	Luck    string            // Drawn, Decided by chance: Device or Table; Started: the default
	Why     string            // Ruled: the reason as text
	BackTo  int               // Undone: an earlier Seq; that fact may be undone itself
	Secret  string            // Opened: 64 hexadecimal digits

	present presence // fields present in the parsed JSON, zero or not
}

type presence struct{ seq, ms, seat bool }

// kindFields lists the fields of each kind, besides seq, at, ms, idle and kind.
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

// isOutcome reports whether f is an outcome of chance.
func (f *Fact) isOutcome() bool {
	return f.Kind == Drawn || f.Kind == Decided && f.Seat == games.Chance
}

// isHuman reports whether f is an action of people, which they can undo.
func (f *Fact) isHuman() bool {
	return f.Kind == Ruled || f.Kind == Seated || f.Kind == Decided && f.Luck != Device
}
