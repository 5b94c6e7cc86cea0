package table

import "tabletop/games"

// Def is a table game as plain data: the seats, the order of turns, the times when points are
// written down, and the end. The zero value is a game of two to eight seats that take turns
// clockwise, write points down at any time and finish at will. [New] makes a game of a Def.
//
// Names of phases, lines and roles are letters, up to [MostLetters]. The catalogue may have a
// text for each under "word.NAME"; otherwise the name itself is shown.
type Def struct {
	Name string // the word for the game in records: lower-case letters and digits

	// Words are catalogues, "ru" and "en" with the same keys, which take precedence over the
	// engine's own. They contain at least "title" and "about", and may replace any key of the
	// engine. Glyphs, Pictures and Art also take precedence over the engine's, in the format of
	// games.Rules.Assets.
	Words                 map[string]string
	Glyphs, Pictures, Art string

	// Options are asked for before the game. With returns the Def for a valid set-up; its name,
	// words and Options are ignored. Its error is a games.Illegal, or is converted to one. nil:
	// always this Def.
	Options []games.Option
	With    func(games.Setup) (Def, error)

	Least, Most int  // seats, 1 to MostSeats; 0: 2, or MostSeats
	Teams       int  // seat n is in team (n-1)%Teams and shares its score; 0: no teams
	Drawn       bool // the player of seat 1, which begins, is drawn; otherwise the table decides
	Roles       []Role

	Phases []Phase // of each round, up to MostPhases; empty: one, of order Clockwise
	First  First   // the order of the first round
	Next   First   // the order of each later round

	Points   When
	From, To int    // limits of points without a Sheet; both 0: ±MostPoints
	Sheet    []Line // the lines of points; nil: one number
	Once     bool   // each seat fills each line once in the whole game, one per turn
	Final    bool   // after the last round points are written down once more, or until finish
	ZeroSum  bool   // the points of all seats in a round sum to zero
	Start    int    // the initial points of each seat
	Down     bool   // points are subtracted from the total; with a Sheet the factors determine this
	Lowest   bool   // the fewest points win

	Cup Cup // dice of the game

	Ends
	Ties Ties
	Limits

	Hooks
}

// Limits are time limits in seconds; 0 means none. The rules don't act when they expire: the
// state only reports them, by its method Limit.
type Limits struct {
	Turn, Round int // per turn; per round
}

// Role is a role of a seat in a round, such as the dealer.
type Role struct {
	Name string // the engine has words for "dealer"
	At   int    // seats after the one that begins the round: 0 is that seat, -1 the one before
	Turn bool   // relative to the seat on turn instead
}

// Order is the order of turns in a phase.
type Order string

// The orders.
const (
	Off       Order = "off"       // no turns: the only phase of a game like Score
	Clockwise Order = "clockwise" // each seat in turn
	Passing   Order = "passing"   // each in turn, until it passes; seats that passed are out of the phase
	Snake     Order = "snake"     // each in turn, then back from the last to the first
	Together  Order = "together"  // all at once, each until it is ready
	Claimed   Order = "claimed"   // a seat takes the turn by claiming it
	Upkeep    Order = "upkeep"    // the table does something together, and confirms it once
	Write     Order = "write"     // all write some lines of the sheet, such as bids
)

// Phase is a part of a round.
type Phase struct {
	// Name is the phase's word; "" only if a round has one phase. The catalogue may have a
	// reminder of the phase under "phase.NAME".
	Name  string
	Order Order // "": Clockwise
	// Circles is the number of turns of each seat in the phase, or the number of claims. 0
	// means one, two in a Snake, any number in Claimed. Endless means any number, until the
	// phase is closed. Passing has no number of circles.
	Circles int
	Close   Call     // effect of close in an Endless phase: Now or Circle
	Left    int      // a Passing phase ends when this many seats have not passed: 0 or 1
	Again   bool     // a seat that passed may act again in a Passing phase after another has not passed
	Reverse bool     // the direction of the turns may be reversed
	Rounds  []int    // only in these rounds, from 1; nil: in each
	Lines   []string // lines of the sheet written in this phase; the others are written after the round
	Limit   int      // seconds for the phase, 0: none
}

// Endless is a number of circles: until the phase is closed.
const Endless = -1

// First determines the order of a round.
type First string

// Orders of a round. All but the last four determine the seat that begins; the others follow in
// seating order.
const (
	Same        First = ""         // as in the round before; in the first, seat 1
	Moves       First = "moves"    // the seat after the one that began
	Winner      First = "winner"   // the seat with the best points of the round before
	Loser       First = "loser"    // the seat with the worst points of the round before
	Ahead       First = "ahead"    // the seat with the best total
	Behind      First = "behind"   // the seat with the worst total
	PassedFirst First = "passed"   // the seat that passed first in the round before
	Marker      First = "marker"   // the seat last on turn in a Claimed phase
	DrawnFirst  First = "drawn"    // chance draws the first seat
	PassedOrder First = "passing"  // in the order of passing in the round before
	Ranked      First = "ranked"   // from the worst total to the best
	Shuffled    First = "shuffled" // chance draws seat after seat
	Taken       First = "taken"    // the table names seat after seat
)

// When determines when points are written down.
type When string

