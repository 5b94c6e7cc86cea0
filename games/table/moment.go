package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// Moments reports the most important event of the round that the last decision has completed: a
// seat reached the target, or else another seat took the lead, or else the round is over. For the
// last round of a game it reports only the target, because the companion reports the victory. It
// doesn't report corrections and rulings.
func (s state) Moments() []games.Moment {
	if s.play != nil {
		return s.newsMoments()
	}
	if s.closed == 0 {
		return nil
	}
	was, is := s.totals(s.closed-1), s.totals(s.closed)
	ahead := s.best(is)
	switch arrived := s.arrived(was, is); {
	case len(arrived) > 0:
		text := games.Count("moment.target", s.target, strconv.Itoa(s.target))
		return []games.Moment{{Kind: games.Target, Text: text, Note: s.arrival(arrived), Seats: arrived}}
	case s.over:
		return nil
	case overtaken(s.best(was), ahead):
		text := games.Count("moment.lead", len(ahead))
		return []games.Moment{{Kind: games.Lead, Text: text, Note: s.leaders("note.round", ahead, is), Seats: ahead}}
	}
	text := games.Count("title.round", s.closed)
	return []games.Moment{{Kind: games.Round, Text: text, Note: s.leaders("note.ahead", ahead, is), Seats: ahead}}
}

// arrived returns the seats that have reached the target after a round, but had not reached it
// before. The two tallies are the totals before and after the round.
func (s *state) arrived(was, is tally) (seats []games.Seat) {
	for seat := range s.seats {
		if !s.atTarget(was[seat]) && s.atTarget(is[seat]) {
			seats = append(seats, games.Seat(seat+1))
		}
	}
	return seats
}

// arrival returns the note for a reached target: that a tie must still be broken, or else the
// round and the seat.
func (s *state) arrival(seats []games.Seat) games.Text {
	switch {
	case s.tied():
		return games.Say("note.tied")
	case len(seats) > 1:
		return games.Count("title.round", s.closed)
	}
	return games.Count("note.round", s.closed, seatName(int(seats[0])-1))
}

// leaders returns a note about the leading seats. If one seat leads, the note has the given key and
// names the seat. If several seats lead, the note states the points that each of them has.
func (s *state) leaders(key string, ahead []games.Seat, t tally) games.Text {
	first := int(ahead[0]) - 1
	if len(ahead) > 1 {
		return games.Say("note.level", strconv.Itoa(int(t[first])))
	}
	return games.Count(key, s.closed, seatName(first))
}

// overtaken reports whether none of the former leaders still leads.
func overtaken(was, is []games.Seat) bool {
	return !slices.ContainsFunc(is, func(seat games.Seat) bool { return slices.Contains(was, seat) })
}
