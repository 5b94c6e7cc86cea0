// Package adviser models the questions of a table about a match, and the answers:
// whether the game can still be won, the next decisions of a line that wins, and after a
// defeat where the win was.
//
// The analysis runs elsewhere: see companion.Think. [State] holds its result for one position.
// [Topics] lists the possible questions. [State.Hint] adds an answer to the match as a fact.
// [Counsel] is shown by panel and pages.
package adviser

import (
	"math"
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/games"
)

// Topic is a question of the table.
type Topic string

// The topics.
const (
	Possible Topic = "possible" // can it still be won?
	Move     Topic = "move"     // the next decision
	Moves    Topic = "moves"    // the next [match.MostHint] of them
	Where    Topic = "where"    // after a defeat: the last position that could be won
)

// most is the maximum number of decisions in an answer.
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

// Cut returns advice with its line cut to the length that a topic asks for.
func (t Topic) Cut(a games.Advice) games.Advice {
	n := min(len(a.Line), t.most())
	a.Line, a.Said = a.Line[:n], a.Said[:n]
	return a
}

// Topics are the possible questions, padded with "". The value is comparable.
type Topics [3]Topic

// TopicsOf returns the possible questions about a position of a game with an adviser.
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

// Position returns a name for the position that the adviser must analyse, or "". asked is the
// last topic of the match; watch says that the table wants a warning when a game is lost.
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
	return id + " " + strconv.Itoa(mt.LineSeq())
}

// State is the analysis of one position. The zero value has no position.
type State struct {
	Of     string        // the name of the position, see Position; "" without a question
	Known  *games.Advice // nil while the analysis runs
	At     int           // the seq of the position that the advice is about
	Told   Topic         // the topic of the last answer about the position, or ""
	Warned string        // ID of the match for which the warning of a lost game was shown
}

// About returns the state for another position.
func (s State) About(of string) State { return State{Of: of, Warned: s.Warned} }

// Learn stores the advice about the position of, at a seq. It reports whether it is new.
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

// Hint returns the match with the answer to a topic as a fact, unless the match has that fact.
// The answer to Where is no fact: it comes after the game and helps nobody.
func (s State) Hint(mt match.Match, stamp match.Stamp, t Topic) (match.Match, error) {
	known, given := *s.Known, mt.RecentHints()
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

// Counsel is the possible questions about the match on the panel, with the last answer about its
// present position. It is immutable.
type Counsel struct {
	Topics []Topic // none without an adviser
	Thinks bool    // an analysis runs
	Told   Topic   // the topic of the last answer, or ""
	// Advice is the last answer, its line cut to the topic.
	Advice games.Advice
	Moves  int // length of the whole line
	At     int // of Where: the seq of the position that could be won
}

// Counsel returns the part of the state that panel and pages show.
func (s State) Counsel(t Topics, thinks bool) *Counsel {
	c := &Counsel{Topics: t.list(), Thinks: thinks, Told: s.Told, At: s.At}
	if s.Told == "" || s.Known == nil {
		return c
	}
	c.Advice, c.Moves = s.Told.Cut(*s.Known), len(s.Known.Line)
	return c
}
