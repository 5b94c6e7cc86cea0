package companion

import (
	"math"
	"slices"

	"tabletop/companion/match"
	"tabletop/games"
)

// Topic is what the table asks an adviser.
type Topic string

// The topics.
const (
	AskPossible Topic = "possible" // can it still be won?
	AskMove     Topic = "move"     // the next decision
	AskMoves    Topic = "moves"    // the next [match.MostHint] of them
	AskWhere    Topic = "where"    // after a defeat: the last position that could be won
)

// advising is what the adviser knows of the match on the panel.
type advising struct {
	of    string        // the position it is about; "": nobody wants to know
	known *games.Advice // nil: it still thinks
	at    int           // the seq of the position that the advice is about
	told  Topic         // what was told last of the position; "": nothing
	said  string        // the match that was said to be lost, unasked
}

// Counsel is what can be asked of the adviser about the match on the panel, and what it has
// told last of the position as it stands. It never changes.
type Counsel struct {
	Topics []Topic // none: there is nobody to ask
	Thinks bool    // what was asked is still being thought about
	Told   Topic   // "": nothing yet
	// Advice is what was told, and no more of the line than that.
	Advice games.Advice
	Moves  int // how long the line is
	At     int // of AskWhere: the seq of the position that could be won
}

// topics are what an adviser can be asked, "" where there are fewer.
type topics [3]Topic

// counselParts are what a Counsel is made of.
type counselParts struct {
	topics topics
	thinks bool
	told   Topic
	known  *games.Advice
	at     int
}

func (p counselParts) build() *Counsel {
	c := &Counsel{Topics: p.topics.list(), Thinks: p.thinks, Told: p.told, At: p.at}
	if p.told == "" || p.known == nil {
		return c
	}
	c.Advice = *p.known
	c.Moves = len(c.Advice.Line)
	most := min(c.Moves, c.Told.length())
	c.Advice.Line, c.Advice.Said = c.Advice.Line[:most], c.Advice.Said[:most]
	return c
}

// list returns the topics but for "".
func (t topics) list() []Topic {
	n := 0
	for n < len(t) && t[n] != "" {
		n++
	}
	return t[:n:n]
}

// length is how many decisions an answer names at most.
func (t Topic) length() int {
	switch t {
	case AskPossible:
		return 0
	case AskMove:
		return 1
	case AskMoves:
		return match.MostHint
	}
	return math.MaxInt
}

// has reports whether the adviser can be asked that.
func (t topics) has(one Topic) bool { return one != "" && slices.Contains(t[:], one) }
