package table

import "tabletop/games"

// Def is a table game as plain data: the seats, the order of turns, the times when points are
// written down, and the end. The zero value is a game of two to eight seats that take turns
// clockwise, write points down at any time and finish at will. [New] makes a game of a Def.
//
// Names of phases, lines and roles are letters, up to [MostLetters]. The catalogue may have a
// text for each under "word.NAME"; otherwise the name itself is shown.
type Def struct {
	Name string // name of the game in records: lower-case letters and digits

	// Words are catalogues, "ru" and "en" with the same keys, which take precedence over the
	// engine's own. They contain at least "title" and "about", and may replace any text of the
	// engine. Glyphs, Pictures and Art also take precedence over the engine's. Their format is
	// that of games.Rules.Assets.
	Words map[string]string
	// Explained contains the names of phases without a text in Words that have topics of their own.
	// The text of their order is then under "phase.NAME" too.
	Explained             []string
	Glyphs, Pictures, Art string

	// Options are asked for before the game. With returns the Def for a valid set-up; the name,
	// words and options of that Def are ignored. An error that is no games.Illegal is converted to
	// one. A nil With means that this Def applies to all set-ups.
	Options []games.Option
	With    func(games.Setup) (Def, error)

	// Edition is the edition of this type by which d is meant. 0 and 1 are the same. Since edition 2
	// a sheet is computed from its numbers, hooks are called after every decision, and with teams
	// the points in a [Position] are those of teams. Since edition 3 sums are kept, corrections judge the
	// end anew, Refuse judges every entered number, any phase with Close can be closed, and points Turn
	// without a sheet are kept as numbers.
	Edition int

	Least, Most int // numbers of seats, 1 to MostSeats; 0: 2 for Least, UsualSeats for Most
	Teams       int // number of teams, each with one score; seat n is in team (n-1)%Teams; 0: none
	// Drawn means that chance draws the player of seat 1, which begins. Otherwise the table
	// decides.
	Drawn bool
	Roles []Role

	Phases []Phase // phases of each round, up to MostPhases; empty: one, of order Clockwise
	First  First   // order of the first round
	Next   First   // order of each later round
	NextBy []Key   // numbers that order each later round, if Next is ByKeys

	Points   When
	From, To int    // limits of points without a Sheet; both 0: ±MostPoints
	Sheet    []Line // lines of the score sheet; nil: one number per entry
	Once     bool   // whether each seat fills each line once in the whole game, one per turn
	Final    bool   // whether seats write points down once more after the last round
	Counters []Counter
	ZeroSum  bool // whether the points of all seats in a round sum to zero
	Start    int  // initial points of each seat
	Down     bool // whether points are subtracted from the total; with a Sheet the factors decide
	Lowest   bool // whether the fewest points win

	Cup Cup // dice of the game

	Ends
	Ties Ties
	Limits

	Hooks
}

// Limits contains time limits in seconds; 0 means none. Nothing happens in the rules when one
// expires: the method Limit of a position only reports it.
type Limits struct {
	Turn, Round int // seconds per turn and per round
}

// Role is a duty that one seat has in each round, such as that of the dealer.
type Role struct {
	Name string // word for the role; the engine has a text for "dealer"
	At   int    // position after the seat that begins the round: 0 is that seat, -1 the one before
	Turn bool   // whether At counts from the seat on turn instead
}

// Order determines which seats have turns in a phase, and in which order.
type Order string

// Orders of turns in a phase.
const (
	Off       Order = "off"       // order without turns, in the only phase of a game like Score
	Clockwise Order = "clockwise" // order in which seats have turns clockwise
	Passing   Order = "passing"   // order like Clockwise, without the seats that have passed
	Snake     Order = "snake"     // order from the first seat to the last, then back
	Together  Order = "together"  // order in which all seats decide at once, each until it is ready
	Claimed   Order = "claimed"   // order in which a seat takes the turn by claiming it
	Upkeep    Order = "upkeep"    // order in which all act together, then one decision confirms it
	Write     Order = "write"     // order in which all seats write lines of the sheet, such as bids
	TeamTurns Order = "teams"     // order in which teams have turns, each by another of its seats every time
)

