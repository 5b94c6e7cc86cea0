package mice

import (
	"strconv"

	"tabletop/games"
)

// ending is how a hunt has come to its end.
type ending uint8

const (
	going   ending = iota
	failed         // what lay lured ran back
	caught         // what lay lured is caught
	allFive        // likewise, as five colours were lured, and the turn goes on
)

// news is what the decision that led to a position has made happen. It stands in no
// text of the position and changes nothing that may be decided.
type news struct {
	hunt   ending
	hunter place    // whose hunt has ended
	n      int32    // how many mice ran away, or the points of those caught
	stolen colour   // of a lure from cards
	robbed [2]place // the cards it took from, the second 0 if that was one, both if none
	lost   int32    // what each of them has lost
	last   bool     // a lure has left so few in the centre that stopping ends the game
}

// Moments are a theft, a hunt that failed or a catch, and that the game is about to end.
func (s state) Moments() []games.Moment {
	var told []games.Moment
	if s.news.robbed[0] > 0 {
		told = append(told, s.theft())
	}
	switch s.news.hunt {
	case failed:
		told = append(told, s.escape())
	case caught:
		told = append(told, s.catches("moment.catch"))
	case allFive:
		told = append(told, s.catches("moment.five"))
	}
	if s.news.last {
		told = append(told, games.Moment{Kind: games.Last, Text: games.Say("moment.last"), Note: games.Say("ask.last")})
	}
	return told
}

// theft tells whose mice were taken: one by name, or that two have lost the same.
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

// escape tells how many mice ran away; on the first roll of a turn there were none.
func (s *state) escape() games.Moment {
	m := games.Moment{Kind: games.Bust, Seats: []games.Seat{games.Seat(s.news.hunter)}}
	m.Text, m.Note = games.Say("moment.nothing"), games.Say("moment.nothing.note")
	if n := int(s.news.n); n > 0 {
		m.Text, m.Note = games.Count("moment.bust", n), games.Count("moment.bust.note", n)
	}
	return m
}

// catches tells what was caught, and what its hunter has in all.
func (s *state) catches(key string) games.Moment {
	all := strconv.Itoa(int(s.points(s.news.hunter)))
	return games.Moment{
		Kind: games.Catch, Text: games.Say(key), Seats: []games.Seat{games.Seat(s.news.hunter)},
		Note: games.Count(s.unit("moment.gain"), int(s.news.n), all),
	}
}

// unit returns the key of a text that counts points, or where all are worth the same, mice.
func (s *state) unit(key string) string {
	if s.kids {
		return key + ".mice"
	}
	return key
}

// tell keeps what a lure has taken from cards.
func (n *news) tell(l *lure, worth int32) {
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
