// Package adviser models the questions of a table about a match, and the answers:
// whether the game can still be won, the next decisions of a line that wins, and after a
// defeat where the win was.
//
// The analysis runs elsewhere: see companion.Think. [State] holds its result for one
// position, [Topics] lists what may be asked, [State.Hint] makes an answer a fact of the
// match, [Counsel] is what panel and pages show.
package adviser

import (
	"math"
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/games"
)

// Topic is what a table asks.
type Topic string

// The topics.
const (
	Possible Topic = "possible" // can it still be won?
	Move     Topic = "move"     // the next decision
	Moves    Topic = "moves"    // the next [match.MostHint] of them
	Where    Topic = "where"    // after a defeat: the last position that could be won
)

// most is how many decisions an answer names at most.
func (t Topic) most() int {
	switch t {
	case Possible:
		return 0
	case Move:
		return 1
	case Moves:
		return match.MostHint
	}
	return math.MaxInt
}

// Cut returns advice with no more of its line than a topic asks for.
func (t Topic) Cut(a games.Advice) games.Advice {
	n := min(len(a.Line), t.most())
	a.Line, a.Said = a.Line[:n], a.Said[:n]
	return a
}

// Topics are what can be asked, "" where there are fewer. They are comparable.
type Topics [3]Topic

// TopicsOf returns what can be asked about a position whose game has an adviser.
func TopicsOf(st games.State) Topics {
	switch {
	case st.Turn() > games.Chance:
		return Topics{Possible, Move, Moves}
	case st.Turn() == games.Nobody && len(st.Standing().Won) == 0:
		return Topics{Where}
	}
	return Topics{}
}

// Has reports whether a topic is among them.
func (t Topics) Has(one Topic) bool { return one != "" && slices.Contains(t[:], one) }

// list returns the topics without "".
func (t Topics) list() []Topic {
	n := 0
	for n < len(t) && t[n] != "" {
		n++
	}
	return t[:n:n]
}

// Position returns a name for the position that the adviser must analyse, "" for none. Asked
// is the last topic of the match, watch reports whether the table wants a warning when a
// game is lost.
func Position(id string, mt match.Match, asked Topic, watch bool) string {
	wanted := watch || asked != ""
	switch mt.State().Turn() {
	case games.Nobody:
		wanted = asked == Where
	case games.Chance:
		wanted = false
	}
	if !wanted {
		return ""
	}
	return id + " " + strconv.Itoa(mt.At())
}

// State is what is known of a position. Its zero value knows nothing of none.
type State struct {
	Of     string        // the position, as Position names it; "": nobody wants to know
	Known  *games.Advice // nil: it is still thought about
	At     int           // the seq of the position that the advice is about
	Told   Topic         // answered last about the position; "": nothing
	Warned string        // the match that was said to be lost, unasked
}

// About returns the state for another position.
func (s State) About(of string) State { return State{Of: of, Warned: s.Warned} }

// Learn takes the advice about the position of, at a seq. It reports whether that is news.
func (s State) Learn(of string, a games.Advice, at int) (State, bool) {
	if of == "" || of != s.Of || s.Known != nil {
		return s, false
	}
	s.Known, s.At = &a, at
	if a.Verdict == games.Winnable {
		s.Warned = ""
	}
	return s, true
}

// Hint returns the match with the answer to a topic as a fact, unless it has that fact
// already. Where the win was is told after the game, and helps nobody.
func (s State) Hint(mt match.Match, stamp match.Stamp, t Topic) (match.Match, error) {
	known, given := *s.Known, mt.Hinted()
	switch {
	case t == Where:
		return mt, nil
	case t == Possible || known.Verdict != games.Winnable:
		if slices.ContainsFunc(given, func(f match.Fact) bool { return f.Verdict() == known.Verdict }) {
			return mt, nil
		}
		return mt.Hint(stamp, known.Verdict)
	}
	line := t.Cut(known).Line
	if slices.ContainsFunc(given, func(f match.Fact) bool { return slices.Equal(f.Hint(), line) }) {
		return mt, nil
	}
	return mt.HintLine(stamp, line)
}

// Counsel is what can be asked about the match on the panel, and what was answered last
// about the position as it stands. It never changes.
type Counsel struct {
	Topics []Topic // none: there is nobody to ask
	Thinks bool    // what was asked is still being thought about
	Told   Topic   // "": nothing yet
	// Advice is what was answered, with no more of the line than that.
	Advice games.Advice
	Moves  int // length of the whole line
	At     int // of Where: the seq of the position that could be won
}

// Counsel returns what surfaces show of the state.
func (s State) Counsel(t Topics, thinks bool) *Counsel {
	c := &Counsel{Topics: t.list(), Thinks: thinks, Told: s.Told, At: s.At}
	if s.Told == "" || s.Known == nil {
		return c
	}
	c.Advice, c.Moves = s.Told.Cut(*s.Known), len(s.Known.Line)
	return c
}
