package games

// Kind is the kind of a moment. It selects picture, animation and sound.
type Kind string

// The kinds of moments. Games report all kinds but First, Win and Defeat; the companion reports
// these itself.
const (
	Bust    Kind = "bust"    // a seat loses its stake
	Catch   Kind = "catch"   // a seat secures its stake
	Steal   Kind = "steal"   // a seat takes something from another seat
	Appear  Kind = "appear"  // an awaited event occurs
	Gain    Kind = "gain"    // a seat takes something from the table: a hare
	Land    Kind = "land"    // pieces on the way have arrived: hares ashore
	Carry   Kind = "carry"   // a piece is carried along: a current
	Pull    Kind = "pull"    // a piece is pulled aside: a funnel
	Whirl   Kind = "whirl"   // pieces are moved in a circle
	Sink    Kind = "sink"    // something sinks
	Last    Kind = "last"    // the last circle or round begins
	Trick   Kind = "trick"   // a trick is won
	Revoke  Kind = "revoke"  // a seat broke a rule, as cards prove
	Round   Kind = "round"   // a round is over
	Lead    Kind = "lead"    // another seat takes the lead
	Target  Kind = "target"  // a seat reaches the target score
	Home    Kind = "home"    // a piece reaches its final place
	Stuck   Kind = "stuck"   // a piece is stuck for good
	Blocked Kind = "blocked" // the game can't be won any more
	High    Kind = "high"    // a roll of the greatest possible value
	Low     Kind = "low"     // a roll of the least possible value
	First   Kind = "first"   // the first seat is drawn
	Win     Kind = "win"     // the game is won
	Defeat  Kind = "defeat"  // all players lose the game
)

// Moment is an event that just happened and that the table should notice. It reveals nothing
// beyond View(Nobody).
type Moment struct {
	Kind  Kind
	Text  Text   // a word or two, on at most two lines of 13 characters: "Убежали!"
	Note  Text   // a line of 21 characters below Text that states the change; zero: none
	Glyph string // a picture of the game; "": the picture of the kind
	Seats []Seat // the seats concerned, ascending; empty: all
}

// Step is an action that people carry out by hand: lay a card, shuffle the pile.
type Step struct {
	Text  Text   // one sentence
	Glyph string // a picture of the piece to lay, or ""
	At    string // the cell on the board, by Cell.Name, or ""
	// Squares lists the cells of a step that covers several; At is then the first one. Empty:
	// only At.
	Squares []string
	// Says is the decision made by carrying out the step. Only the last step has one, and only
	// where nothing else is left to decide. "": none.
	Says Decision
}

// Tally is a count that matters to the table, with a picture.
type Tally struct {
	Glyph string
	N     int
	Seat  Seat  // the owner, or Nobody
	Mark  uint8 // as in Cell: MarkLast if the count has just changed or is at stake
}

// MostTallies is the greatest number of tallies in a View's Strip.
const MostTallies = 5

// StartOf returns the start value for entering the number of c: the result of the method Starts
// of s. Without that method it returns c.Now, the value to correct.
func StartOf(s State, c Choice) int32 {
	if b, ok := s.(starter); ok {
		return b.Starts(c)
	}
	return c.Now
}

// Optional methods of states about moments and about steps by hand.
type (
	teller  interface{ Moments() []Moment }
	guide   interface{ Steps() []Step }
	likely  interface{ Likely() Decision }
	starter interface{ Starts(Choice) int32 }
)

// Moments returns the events caused by the decision that led to s, in order: the result of the
// method Moments of s. It is empty if s is a first position, follows a ruling or was parsed.
func Moments(s State) []Moment {
	if t, ok := s.(teller); ok {
		return t.Moments()
	}
	return nil
}

// Steps returns the actions that the table must carry out by hand before it decides at s, in
// order: the result of the method Steps of s.
func Steps(s State) []Step {
	if g, ok := s.(guide); ok {
		return g.Steps()
	}
	return nil
}

// Likely returns the most likely decision at s, or its first words: the result of the method
// Likely of s. A menu begins there. "" means that none is more likely.
func Likely(s State) Decision {
	if l, ok := s.(likely); ok {
		return l.Likely()
	}
	return ""
}