// The times at which points are written down.
const (
	Any   When = ""      // at any time: "add 2 5"
	Each  When = "round" // at the end of each round, for all seats
	Turn  When = "turn"  // with each turn, which ends with it
	End   When = "end"   // after the last round
	Wins  When = "wins"  // a round has a winner, who gets one point: "win 2"
	Never When = "never" // no points: a seat wins the game
)

// Line is a line of a score sheet. Its number is entered within limits, and multiplied by
// Factor or converted by Table; or the line follows from other lines.
type Line struct {
	Name     string
	From, To int    // both 0: 0 to MostPoints
	Factor   int    // 0: 1
	Table    []Step // points by number, rising; nil: the number times Factor
	Cap      int    // greatest absolute value of its points; 0: none
	Apart    bool   // not part of the total: other lines use it
	Sum      int    // sum of all seats in a round, such as the number of tricks; 0: any
	Of       string // "sum", "least" or "most" of the numbers of Lines; "": the number is entered
	Lines    []string
}

// Step is a step of a table: numbers from From on yield Points. Numbers below the first step
// yield 0.
type Step struct{ From, Points int }

// Cup is the dice of a game.
type Cup struct {
	Dice  string // "2d6": up to MostDice, of 2 to MostFaces faces; "": none
	Rolls int    // per turn; 0: any number
	Hold  bool   // dice may be held before others are rolled again
}

// Call is the effect of a call.
type Call string

// Effects of a call.
const (
	NoCall Call = ""       // calls are not possible
	Now    Call = "now"    // the game or phase ends
	Circle Call = "circle" // all others have one more turn
	Last   Call = "last"   // this round is the last
	More   Call = "more"   // the next round is the last
)

// Ends are the conditions that end a game: the first that holds, or a decision of the table.
type Ends struct {
	Rounds   int    // number of rounds; 0: no limit
	Laps     int    // rounds per seat; 0: no limit
	Target   Bound  // points that a seat must reach; from above if it is less than Start
	Beyond   Beyond // effect of an entry that leads beyond the target
	AtOnce   bool   // the target also counts in the middle of a round
	BestOf   int    // if points are Wins: more than half of this many are won; 0: never
	Call     Call   // effect of calling the end
	Out      bool   // seats drop out for good: "out 2"
	OutAt    Bound  // the total at which a seat drops out
	Survivor bool   // the last seat or team wins; if all drop out at once, the best of them
	// Coop means that all play together. They win with the target or, without one, if they last
	// all rounds. They lose when a seat is out. The decisions "won" and "lost" also end the
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
	Counts  Beyond = ""     // they count, and reach it
	Busts   Beyond = "bust" // they count nothing
	Refused Beyond = "no"   // they can't be written down
)

// Ties is the tie-break at the end.
type Ties struct {
	More bool   // further rounds as long as the best are equal
	By   string // the line of the sheet in which more is better; "": none
	Low  bool   // in that line less is better
}

// Hooks are functions for rules that data can't express. Each is a pure function of plain
// values; nil means none. They are called when a decision is applied, never when a position is
// parsed, so their results are part of the position. An error refuses the decision. Refuse is
// also called for the choices of menus.
type Hooks struct {
	// Worth returns the points for the entry n of a seat in a line ("" without a sheet): up to
	// ±MostCell. It is not called for corrections.
	Worth func(p Position, seat int, line string, n int) (int, error)
	// Bonus returns additional points of each seat for the finished round, given those it got;
	// seat 1 first.
	Bonus func(p Position, got []int) ([]int, error)
	// Over is called after each turn and each round. A Result whose Over is false has no
	// effect.
	Over func(p Position) (Result, error)
	// After returns the seat of the next turn, or 0 for the usual one. A seat that has passed,
	// is out or doesn't exist is an error.
	After func(p Position) (int, error)
	// Lead returns the order of the next round, each seat once; nil means the order by Next.
	Lead func(p Position) ([]int, error)
	// Refuse returns the rule, a key of the catalogue, that forbids a decision; a zero Text
	// allows it. For a choice of numbers it is called only if there are up to MostAsked of
	// them.
	Refuse func(p Position, d games.Decision) (games.Text, error)
}

// Position is the argument of hooks. Seats count from 1; lists by seat have seat 1 first.
type Position struct {
	Seats  int
	Round  int     // from 1
	Phase  string  // its name; "" where rounds have one phase
	Turn   int     // the seat that decides, the first of several; 0 for chance
	First  int     // the seat that began the round
	Order  []int   // of the round
	Totals []int   // of points, by seat
	Rounds [][]int // points of each round by seat; partners have separate ones
	// Lines contains the numbers of the present round by line, each by seat; "" is the line of
	// a game without a sheet. A missing number is 0.
	Lines      map[string][]int
	Passed     []int  // seats in the order of passing: in this phase, or else in the last Passing phase of the round
	Ready, Out []bool // by seat: has decided, in a Together phase; has dropped out
	Dice       []int  // the known faces
	Called     int    // the seat that called the end, or 0
}

// Result is the result of the hook Over.
type Result struct {
	Over bool
	Won  []int  // the winners; empty: the seats with the best points
	Why  string // a key of the catalogue; "": the engine's text
}