// Phase is a part of a round with its own order of turns.
type Phase struct {
	// Name is the word for the phase. It may be "" only if a round has one phase. The catalogue
	// may have a reminder of the phase under "phase.NAME".
	Name  string
	Order Order // order of turns; "": Clockwise
	// Circles is the number of turns of each seat in the phase or, in Claimed, the number of
	// claims. 0 means 1, in a Snake 2, and in Claimed any number. Endless means any number, until
	// the phase is closed. A Passing phase has no number of circles.
	Circles int
	// Close is the effect of the decision close: Now or Circle. An Endless phase can always be closed.
	// Before edition 3 no other could be. Phases of order Write, Upkeep and Off have no Close.
	Close Call
	Left  int // number of seats, 0 or 1, that haven't passed when a Passing phase ends
	// Again means that a seat that has passed in a Passing phase may act again, once another seat
	// has acted instead of passing.
	Again     bool
	Reverse   bool  // whether the direction of the turns may be reversed
	Backwards bool  // whether the last seat of the round is first
	By        []Key // numbers that order the turns, the best first; nil: the order of the round
	Rounds    []int // rounds that have the phase, from 1; nil: all
	// Lines names the lines of the sheet that seats write in a Write phase. Seats write the
	// remaining lines of the sheet after the round. A round without the phases of a line doesn't have
	// the line; in edition 1 it was written after the round.
	Lines []string
	Limit int // seconds for the phase; 0: none
}

// Endless is the number of circles of a phase that continues until it is closed.
const Endless = -1

// First determines the order of the seats in a round.
type First string

// Orders of a round. PassedOrder, Ranked, Shuffled and Taken give the order of all seats. Each
// constant before them determines only the seat that begins; the seats after it follow in seating
// order.
const (
	Same        First = ""         // the order of the round before; seat 1 begins the first round
	Moves       First = "moves"    // the seat after the one that began the round before
	Winner      First = "winner"   // the seat with the best points of the round before
	Loser       First = "loser"    // the seat with the worst points of the round before
	Ahead       First = "ahead"    // the seat with the best total
	Behind      First = "behind"   // the seat with the worst total
	PassedFirst First = "passed"   // the seat that passed first in the round before
	Marker      First = "marker"   // the seat last on turn in a Claimed phase
	DrawnFirst  First = "drawn"    // the seat that chance draws
	PassedOrder First = "passing"  // the seats in the order of passing in the round before
	Ranked      First = "ranked"   // the seats from the worst total to the best
	Shuffled    First = "shuffled" // the seats in an order that chance draws
	Taken       First = "taken"    // the seats in an order that the table names
	ByKeys      First = "by"       // the seats in the order of NextBy
)

// When determines the time at which points are written down.
type When string

// The times at which points are written down.
const (
	Any   When = ""      // points at any time, by "add 2 5"
	Each  When = "round" // points of all seats at the end of each round
	Turn  When = "turn"  // points with each turn; writing them down ends the turn
	End   When = "end"   // points after the last round
	Wins  When = "wins"  // one point for the winner of each round, by "win 2"
	Never When = "never" // no points, because a seat wins the game
)

// Line is a line of a score sheet. Either a seat enters its number, within limits, and Factor or
// Table converts it to points; or the number follows from other lines.
type Line struct {
	Name     string
	From, To int    // limits of the number; both 0: 0 to MostPoints
	Factor   int    // points per unit of the number; 0: 1
	Table    []Step // points by number, in rising steps; nil: the number times Factor
	Cap      int    // greatest absolute value of the points; 0: none
	Last     bool   // whether the number is written down after the last round only, in the last count
	Apart    bool   // whether the total omits these points; other lines may use the number
	Sum      Bound  // sum of all seats in a round or in the last count, such as the number of tricks; in edition 1 not 0
	Of       string // "sum", "least" or "most" of the numbers of Lines; "": a seat enters it
	Lines    []string
}

