package fox

import (
	"strconv"

	"tabletop/games"
)

// lastDecision holds facts about the last decision that the position doesn't show. Each decision
// is reported once, and rulings are not reported.
type lastDecision struct {
	decided bool
	taken   taken // the last trick, with mode=tricks
}

// Moments returns the events of the last decision: a new decree or a won trick. At the end of a
// round it also returns the findings of the audit, the result, and a change of the lead.
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

// latest returns the tricks and Treasures won in the present round. Between rounds it returns
// those of the last round.
func (s *state) latest() result {
	if s.between() {
		return s.last
	}
	return s.won()
}

// moments returns the events of the last card: an exchange of the decree, and the trick that it
// completed.
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

// moment returns the moment of a won trick. Its text names a Witch or Treasures in the trick. Its
// note has the number of tricks that each seat has won, or states that the player of a Swan
// leads.
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

// moment returns the moment of a won trick whose cards were not entered.
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

// revokes returns a moment for each player whom the audit proves to have broken a rule, with the
// trick and the card.
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

// ended returns the moment of the end of a round. Its text has the better one of the two seats'
// titles, and its Seats the seat with that title. Its note has the points of both seats in the
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

// gain returns the points of k in the round, as digits.
func (t result) gain(k seat) string { return strconv.Itoa(int(t.points(k))) }

// points returns the total points of k, as digits.
func (s *state) points(k seat) string { return strconv.Itoa(int(s.total[k])) }

// overtakes returns a moment for the seat that took the lead in this round, if one did. It
// returns nil if the game is over, because the companion reports the winner.
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
