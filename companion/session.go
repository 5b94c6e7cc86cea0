package companion

import (
	"slices"
	"time"

	"tabletop/companion/adviser"
	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
)

// session is an open match with its secret and its clock. Its facts are loaded when the match
// is resumed ([Load]). Until then match is zero, and summary has the data for lists.
type session struct {
	id      string
	summary *OpenMatch // nil once the match is loaded
	match   match.Match
	secret  luck.Secret   // zero once it is published
	fresh   bool          // set up this evening, and its seal was never shown
	first   int           // first seat: 0 drawn, fair, or a seat; settled once the match has begun
	start   time.Duration // time of events at ms 0 of the match
	run     clock.Run
	topic   adviser.Topic // last question to the adviser, or ""
}

// names returns the names of the players, by seat.
func (s session) names() []string {
	if s.match.IsZero() {
		return s.summary.Names
	}
	return s.match.Names()
}

// gameName returns the name of the game.
func (s session) gameName() string {
	if s.match.IsZero() {
		return s.summary.Game
	}
	return s.match.Rules().Name()
}

// unbegun reports whether the match has no decision, no shown outcome and no stirring yet.
func (s session) unbegun() bool {
	if s.match.IsZero() {
		return s.summary.Facts == 1
	}
	return s.match.Seq() == 1
}

// OpenMatch is the summary of a match that has not ended.
type OpenMatch struct {
	ID, Game string
	Names    []string // by seat
	Started  string   // time of its first fact; "" if unsure
	Facts    int
}

// sessions are the open matches, the one on the panel first. The slice never changes.
type sessions []session

// find returns the index of a match, or −1.
func (all sessions) find(id string) int {
	return slices.IndexFunc(all, func(s session) bool { return s.id == id })
}

// playing reports whether a name has a seat in any of the matches.
func (all sessions) playing(name string) bool {
	return slices.ContainsFunc(all, func(s session) bool { return slices.Contains(s.names(), name) })
}

// toFront returns the sessions with the i-th first.
func (all sessions) toFront(i int) sessions {
	return append(sessions{all[i]}, slices.Delete(slices.Clone(all), i, i+1)...)
}

// startDay returns the day on which the match began, or "" if unknown.
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