// Step is a step of a line's Table: numbers from From to the next step yield Points. Numbers below
// the first step yield 0.
type Step struct{ From, Points int }

// Cup describes the dice of a game.
type Cup struct {
	Dice  string // such as "2d6": up to MostDice dice with 2 to MostFaces faces; "": none
	Rolls int    // greatest number of rolls per turn; 0: any
	Hold  bool   // whether a seat may hold some dice and roll the rest again
}

// Call is the effect of the decisions call and close.
type Call string

// Effects of the decisions call and close.
const (
	NoCall Call = ""       // the decision is not possible
	Now    Call = "now"    // effect that the game or phase ends at once
	Circle Call = "circle" // effect that all other seats have one more turn
	Last   Call = "last"   // effect that this round is the last
	More   Call = "more"   // effect that the next round is the last
)

// Ends contains the conditions that end a game. The game ends when one of them holds. The table may
// also end it by a decision.
type Ends struct {
	Rounds int    // number of rounds; 0: no limit
	Laps   int    // number of rounds per seat; 0: no limit
	Target Bound  // total at which the game ends; if less than Start, totals reach it from above
	Beyond Beyond // effect of an entry that leads beyond the target
	AtOnce bool   // whether the target also ends the game in the middle of a round
	// BestOf ends a game with points Wins when a seat has won more than half of BestOf rounds. 0
	// means no limit.
	BestOf int
	// Matches is the number of matches of a series. Each begins anew, and the seat that wins more than
	// half of them wins. 0 means a single match.
	Matches int
	// TargetAt determines when the target ends the game: after a round ("", "round"), at any time
	// ("any"), when the seat on turn has reached it, which wins then ("turn"), or at the end of the
	// phase of that name.
	TargetAt string
	Call     Call  // effect of calling the end of the game
	Out      bool  // whether seats may drop out for good, by "out 2"
	OutAt    Bound // total at which a seat drops out
	Survivor bool  // whether the last seat or team wins; if all drop out at once, the best wins
	// Coop means that all seats play together. They win if they reach the target or, without one,
	// play all rounds. They lose when a seat is out. The decisions "won" and "lost" also end the
	// game.
	Coop bool
}

// Bound is an optional number of points.
type Bound struct {
	Is bool
	At int
}

// Beyond is the treatment of points that lead beyond the target.
type Beyond string

// Treatments of points beyond the target.
const (
	Counts  Beyond = ""     // points beyond the target count, and reach it
	Busts   Beyond = "bust" // an entry beyond the target counts as 0 points
	Refused Beyond = "no"   // points beyond the target can't be written down
)

// Ties determines the tie-break at the end of a game.
type Ties struct {
	More bool   // whether further rounds are played as long as the best are equal
	By   string // the line of the sheet that breaks ties; "": none
	Low  bool   // whether the least number in that line wins, rather than the greatest
	// Steps contains the steps of a longer tie-break; it replaces the other fields.
	Steps []Key
}

