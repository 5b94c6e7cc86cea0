package games

// Kind is the kind of a moment. It selects the picture, animation and sound of the moment.
type Kind string

// The kinds of moments. Games report all kinds except First, Win and Defeat. The companion
// reports these three.
const (
	Bust    Kind = "bust"    // a seat loses its stake
	Catch   Kind = "catch"   // a seat secures its stake
	Steal   Kind = "steal"   // a seat takes something from another seat
	Appear  Kind = "appear"  // an event that the table waits for occurs
	Gain    Kind = "gain"    // a seat takes a piece from the table, such as a hare
	Land    Kind = "land"    // pieces that were on the way arrive, such as hares ashore
	Carry   Kind = "carry"   // a piece is carried along, as by a current
	Pull    Kind = "pull"    // a piece is pulled aside, as by a funnel
	Whirl   Kind = "whirl"   // pieces are moved in a circle
	Sink    Kind = "sink"    // pieces or a part of the board sink, or a seat is out
	Last    Kind = "last"    // the last circle or round begins
	Trick   Kind = "trick"   // a trick is won
	Revoke  Kind = "revoke"  // played cards prove that a seat broke a rule
	Round   Kind = "round"   // a round is over
	Lead    Kind = "lead"    // another seat takes the lead
	Target  Kind = "target"  // a seat reaches the target score
	Home    Kind = "home"    // a piece reaches its final place
	Stuck   Kind = "stuck"   // a piece is stuck for good
	Blocked Kind = "blocked" // the game can't be won any more
	High    Kind = "high"    // a roll has the greatest possible value
	Low     Kind = "low"     // a roll has the least possible value
	First   Kind = "first"   // the seat that begins is drawn
	Win     Kind = "win"     // the game is won
	Defeat  Kind = "defeat"  // all players lose the game
)

// Moment is an event that just happened and that the table should notice. It contains no secrets:
// View(Nobody) may show all of it.
type Moment struct {
	Kind  Kind
	Text  Text   // a word or two, on at most two lines of 13 characters: "Убежали!"
	Note  Text   // a line of up to 21 characters that states the change; the zero Text: none
	Glyph string // name of a picture of the game; "" for the picture of Kind
	Seats []Seat // the seats that the event concerns, ascending; empty for all seats
}

// Step is an action that people carry out by hand, such as to lay a card or shuffle a pile.
type Step struct {
	Text  Text   // the action in one sentence
	Glyph string // name of the picture of the piece to lay, or ""
	At    string // Cell.Name of the cell on the board that the action concerns, or ""
	// Squares lists the names of all cells if the action concerns several. At is then the first
	// of them. If Squares is empty, the action concerns only At.
	Squares []string
	// Says is the decision that people make by carrying out the step, or "" if there is none. Only
	// the last step may have a decision, and only if no other decision is legal.
	Says Decision
	// Usual marks a step that people know once they have played the game, such as to put all pieces
	// into the middle. The table is asked to carry it out only while the box explains the game, and
	// may always look it up.
	Usual bool
}

// Tally is a picture and a count that matters to the table.
type Tally struct {
	Glyph string
	N     int
	Seat  Seat  // the seat that owns the counted pieces, or Nobody
	Mark  uint8 // mark as in Cell: MarkLast if the count has just changed or is at stake
}

// MostTallies is the greatest number of tallies in View.Strip, and MostCounted the greatest number
// of a tally.
const (
	MostTallies = 5
	MostCounted = 999
)

// StartOf returns the number that is shown first when people enter the number of c. It is the
// result of the method Starts of s. Without that method it is c.Now, the present value.
func StartOf(s State, c Choice) int32 {
	if b, ok := s.(starter); ok {
		return b.Starts(c)
	}
	return c.Now
}

// The interfaces of optional methods of a State. The functions below call these methods.
type (
	teller  interface{ Moments() []Moment }
	guide   interface{ Steps() []Step }
	likely  interface{ Likely() Decision }
	starter interface{ Starts(Choice) int32 }
)

// Moments returns the events of the decision that led to s, in order. It is the result of the
// method Moments of s, or nil without that method. It is empty if s is a first position, follows
// a ruling or was parsed.
func Moments(s State) []Moment {
	if t, ok := s.(teller); ok {
		return t.Moments()
	}
	return nil
}

// Steps returns the actions that the table must carry out by hand before the decision at s, in
// order. It is the result of the method Steps of s, or nil without that method.
func Steps(s State) []Step {
	if g, ok := s.(guide); ok {
		return g.Steps()
	}
	return nil
}

// Likely returns the most likely decision at s, or the first words of that decision. A menu
// selects them first. The result is that of the method Likely of s. It is "" without that method,
// or if several decisions are equally likely.
func Likely(s State) Decision {
	if l, ok := s.(likely); ok {
		return l.Likely()
	}
	return ""
}
