package mice

import (
	"strconv"

	"tabletop/games"
)

// ending is the result of a hunt.
type ending uint8

const (
	going   ending = iota
	failed         // result of a hunt after which the lured mice ran back to the centre
	caught         // result of a hunt after which the seat caught the lured mice
	allFive        // result after five lured colours were caught at once; the turn continues
)

// news contains the events of the last decision. It is not part of the position's text and has
// no effect on later decisions.
type news struct {
	hunt   ending
	hunter place    // seat whose hunt has ended
	n      int32    // number of mice that ran away, or points of the caught mice
	stolen colour   // colour of the mice taken from cards
	robbed [2]place // seats robbed of mice; robbed[1] is 0 if only one seat was robbed
	lost   int32    // points that each robbed seat lost
	last   bool     // whether the centre has so few mice that stopping ends the game
}

// Moments returns the moments of the last decision: a theft, a failed hunt or a catch, and the
// warning that the game is about to end.
func (s state) Moments() []games.Moment {
	var moments []games.Moment
	if s.news.robbed[0] > 0 {
		moments = append(moments, s.theft())
	}
	switch s.news.hunt {
	case failed:
		moments = append(moments, s.escape())
	case caught:
		moments = append(moments, s.catches("moment.catch"))
	case allFive:
		moments = append(moments, s.catches("moment.five"))
	}
	if s.news.last {
		moments = append(moments, games.Moment{Kind: games.Last, Text: games.Say("moment.last"), Note: games.Say("ask.last")})
	}
	return moments
}

// theft returns the moment of stolen mice. It names the robbed seat, or states that two seats lost
// the same number of points.
func (s *state) theft() games.Moment {
	from := s.news.robbed
	m := games.Moment{
		Kind: games.Steal, Text: games.Say("moment.steal"), Glyph: s.news.stolen.String(), Seats: []games.Seat{games.Seat(from[0])},
		Note: games.Count(s.unit("moment.loss"), int(s.news.lost), name(from[0])),
	}
	if from[1] > 0 {
		m.Seats = append(m.Seats, games.Seat(from[1]))
		m.Note = games.Count(s.unit("moment.losses"), int(s.news.lost))
	}
	return m
}

// escape returns the moment of the mice that ran away. If the first roll of a turn fails, no mouse
// has been lured, and the moment has another text.
func (s *state) escape() games.Moment {
	m := games.Moment{Kind: games.Bust, Seats: []games.Seat{games.Seat(s.news.hunter)}}
	m.Text, m.Note = games.Say("moment.nothing"), games.Say("moment.nothing.note")
	if n := int(s.news.n); n > 0 {
		m.Text, m.Note = games.Count("moment.bust", n), games.Count("moment.bust.note", n)
	}
	return m
}

// catches returns the moment of a catch. Its note states the points of the catch and the total
// points of the seat.
func (s *state) catches(key string) games.Moment {
	all := strconv.Itoa(int(s.points(s.news.hunter)))
	return games.Moment{
		Kind: games.Catch, Text: games.Say(key), Seats: []games.Seat{games.Seat(s.news.hunter)},
		Note: games.Count(s.unit("moment.gain"), int(s.news.n), all),
	}
}

// unit returns the key of a text about points. With scoring=kids, where each mouse counts 1 point,
// it returns the key of the variant about mice.
func (s *state) unit(key string) string {
	if s.kids {
		return key + ".mice"
	}
	return key
}

// addTheft records the mice that a lure takes from cards. worth is the number of points of one such
// mouse.
func (n *news) addTheft(l *lure, worth int32) {
	for _, m := range l.mice[:l.n] {
		switch {
		case m.from == centre:
		case n.robbed[0] == 0:
			n.stolen, n.robbed[0], n.lost = m.colour, m.from, worth
		case n.robbed[0] == m.from:
			n.lost += worth
		default:
			n.robbed[1] = m.from
		}
	}
}
