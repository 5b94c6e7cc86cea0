package table

import "tabletop/games"

// Def is a table game as plain data: who sits there, whose turn it is and why, when
// points are written down, and when it is over. Its zero value is a game of two to
// eight seats that take turns clockwise, write points down at any time and finish when
// they like. [New] makes the game of it.
//
// Words of a Def ("Name" of a phase, a line, a role) are letters, up to [MostLetters];
// the catalogue says them under "word.NAME", or else they are said as they stand.
type Def struct {
	Name string // the word that records call the game by: small letters and digits

	// Words are catalogues, "ru" and "en" with the same keys, laid over the engine's own:
	// at least "title" and "about". Any key of the engine may be said otherwise.
	// Glyphs, Pictures and Art are laid over its own too, as games.Rules.Assets has them.
	Words                 map[string]string
	Glyphs, Pictures, Art string

	// Options are asked before the game. With returns what a set-up that fits them plays;
	// of what it returns only the rules count, neither name nor words nor Options. Its
	// error is a games.Illegal, or else is said as one. nil: always this Def.
	Options []games.Option
	With    func(games.Setup) (Def, error)

	Least, Most int  // seats, 1 to MostSeats; 0: 2, or MostSeats
	Teams       int  // seat n is of team (n-1)%Teams, and shares its score; 0: each for itself
	Drawn       bool // who is seat 1 and begins is drawn; else it is whoever sits there
	Roles       []Role

	Phases []Phase // of each round, up to MostPhases; none: one, of order Clockwise
	First  First   // the order of the first round
	Next   First   // of each round after it

	Points   When
	From, To int    // limits of points where there is no Sheet; both 0: ±MostPoints
	Sheet    []Line // what points consist of; none: one number
	Once     bool   // each seat fills each line once in the whole game, one at each turn
	Final    bool   // after the last round points are written down once more, or until finish
	ZeroSum  bool   // the points that all get in a round are nothing together
	Start    int    // the points with which each begins
	Down     bool   // points are taken from what one has; of a Sheet the factors say so
	Lowest   bool   // the fewest points win

	Cup Cup // dice of the game's own

	Ends
	Ties Ties
	Limits

	Hooks
}

// Limits are the seconds that there are, 0 for as many as one likes. Nothing happens here
// when they are over: the state only tells them, by its method Limit.
type Limits struct {
	Turn, Round int // of each turn; of a round as a whole
}

// Role is what somebody at the table is in a round, such as who deals.
type Role struct {
	Name string // "dealer" is one that the engine has words for
	At   int    // places behind the seat that begins the round: 0 is that seat, -1 the one before
	Turn bool   // behind the seat on turn instead
}

// Order is how the turns of a phase go.
type Order string

// The orders there are.
const (
	Off       Order = "off"       // there are no turns: the one phase of a game like Score
	Clockwise Order = "clockwise" // each in turn
	Passing   Order = "passing"   // each in turn, until it passes; who passed is out of the phase
	Snake     Order = "snake"     // each in turn, then back from the last to the first
	Together  Order = "together"  // all at once, each until it says that it is ready
	Claimed   Order = "claimed"   // the turn is whose who takes it
	Upkeep    Order = "upkeep"    // the table does something together, and says so once
	Write     Order = "write"     // all write some lines of the sheet down: their bids
)

// Phase is a part of a round.
type Phase struct {
	// Name is the phase's word; "" only where a round has one phase. The catalogue has a
	// reminder of what happens in it under "phase.NAME", if there is anything to say.
	Name  string
	Order Order // "": Clockwise
	// Circles is how many turns each seat has in the phase, or how often the turn is
	// claimed; 0: one, in a Snake two, in Claimed as many as one likes; Endless: as many
	// as one likes, until it is closed. Passing has no number of circles.
	Circles int
	Close   Call     // what close does where there are as many circles as one likes: Now or Circle
	Left    int      // a Passing phase is over when so many have not passed: 0 or 1
	Again   bool     // a Passing phase goes on, also for who passed, when another has not
	Reverse bool     // the direction of the turns may be reversed
	Rounds  []int    // only in these rounds, from 1; nil: in each
	Lines   []string // of the sheet, where they are written down; the others are after the round
	Limit   int      // seconds for the phase, 0: none
}

// Endless is a number of circles: until the phase is closed.
const Endless = -1

// First is how the order of a round comes about.
type First string

// Orders of a round. All but the last four are of the seat that begins; the others
// follow as they sit.
const (
	Same        First = ""         // as in the round before; in the first, seat 1
	Moves       First = "moves"    // the seat behind the one that began
	Winner      First = "winner"   // who got the best points in the round before
	Loser       First = "loser"    // who got the worst
	Ahead       First = "ahead"    // who has the best points of all
	Behind      First = "behind"   // who has the worst
	PassedFirst First = "passed"   // who passed first in the round before
	Marker      First = "marker"   // who was on turn last, in a Claimed phase
	DrawnFirst  First = "drawn"    // chance says who begins
	PassedOrder First = "passing"  // in the order in which they passed in the round before
	Ranked      First = "ranked"   // from the worst points of all to the best
	Shuffled    First = "shuffled" // chance draws seat after seat
	Taken       First = "taken"    // the table says seat after seat
)

// When is when points are written down.
type When string

