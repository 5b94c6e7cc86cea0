package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// happening is a kind of event that the table should notice.
type happening uint8

const (
	uncovered  happening = iota // event that Мазай is uncovered
	lastCircle                  // event that the last circle begins
	taken                       // event that a seat takes a hare into its boat
	landed                      // event that a seat puts hares ashore
	carried                     // event that currents carry a boat
	pulled                      // event that a funnel pulls a boat
	whirled                     // event that the hares around a whirlpool move
	sunk                        // event that hares drown in a swamp
	cleared                     // event that a twin removes the hares from all cards of its type
	stolen                      // event that a seat steals a hare from another boat
)

// happenings maps each happening to its kind of moment and its name in the catalogues. Every
// happening except uncovered uses the picture of the kind.
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

// event is a happening of the last decision, with its seats, numbers and cells.
type event struct {
	what        happening
	seat, other uint8 // seat that acts, and seat that lost a stolen hare
	hares, n    int   // number of hares, and number of points or turns
	from, to    cell  // cells from which and to which the boat moved
}

// mostMoments is the greatest number of moments after one decision.
const mostMoments = 3

// events contains the events of the last decision, in order. It has room for one more than
// mostMoments, because a take can be followed by a current, a funnel and a swamp.
type events struct {
	n  uint8
	of [mostMoments + 1]event
}

// addEvent adds an event. It merges successive currents that carry a boat into one event.
func (s *state) addEvent(e event) {
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

// Moments returns the moments of the last decision: Мазай, the last circle, hares taken, stolen,
// put ashore or lost, and boats carried or pulled. If there are more than mostMoments, it omits
// the currents.
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

// note returns the line about the result of an event, such as the load of the boat.
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

// uncoveredNote returns the note that names the seat that will add hares, or states that the game
// is over.
func (s *state) uncoveredNote(e event) games.Text {
	switch {
	case e.seat > 0:
		return games.Say("moment.mazai.note", seatName(int(e.seat)))
	case s.stage == over:
		return games.Say("moment.mazai.over")
	}
	return games.Text{}
}

// addUncovered adds the event that Мазай is uncovered, with the seat that will add hares. In the
// last round it also adds the event of the last circle, with the number of turns left in it.
func (s *state) addUncovered() {
	e := event{what: uncovered}
	switch s.deck.mazai {
	case inRow:
		e.seat = uint8(s.next())
	case secondInRow:
		e.seat = uint8(s.next()%s.table.seats + 1)
	}
	s.addEvent(e)
	if left := s.turnsLeft() - 1; s.deck.mazai == aside && left > 0 {
		s.addEvent(event{what: lastCircle, n: left})
	}
}