// Hooks contains functions for rules that data can't express. Each is a pure function of plain
// values; nil means none. Hooks are called when a decision is applied, never when a position is
// parsed, so their results are part of the position. Since edition 2 Worth and Bonus are also called
// when a position is parsed, because points are no part of it. A hook's error refuses the decision.
// Refuse is also called for the choices of menus.
type Hooks struct {
	// Worth returns the points, within ±MostCell, for the number n of a seat in a line. Without a
	// sheet line is "". If ok is false, the line's own factor or table gives the points. Worth sees
	// a Position of the number's round, without the turn, the phase, the dice and the counters. In
	// edition 1 it is called for an entry only, not for corrections. Of points Any without a sheet, and of
	// points Turn without a sheet where a seat has several turns in a round or before edition 3, an entry
	// is converted once and added up; then Worth sees everything.
	Worth func(p Position, seat int, line string, n int) (points int, ok bool, err error)
	// Momentary means that Worth needs facts of the decision alone, such as the dice. Then points Turn
	// without a sheet are converted when they are entered, and corrected as points; see Worth.
	Momentary bool
	// Bonus returns additional points of each seat or, with teams, of each team for the finished
	// round. got contains the points of that round in the same order. Bonus sees the same as Worth.
	// A sheet that is filled once, or at the end, has its bonus at the end. In edition 1 both lists
	// have the points of seats.
	Bonus func(p Position, got []int) ([]int, error)
	// Over is called after each decision that leaves no number of the round to be written, and no
	// winner of the round to be named, and, with Ended set, at the end of a game that something
	// else has ended. It ends the game by returning a Result in which the field Over is set. If that
	// names no winner, the last count comes first if the game has one; not so in edition 1. A
	// decision that ends a round is judged before the next round begins. In edition 1 Over is
	// called after each turn and each round only.
	Over func(p Position) (Result, error)
	// After returns the seat of the next turn, or 0 for the usual one. It is an error to return a
	// seat that has passed, is out or doesn't exist.
	After func(p Position) (int, error)
	// Lead returns the order of the next round, with each seat once, or since edition 2 the seat that
	// begins. nil means the order by Next. Lead sees the finished round; in edition 1 it sees the
	// next one. With Ended set it orders the first round of the next match of a series.
	Lead func(p Position) ([]int, error)
	// Changes returns new numbers of counters after each decision, before Over is called; nil means no
	// change. RoundOver tells it that all numbers of the round are there. A number beyond the limits of its counter becomes the limit.
	Changes func(p Position) (map[string][]int, error)
	// Refuse returns the rule that forbids a decision, as a key of the catalogue, or a zero Text
	// to allow it. Choices list more than MostAsked numbers without calling it; such a number is judged
	// when it is entered, before edition 3 not at all.
	Refuse func(p Position, d games.Decision) (games.Text, error)
	// Explain returns the refusal for a Fault of another hook's result, or of the Def that With
	// returns. nil means a general refusal.
	Explain func(f Fault) error
}

// Position is the argument of hooks. Seats are counted from 1; lists by seat have seat 1 first. Since
// edition 2, with teams, Totals, Rounds, Lines and Sums have one number for each team.
type Position struct {
	Seats  int
	Round  int     // present round, from 1
	Phase  string  // name of the present phase; "" if rounds have one phase
	Turn   int     // seat that decides, the first of several; 0 for chance
	First  int     // seat that began the round
	Order  []int   // seats in the order of the round
	Totals []int   // total of each seat
	Rounds [][]int // points of each round by seat; partners have separate points
	// Lines maps each line to its numbers in the present round, by seat. The line of a game
	// without a sheet is "". A missing number is 0.
	Lines map[string][]int
	// Written maps each line to the seats that have written down a number in the present round; since
	// edition 3.
	Written map[string][]bool
	// Passed contains the seats that passed, in the order of passing. If the present phase is not a
	// Passing phase, these are the seats that passed in the last Passing phase of the round.
	Passed     []int
	Ready, Out []bool // by seat: whether it is ready in a Together phase; whether it dropped out, for Worth and Bonus since edition 3
	Dice       []int  // known faces of the dice
	Called     int    // seat that called the end, or 0

	Counters map[string][]int // numbers by counter: of each seat, of each team, or one of all
	Sums     map[string][]int // numbers of all rounds so far added up, by line; since edition 2
	By       int              // seat that made the last decision, or that it names; 0: none
	Says     games.Decision   // the last decision
	Last     bool             // whether these are the points after the last round
	Ended    bool             // whether the game has ended
	// RoundOver tells whether the last decision has ended the round, whose numbers are all there.
	RoundOver bool
}

// Result is the answer of the hook Over. Over ends the game.
type Result struct {
	Over bool
	Won  []int  // winning seats; empty: the seats with the best points
	Why  string // key of the reason in the catalogue; "": the engine's text
}
