package companion

import (
	"slices"
	"time"

	"tabletop/companion/adviser"
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
	start   time.Duration // when the match was at ms 0, on the clock of events
	run     clock.Run
	topic   adviser.Topic // what the adviser was asked last, "" nothing
}

// names are those who sit at s, by seat.
func (s session) names() []string {
	if s.match.IsZero() {
		return s.summary.Names
	}
	return s.match.Names()
}

// of is what s is a match of.
func (s session) gameName() string {
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

// sessions are the matches to go on with, the one on the panel first. They never change.
type sessions []session

// find is the index of the match of that id, −1 for none.
func (all sessions) find(id string) int {
	return slices.IndexFunc(all, func(s session) bool { return s.id == id })
}

// playing reports whether a name sits in one of them.
func (all sessions) playing(name string) bool {
	return slices.ContainsFunc(all, func(s session) bool { return slices.Contains(s.names(), name) })
}

// front are they with the i-th before the others.
func (all sessions) toFront(i int) sessions {
	return append(sessions{all[i]}, slices.Delete(slices.Clone(all), i, i+1)...)
}

// begun is the day on which a match was begun, "" where nobody knows.
func (s session) startDay() string {
	at := ""
	if s.match.IsZero() {
		at = s.summary.Started
	} else {
		at = s.match.Fact(1).At
	}
	day, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return ""
	}
	return day.Local().Format("2.01")
}
