package companion

import (
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
)

// session is a match to go on with, and what the box alone knows of it. Its facts are
// read when somebody goes on with it: until then match is zero, and the summary has
// what a list needs.
type session struct {
	id      string
	summary *OpenMatch // while its match is still on disk only
	match   match.Match
	secret  luck.Secret   // zero once opened
	fresh   bool          // set up this evening; nobody has looked at its seal
	first   int           // who begins: 0 drawn, fair, a seat; settled once that is known
	since   time.Duration // when the match was at ms 0, on the clock of events
	run     clock.Run
	asked   Topic // what the adviser was asked last, "" nothing
}

// names are those who sit at s, by seat.
func (s session) names() []string {
	if s.match.IsZero() {
		return s.summary.Names
	}
	return s.match.Names()
}

// of is what s is a match of.
func (s session) of() string {
	if s.match.IsZero() {
		return s.summary.Game
	}
	return s.match.Rules().Name()
}

// unbegun reports whether nothing has happened in s yet: nobody has decided, no outcome has
// been shown, and no word was added to its luck.
func (s session) unbegun() bool {
	if s.match.IsZero() {
		return s.summary.Facts == 1
	}
	return s.match.Seq() == 1
}

// OpenMatch is a match to go on with, in summary.
type OpenMatch struct {
	ID, Game string
	Names    []string // by seat
	Started  string   // when, as its first fact says it; "" unsure
	Facts    int
}
