package match

import "tabletop/games"

// Kind is the kind of a fact. New versions never remove a kind.
type Kind string

const (
	Started Kind = "started" // start of the match, with game, seats and options; only the first fact
	Stirred Kind = "stirred" // line of text that people stirred into the sealed luck
	Drawn   Kind = "drawn"   // drawing of the first seat
	Decided Kind = "decided" // decision of a seat, or outcome of chance
	Undone  Kind = "undone"  // return of the match to the state after the fact BackTo
	Ruled   Kind = "ruled"   // ruling of the table that differs from the rules
	Opened  Kind = "opened"  // publication of the seal's secret
	Sealed  Kind = "sealed"  // new seal, after the old one was opened or its secret was lost
	Ended   Kind = "ended"   // end of the match for good; Undone reopens the match
	Seated  Kind = "seated"  // change of players: a player takes a seat, or two players swap seats
	Hinted  Kind = "hinted"  // advice given to the table; it doesn't change the position
)

var kinds = []Kind{Started, Stirred, Drawn, Decided, Undone, Ruled, Opened, Sealed, Ended, Seated, Hinted}

// Sources of chance.
const (
	Device = "device" // the device draws outcomes from a sealed secret: see package luck
	Table  = "table"  // people enter the outcomes of real dice and cards
)

// Bounds of a record. A record within these bounds can be written and read back.
const (
	MostFacts     = 100_000                  // maximum number of facts in a record
	MostLine      = 64 << 10                 // maximum bytes of a line, without its line feed
	MostProgram   = 64 << 10                 // maximum bytes of a program
	MostStarted   = MostLine + 2*MostProgram // maximum bytes of a line with a program; escapes may double the program's size
	MostRecord    = 32 << 20                 // maximum bytes of a record
	MostStirrings = 64                       // maximum number of facts of kind Stirred
	MostStirring  = 200                      // maximum bytes of a stirring
)

// Fact is one line of a record. Each kind uses some of the fields after Kind and leaves the
// others zero. In a fact passed to Fold, Seq, MS and Seat may be zero. Fold then sets Seq to the
// next number, MS to the match time of the previous fact, and Seat to the seat on turn. Fold
// refuses any other wrong value.
type Fact struct {
	Seq  int    // number of the fact in the match, from 1
	At   string // wall-clock time, a label without effect
	MS   int64  // match time in milliseconds; never decreases
	Idle int64  // milliseconds since the previous fact that count for no seat; see Times
	Kind Kind

	Game    string            // Started: name of the game's Rules
	Program string            // Started: text of the game's file, if it has one, to replay the record without the file
	Seats   []string          // Started: names of the players in the order of chairs
	Options map[string]string // Started: chosen options
	Series  string            // Started: name of the series to which the match belongs
	Clock   string            // Started: clock in the format of ParseClock
	Seal    string            // Started, Sealed: seal of 64 hexadecimal digits, see package luck
	Lost    bool              // Sealed: the secret of the previous seal is lost; see Match.LostSeq
	Seat    games.Seat        // Decided: seat that decides, 0 for chance; Seated: seat of the player
	Says    string            // Stirred: line of text; Drawn, Decided, Ruled: notation; Seated: player's name; Hinted: advice
	Among   []int             // Drawn: numbers of the possible chairs, ascending; none means all
	Luck    string            // Drawn, Decided by chance: Device or Table; Started: default source
	Why     string            // Ruled: reason for the ruling, as text
	BackTo  int               // Undone: seq of the earlier fact to return to; that fact may be undone too
	Secret  string            // Opened: secret of the seal, 64 hexadecimal digits

	present presence // whether the parsed JSON had seq, ms and seat, even with the value 0
}

type presence struct{ seq, ms, seat bool }

// kindFields maps each kind to the names of its fields, separated by blanks. Every kind also has
// seq, at, ms, idle and kind.
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

// isHuman reports whether people caused f and can undo it: a ruling, a change of seats, or a
// decision that the device didn't draw.
func (f *Fact) isHuman() bool {
	return f.Kind == Ruled || f.Kind == Seated || f.Kind == Decided && f.Luck != Device
}
