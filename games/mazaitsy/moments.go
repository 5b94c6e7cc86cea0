package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// happening is something that the table should look up for.
type happening uint8

const (
	uncovered  happening = iota // Мазай
	lastCircle                  // begins
	taken                       // a hare, into a boat
	landed                      // hares, ashore
	carried                     // a boat, by currents
	pulled                      // a boat, by a funnel
	whirled                     // hares, round a whirlpool
	sunk                        // hares, in a swamp
	cleared                     // hares, by a twin
	stolen                      // a hare, out of another boat
)

// happenings have a kind, whose picture they have but for Мазай, and a name in the catalogues.
var happenings = [...]struct {
	kind games.Kind
	name string
}{
	uncovered:  {games.Appear, "mazai"},
	lastCircle: {games.Last, "last"},
	taken:      {games.Gain, "take"},
	landed:     {games.Land, "land"},
	carried:    {games.Carry, "carry"},
	pulled:     {games.Pull, "pull"},
	whirled:    {games.Whirl, "whirl"},
	sunk:       {games.Sink, "sink"},
	cleared:    {games.Sink, "clear"},
	stolen:     {games.Steal, "steal"},
}

// event is a happening of the last decision, in numbers.
type event struct {
	what        happening
	seat, other uint8 // whose it is; whose hare was stolen
	hares, n    int   // how many hares; points, or turns
	from, to    cell  // of a boat
}

// mostMoments is how many moments are told of a decision.
const mostMoments = 3

// events are those of the last decision, in order. A take can be followed by a current,
// a funnel and a swamp.
type events struct {
	n  uint8
	of [mostMoments + 1]event
}

// tell adds an event. Currents that carry a boat on and on are one.
func (s *state) tell(e event) {
	all := s.events.of[:s.events.n]
	if last := len(all) - 1; e.what == carried && last >= 0 && all[last].what == carried {
		all[last].to = e.to
		return
	}
	if len(all) < len(s.events.of) {
		s.events.of[s.events.n] = e
		s.events.n++
	}
}

// Moments are Мазай, the last circle, hares taken, stolen, ashore or gone, and boats
// carried and pulled. Where that is too much the current is left out.
func (s state) Moments() []games.Moment {
	var all []games.Moment
	for _, e := range s.events.of[:s.events.n] {
		if s.events.n <= mostMoments || e.what != carried {
			all = append(all, s.moment(e))
		}
	}
	return all
}

func (s *state) moment(e event) games.Moment {
	h := happenings[e.what]
	m := games.Moment{Kind: h.kind, Text: games.Count("moment."+h.name, e.hares), Note: s.note(e)}
	if e.what == uncovered {
		m.Glyph = "mazai"
	}
	if e.seat > 0 {
		m.Seats = []games.Seat{games.Seat(e.seat)}
	}
	return m
}

// note is what an event has changed.
func (s *state) note(e event) games.Text {
	key := "moment." + happenings[e.what].name + ".note"
	switch e.what {
	case uncovered:
		return s.uncoveredNote(e)
	case lastCircle:
		return games.Count(key, e.n)
	case taken:
		used, most := s.load(int(e.seat))
		return games.Say(key, strconv.Itoa(e.n), strconv.Itoa(used), strconv.Itoa(most))
	case landed:
		if s.hidesTokens() {
			return games.Say(key+".hidden", strconv.Itoa(e.n))
		}
		c := &s.hares.of[e.seat]
		return games.Say(key, strconv.Itoa(e.n), strconv.Itoa(int(c.points)+c.ashore.points()))
	case carried, pulled:
		return games.Say(key, e.from.String(), e.to.String())
	case stolen:
		return games.Say(key, seatName(int(e.other)), strconv.Itoa(e.n))
	}
	if e.hares == 0 {
		return games.Text{}
	}
	return games.Count("moment.lost.note", e.hares)
}

// uncoveredNote says who adds hares, or that the game is over.
func (s *state) uncoveredNote(e event) games.Text {
	switch {
	case e.seat > 0:
		return games.Say("moment.mazai.note", seatName(int(e.seat)))
	case s.stage == over:
		return games.Say("moment.mazai.over")
	}
	return games.Text{}
}

// tellUncovered tells that Мазай was uncovered: who will add hares, or how many turns
// the last circle has.
func (s *state) tellUncovered() {
	e := event{what: uncovered}
	switch s.deck.mazai {
	case inRow:
		e.seat = uint8(s.next())
	case secondInRow:
		e.seat = uint8(s.next()%s.table.seats + 1)
	}
	s.tell(e)
	if left := s.turnsLeft() - 1; s.deck.mazai == aside && left > 0 {
		s.tell(event{what: lastCircle, n: left})
	}
}
