package games

// Kind is what a moment is: it chooses picture, animation and sound.
type Kind string

// The kinds of moments. A game tells those of its own rules; First,
// Win and Defeat are told for it.
const (
	Bust    Kind = "bust"    // what was risked is lost
	Catch   Kind = "catch"   // what was risked is safe
	Steal   Kind = "steal"   // something was taken from another seat
	Appear  Kind = "appear"  // what everybody waited for has come
	Gain    Kind = "gain"    // something was taken from the table: a hare
	Land    Kind = "land"    // what was on the way has arrived: hares ashore
	Carry   Kind = "carry"   // a piece was carried along: a current
	Pull    Kind = "pull"    // a piece was pulled aside: a funnel
	Whirl   Kind = "whirl"   // pieces went round
	Sink    Kind = "sink"    // something went under
	Last    Kind = "last"    // the last circle or round begins
	Trick   Kind = "trick"   // a trick is won
	Revoke  Kind = "revoke"  // somebody broke a rule, as cards prove
	Round   Kind = "round"   // a round is over
	Lead    Kind = "lead"    // somebody else is ahead now
	Target  Kind = "target"  // somebody has reached what is played for
	Home    Kind = "home"    // a piece is where it belongs
	Stuck   Kind = "stuck"   // a piece stays where it is for good
	Blocked Kind = "blocked" // the game can't be won any more
	High    Kind = "high"    // a roll as high as can be
	Low     Kind = "low"     // a roll as low as can be
	First   Kind = "first"   // who begins is drawn
	Win     Kind = "win"     // the game is won
	Defeat  Kind = "defeat"  // the game is lost by all
)

// Moment is something that has just happened and that the table should look up for. It
// says nothing that View(Nobody) doesn't know.
type Moment struct {
	Kind  Kind
	Text  Text   // a word or two, on two lines of 13 characters at most: "Убежали!"
	Note  Text   // a line of 21 under it: what has changed; zero: none
	Glyph string // of the game's pictures; "": the kind's own
	Seats []Seat // whose moment it is, ascending; none: everybody's
}

// Step is something that people's hands must do now: lay a card, shuffle the pile.
type Step struct {
	Text  Text   // one sentence
	Glyph string // a picture of what is laid, or ""
	At    string // where on the board, as Cell.Name has it, or ""
	// Squares are all that get something, where the step tells several, and At is where
	// to begin; none: At alone.
	Squares []string
	// Says is what is decided by having done it: the last step's, where nothing else is left to
	// decide; "": nothing.
	Says Decision
}

// Tally is how many there are of something that the table looks at most: a picture and a
// number.
type Tally struct {
	Glyph string
	N     int
	Seat  Seat  // whose, or Nobody
	Mark  uint8 // as a cell's: MarkLast where it has just changed or is at stake
}

// MostTallies is how many of them a view has room for.
const MostTallies = 5

// StartOf returns the number on which an entry of c begins, by the method Starts of s;
// without one what c is now, for whoever corrects it.
func StartOf(s State, c Choice) int32 {
	if b, ok := s.(starter); ok {
		return b.Starts(c)
	}
	return c.Now
}

// What some states have beside the methods of State for the moment and for the hands.
type (
	teller  interface{ Moments() []Moment }
	guide   interface{ Steps() []Step }
	likely  interface{ Likely() Decision }
	starter interface{ Starts(Choice) int32 }
)

// Moments returns what the decision that led to s has made happen, in order, by the method
// Moments of s; none where s was begun, ruled or read.
func Moments(s State) []Moment {
	if t, ok := s.(teller); ok {
		return t.Moments()
	}
	return nil
}

// Steps returns what the table must do with its hands before it decides at s, in order, by
// the method Steps of s.
func Steps(s State) []Step {
	if g, ok := s.(guide); ok {
		return g.Steps()
	}
	return nil
}

// Likely returns the decision that is most likely at s, or the first words of it, by the
// method Likely of s; "" where nothing is: a menu begins there.
func Likely(s State) Decision {
	if l, ok := s.(likely); ok {
		return l.Likely()
	}
	return ""
}
