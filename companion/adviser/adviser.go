// Package adviser models the questions of a table about a match, and the answers. The answers are
// whether the game can still be won, the next decisions of a line that wins, and after a defeat
// the last position that could be won.
//
// The analysis runs elsewhere: see companion.Think. A [State] holds its result for one position.
// [Topics] lists the possible questions. [State.Hint] adds an answer to the match as a fact. Panel
// and pages show a [Counsel].
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

// Topics of a question.
const (
	Possible Topic = "possible" // whether the game can still be won
	Move     Topic = "move"     // the next decision of a line that wins
	Moves    Topic = "moves"    // the next [match.MostHint] decisions of that line
	Where    Topic = "where"    // after a defeat, the last position that could be won
)

// most returns the maximum number of decisions in an answer to the topic.
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

// Cut returns the advice a with its line cut to the length that the topic asks for.
func (t Topic) Cut(a games.Advice) games.Advice {
	n := min(len(a.Line), t.most())
	a.Line, a.Said = a.Line[:n], a.Said[:n]
	return a
}

// Topics holds the possible questions, padded with "". The value is comparable.
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

// Has reports whether one is among the topics. It returns false for "".
func (t Topics) Has(one Topic) bool { return one != "" && slices.Contains(t[:], one) }

// list returns the topics without the padding.
func (t Topics) list() []Topic {
	n := 0
	for n < len(t) && t[n] != "" {
		n++
	}
	return t[:n:n]
}

// Position returns a name for the position that the adviser must analyse, or "" if there is none.
// asked is the last topic that the table asked about in the match. watch is true if the table wants
// a warning when the game is lost.
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
	Of     string        // name of the position, see Position; "" without a question
	Known  *games.Advice // advice about the position; nil while the analysis runs
	At     int           // seq of the position that the advice is about
	Told   Topic         // topic of the last answer about the position; "" for none
	Warned string        // ID of the match for which the warning of a lost game was shown
}

// About returns the state for another position that is not analysed yet. The argument is the name
// of the position.
func (s State) About(of string) State { return State{Of: of, Warned: s.Warned} }

// Learn returns the state with the advice a. The arguments "of" and "at" are the name and the seq
// of the position that the advice is about. Learn returns false and changes nothing if the state is
// about another position or has its advice already.
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

// Hint returns the match with the answer to a topic added as a fact. It adds no fact if a recent
// fact has the same answer, or if the topic is Where: the answer to Where comes after the game and
// helps nobody.
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

// Counsel holds the possible questions about the match on the panel and the last answer about the
// current position. It is immutable.
type Counsel struct {
	Topics []Topic // possible questions; none if there is no adviser
	Thinks bool    // whether an analysis is running
	Told   Topic   // topic of the last answer; "" for none
	// Advice is the last answer, with its line cut to the topic.
	Advice games.Advice
	Moves  int // number of decisions of the whole line
	At     int // for Where, the seq of the position that could be won
}

// Counsel returns the part of the state that the panel and the pages show.
func (s State) Counsel(t Topics, thinks bool) *Counsel {
	c := &Counsel{Topics: t.list(), Thinks: thinks, Told: s.Told, At: s.At}
	if s.Told == "" || s.Known == nil {
		return c
	}
	c.Advice, c.Moves = s.Told.Cut(*s.Known), len(s.Known.Line)
	return c
}
