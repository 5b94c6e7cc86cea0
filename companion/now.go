package companion

import (
	"tabletop/companion/clock"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/words"
)

// Moment is everything there is to see at one time: what panel and matrix show, and what
// phones, the club, the buzzer and the table panel may know. No seal's secret is in it.
//
// Moments are compared with ==. Two are equal only if they tell the same, so whoever
// publishes them compares the new one with the last and forgets nothing. For this each
// field is a value that == compares, or points to something that is never changed: the
// model makes another in its place. A list or a map therefore stands behind a pointer, and
// no pointer is nil.
//
// A moment of a game, such as a catch or a round's end, is a [games.Moment]: see Happened.
type Moment struct {
	*Library // the games that can be played, and their words

	View     View
	Match    match.Match  // on the panel, or where there is none the one that ended last
	Point    Point        // where the match on the panel stands; zero without one
	Ready    bool         // that match waits under its seal for somebody to begin
	Clocks   clock.Seats  // of that match
	Rings    bool         // the sand timer, or the time that a game gives, has run out
	Happened *Happened    // in that match by the last decision
	Counsel  *Counsel     // what its adviser can be asked, and has told
	Thrown   *Thrown      // the dice that are thrown beside any game
	Offer    *Offer       // what there is to set up and to go on with
	Reserve  string       // the seal of the next match's luck, whose id begins it; "" until there is one
	Guests   *door.Guests // who may come in
	Private  bool         // the page in sight is for the wired keys only, and for nobody else's eyes
	Lang     words.Lang
	Mute     bool // the table wants no sounds
	Sure     bool // the wall clock is trusted
	Day      int  // the date, counted from 1970-01-01; 0: nobody knows it
}

// Moment returns what there is to see now.
func (m Model) Moment() Moment {
	return Moment{
		Library: m.Library(), View: m.View(), Match: m.Last(), Point: m.Point(), Ready: m.Ready(), Clocks: m.clocks(), Rings: m.Rings(),
		Happened: m.happened(), Counsel: m.Counsel(), Thrown: m.Thrown(), Offer: m.Offer(),
		Reserve: m.Reserve(), Guests: m.Guests(), Private: m.Private(), Lang: m.Lang(), Mute: m.Mute(), Sure: m.Sure(), Day: m.Day(),
	}
}

// Ready reports whether the match on the panel waits under its seal for somebody to
// say that all have stirred who want to.
func (m Model) Ready() bool {
	return m.front() == frontTable && len(m.open) > 0 && m.open[0].first != settled
}

// Rings reports whether the sand timer or the time that a game gives has run out, and nobody
// has taken note.
func (m Model) Rings() bool { return m.face.count.Rings(m.now) }

// shared are the parts of a moment that are made of several parts of the model. They are
// shared by all moments until one of these parts changes.
type shared struct {
	open    *openList
	offer   made[offerParts, Offer]
	guests  made[doorParts, door.Guests]
	thrown  made[thrownParts, Thrown]
	counsel made[counselParts, Counsel]
	reserve made[reserveParts, string]
}

// made is a value and the parts it was made of.
type made[P parts[V], V any] struct {
	of  P
	out *V
}

// parts are all that a value is made of. Build sees nothing else, so that the value can't
// change while the parts are equal. What they point to never changes.
type parts[V any] interface {
	comparable
	build() *V
}

// from returns the value made of p: the same as before if p is.
func (m made[P, V]) from(p P) made[P, V] {
	if m.out != nil && m.of == p {
		return m
	}
	return made[P, V]{p, p.build()}
}

// share is the model whose shared parts are up to date.
func (m Model) share() Model {
	s := &m.shared
	s.open = s.open.after(m.open)
	s.offer = s.offer.from(offerParts{m.house, s.open})
	s.guests = s.guests.from(doorParts{m.evening})
	s.thrown = s.thrown.from(thrownParts{m.house, m.started, m.cups.id, m.cups.match, m.hands.of})
	s.counsel = s.counsel.from(counselParts{m.topics(), m.top().page.awaits != "", m.advice.told, m.advice.known, m.advice.at})
	s.reserve = s.reserve.from(reserveParts{m.ready, m.reserve})
	return m
}

// Offer returns what there is to set up and to go on with.
func (m Model) Offer() *Offer { return m.shared.offer.out }
