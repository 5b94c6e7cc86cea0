package companion

import (
	"slices"
	"time"

	"tabletop/companion/adviser"
	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
)

// session is an open match with its secret and its clock. The facts of the match are loaded
// when it is resumed (see [Load]). Until then match is zero, and summary has the data for
// lists.
type session struct {
	id      string
	summary *OpenMatch // data for lists; nil once the match is loaded
	match   match.Match
	secret  luck.Secret   // secret of the seal; zero if published or lost
	fresh   bool          // the match was set up this evening, and its seal was never shown
	first   int           // seat that begins, from 1; or 0 (drawn), fair or settled
	start   time.Duration // start of the match, as time since the daemon started; may be negative
	run     clock.Run     // state of the match's clock
	topic   adviser.Topic // last question to the adviser, or "" if none
	latest  latest        // last fact, if a phone has sent it
}

// latest is the last fact that a phone has added to a match since the start of the program.
type latest struct {
	seq   int // 0: the last fact came from elsewhere
	guest int // ID of the guest, 0 for a phone that is no guest
}

// ownStep reports whether a guest may undo or redo without asking the table. The move must undo
// only the last decision of that guest, or redo one step. The parameter to is the seq of the
// fact to which the match would move.
func (s session) ownStep(to, guest int) bool {
	if step, ok := s.match.Redo(); ok && step.BackTo == to {
		return true
	}
	step, ok := s.match.Undo()
	return ok && step.BackTo == to && s.latest == latest{step.Fact.Seq, guest}
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

// unbegun reports whether the match has only its first fact: no decision, no shown outcome and
// no stirring.
func (s session) unbegun() bool {
	if s.match.IsZero() {
		return s.summary.Facts == 1
	}
	return s.match.Seq() == 1
}

// OpenMatch describes a match that has not ended.
type OpenMatch struct {
	ID, Game string
	Names    []string // names of the players, by seat
	Started  string   // time of the first fact in RFC 3339; "" if unknown
	Touched  string   // time of the last fact in RFC 3339; "" if unknown
	Facts    int      // number of facts
}

// sessions lists the open matches, the one on the panel first. Methods return a changed copy.
type sessions []session

// find returns the index of the match with this id, or −1.
func (all sessions) find(id string) int {
	return slices.IndexFunc(all, func(s session) bool { return s.id == id })
}

// playing reports whether a player with this name has a seat in any of the matches.
func (all sessions) playing(name string) bool {
	return slices.ContainsFunc(all, func(s session) bool { return slices.Contains(s.names(), name) })
}

// toFront returns the sessions in the same order, but the i-th first. i counts from 0.
func (all sessions) toFront(i int) sessions {
	return append(sessions{all[i]}, slices.Delete(slices.Clone(all), i, i+1)...)
}

// facts returns the number of facts of the match.
func (s session) facts() int {
	if s.match.IsZero() {
		return s.summary.Facts
	}
	return s.match.Seq()
}

// touched returns the time of the last fact in RFC 3339, or "" if unknown.
func (s session) touched() string {
	if s.match.IsZero() {
		return s.summary.Touched
	}
	return s.match.Fact(s.match.Seq()).At
}

// started returns the time of the first fact in RFC 3339, or "" if unknown.
func (s session) started() string {
	if s.match.IsZero() {
		return s.summary.Started
	}
	return s.match.Fact(1).At
}

// touchedOn returns the day and month on which the match was last played, or the time if that is
// today. exact adds the time to the day. touchedOn returns "" if unknown. now is the wall clock.
func (s session) touchedOn(now time.Time, exact bool) string {
	at, err := time.Parse(time.RFC3339, s.touched())
	if err != nil {
		return ""
	}
	at, now = at.Local(), now.Local()
	switch {
	case at.YearDay() == now.YearDay() && at.Year() == now.Year():
		return at.Format("15:04")
	case exact:
		return at.Format("2.01 15:04")
	}
	return at.Format("2.01")
}
