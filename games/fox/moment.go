package fox

import (
	"strconv"

	"tabletop/games"
)

// lastDecision describes the last decision where the position doesn't. A decision is reported
// only once; rulings are not reported.
type lastDecision struct {
	decided bool
	taken   taken // with mode=tricks
}

// Moments reports the events of the last decision: a new decree, a trick, and at the end of a
// round the findings of the audit, the result and a change of the lead.
func (s state) Moments() []games.Moment {
	if !s.just.decided {
		return nil
	}
	var all []games.Moment
	switch s.mode {
	case entersCards:
		all = s.round.moments()
	case entersTricks:
		all = append(all, s.just.taken.moment(s.latest()))
	}
	if s.between() {
		all = append(append(all, s.revokes()...), s.ended())
		all = append(all, s.overtakes()...)
	}
	return all
}

// latest returns the tricks and Treasures of the present round, or of the last one.
func (s *state) latest() result {
	if s.between() {
		return s.last
	}
	return s.won()
}

// moments returns the exchange of the decree and the trick won by the last card.
func (r *round) moments() []games.Moment {
	var all []games.Moment
	if r.exchanged() {
		all = append(all, r.newDecree())
	}
	if t, ok := r.justWon(); ok {
		all = append(all, t.moment(r.result()))
	}
	return all
}

func (r *round) newDecree() games.Moment {
	key := "moment.decree"
	if r.previousDecree().suit() != r.decree.suit() {
		key = "moment.trump"
	}
	return games.Moment{
		Kind: games.Appear, Text: games.Say(key), Note: games.Say("note.card", r.decree.name()),
		Glyph: r.decree.suit().String(), Seats: []games.Seat{r.by(r.n - 1).number()},
	}
}

// moment describes a trick. Its text names a Witch or Treasures in it; its note has the numbers
// of tricks of both seats, or states that a Swan leads.
func (t trick) moment(won result) games.Moment {
	n := treasures(t.lead, t.follow)
	m := taken{t.winner(), n}.moment(won)
	m.Glyph = t.taking().suit().String()
	if key := t.witch(); key != "" {
		m.Text = games.Say("moment." + key)
	}
	if t.swan() {
		m.Note = games.Say("note.swan")
	}
	return m
}

// moment describes a trick without its cards.
func (t taken) moment(won result) games.Moment {
	m := games.Moment{
		Kind: games.Trick, Text: games.Say("moment.trick"), Note: games.Say("note.tricks", digits(won.tricks[:])...),
		Glyph: "trick", Seats: []games.Seat{t.by.number()},
	}
	if t.treasures > 0 {
		m.Text = games.Count("moment.treasure", int(t.treasures))
		m.Note = games.Count("note.treasure", int(t.treasures), digits(won.tricks[:])...)
		m.Glyph = "treasure"
	}
	return m
}

// revokes names each player proven to have broken a rule, with the trick and the card.
func (s *state) revokes() []games.Moment {
	var all []games.Moment
	for _, f := range s.proven() {
		all = append(all, games.Moment{
			Kind: games.Revoke, Text: games.Count("moment.revoke", f.trick), Note: games.Say("note.card", f.answer.name()),
			Seats: []games.Seat{f.seat.number()},
		})
	}
	return all
}

// ended describes the end of a round: its best title and that seat, the points of both in the
// round and in total.
func (s *state) ended() games.Moment {
	best := seat(0)
	if byTricks[s.last.tricks[1]] > byTricks[s.last.tricks[0]] {
		best = 1
	}
	return games.Moment{
		Kind: games.Round, Text: games.Count("moment.round."+s.last.honour(best), s.number-1),
		Note: games.Say("note.round", s.last.gain(0), s.last.gain(1), s.points(0), s.points(1)), Seats: []games.Seat{best.number()},
	}
}

// gain returns the points of k in the round, in digits.
func (t result) gain(k seat) string { return strconv.Itoa(int(t.points(k))) }

// points returns the total points of k, in digits.
func (s *state) points(k seat) string { return strconv.Itoa(int(s.total[k])) }

// overtakes names the seat that took the lead in this round. If the game is over it returns
// nil; the companion reports the winner.
func (s *state) overtakes() []games.Moment {
	for k := range seat(seats) {
		o := k.other()
		was, is := s.total[k]-s.last.points(k)-s.total[o]+s.last.points(o), s.total[k]-s.total[o]
		if was < 0 && is > 0 && !s.over() {
			return []games.Moment{{
				Kind: games.Lead, Text: games.Say("moment.lead"), Note: games.Say("note.lead", s.points(0), s.points(1)),
				Seats: []games.Seat{k.number()},
			}}
		}
	}
	return nil
}