// The moments at which points are written down.
const (
	Any   When = ""      // whenever somebody gets some: "add 2 5"
	Each  When = "round" // at the end of each round, for all
	Turn  When = "turn"  // with each turn, which they end
	End   When = "end"   // after the last round
	Wins  When = "wins"  // a round has a winner, who gets one: "win 2"
	Never When = "never" // there are none: somebody wins the game
)

// Line is a line of a score sheet. Its number is written down within limits, and counts
// Factor times, or what Table says; or it follows from other lines.
type Line struct {
	Name     string
	From, To int    // both 0: 0 to MostPoints
	Factor   int    // 0: 1
	Table    []Step // what counts instead, rising; nil: the number times Factor
	Cap      int    // it counts so much at most, and as little below zero; 0: no matter how much
	Apart    bool   // it counts nothing by itself: other lines are made of it
	Sum      int    // what all seats have in it together, in a round, as all tricks are; 0: anything
	Of       string // "sum", "least" or "most" of the numbers of Lines; "": it is written down
	Lines    []string
}

// Step is a step of a table: from so many on, so many points. Below the first it is none.
type Step struct{ From, Points int }

// Cup is the dice of a game.
type Cup struct {
	Dice  string // "2d6": up to MostDice, of 2 to MostFaces faces; "": none
	Rolls int    // in a turn; 0: as many as one likes
	Hold  bool   // dice may be held before others are rolled again
}

// Call is what happens when somebody calls.
type Call string

// What a call does.
const (
	NoCall Call = ""       // nobody can
	Now    Call = "now"    // all is over
	Circle Call = "circle" // all others have one more turn
	Last   Call = "last"   // the round is the last
	More   Call = "more"   // the round after it is the last
)

// Ends is when a game is over: as soon as one of these says so, or the table finishes it.
type Ends struct {
	Rounds   int    // after so many; 0: no number of them ends it
	Laps     int    // after so many for each seat; 0: as above
	Target   Bound  // when somebody has so many points; so few, if it is less than Start
	Beyond   Beyond // what an entry does that leads beyond the target
	AtOnce   bool   // the target counts in the middle of a round too
	BestOf   int    // where points are Wins: when more than half of so many are won; 0: never
	Call     Call   // what it does that somebody calls the end
	Out      bool   // seats drop out for good: "out 2"
	OutAt    Bound  // a total at which a seat drops out by itself
	Survivor bool   // when one seat is left, or the seats of one team, who win; of those who drop out at once, the best
	// Coop says that all play together: they win with the target, or without one if they
	// last all rounds; they lose when somebody is out. "won" and "lost" say it too.
	Coop bool
}

// Bound is a number of points, if there is one.
type Bound struct {
	Is bool
	At int
}

// Beyond is what becomes of points that lead beyond the target.
type Beyond string

// What becomes of points beyond the target.
const (
	Counts  Beyond = ""     // they count, and reach it
	Busts   Beyond = "bust" // they count nothing
	Refused Beyond = "no"   // they can't be written down
)

// Ties is what parts seats that are equal at the end.
type Ties struct {
	More bool   // a further round, as long as they are
	By   string // the line of the sheet in which more is better; "": none
	Low  bool   // in that line less is better
}

// Hooks are what a Def can't say as data. Each is a pure function of plain values; nil is
// none. They are called where a decision is applied, never where a position is read, so
// what they say stands in the position. An error refuses the decision; Refuse is asked
// for what menus offer too.
type Hooks struct {
	// Worth returns what counts when n is written down for a seat, in a line ("" where
	// there is no sheet): up to ±MostCell. What is corrected later is taken as
	// it is.
	Worth func(p Position, seat int, line string, n int) (int, error)
	// Bonus returns what each seat gets beside what it got in the round that is over, seat
	// 1 first.
	Bonus func(p Position, got []int) ([]int, error)
	// Over is asked after each turn and each round; a Result that isn't Over is none.
	Over func(p Position) (Result, error)
	// After returns who has the next turn, 0 for whoever would have it. A seat that has
	// passed, is out or isn't there is an error.
	After func(p Position) (int, error)
	// Lead returns the order of the next round, all seats once; nil is what Next says.
	Lead func(p Position) ([]int, error)
	// Refuse returns the rule, a key of the catalogue, that forbids a decision; a zero Text
	// is none. Of numbers it is asked where there are up to MostAsked of them.
	Refuse func(p Position, d games.Decision) (games.Text, error)
}

// Position is what a hook is told. Seats count from 1; what is by seat has seat 1 first.
type Position struct {
	Seats  int
	Round  int     // from 1
	Phase  string  // its name; "" where rounds have one phase
	Turn   int     // the seat that is asked, the first of several; 0 for chance
	First  int     // who began the round
	Order  []int   // of the round
	Totals []int   // of points, by seat
	Rounds [][]int // what each round gave, by seat; partners have their own
	// Lines are the numbers of the present round by line, each by seat; "" is that of a
	// game without a sheet. Nothing written down yet is 0.
	Lines      map[string][]int
	Passed     []int  // in that order: in this phase, else in the last of the round in which that can be
	Ready, Out []bool // by seat: has decided, in a phase of all at once; has dropped out
	Dice       []int  // what they show, those that are known
	Called     int    // who called the end, 0 for nobody
}

// Result is how a game ends.
type Result struct {
	Over bool
	Won  []int  // the winners; none: who has the best points
	Why  string // a key of the catalogue; "": the engine says it
}
