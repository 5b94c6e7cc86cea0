package fox

import (
	"strconv"

	"tabletop/games"
)

// just is what the last decision did, as far as the position doesn't tell: nothing is
// told twice, and nothing of what the table ruled.
type just struct {
	decided bool
	taken   taken // with mode=tricks
}

// Moments tells what the last decision made happen: a new decree, a trick, and at the end
// of a round what its cards prove, what it came to and who is ahead now.
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

// latest is what both have won of the round that is being played, or of the last one.
func (s *state) latest() result {
	if s.between() {
		return s.last
	}
	return s.won()
}

// moments are the decree that was exchanged and the trick that was won by the last card.
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
	if r.replaced().suit() != r.decree.suit() {
		key = "moment.trump"
	}
	return games.Moment{
		Kind: games.Appear, Text: games.Say(key), Note: games.Say("note.card", r.decree.name()),
		Glyph: r.decree.suit().String(), Seats: []games.Seat{r.by(r.n - 1).number()},
	}
}

// moment says in its text what was more than a card in the trick, a Witch or Treasures,
// and in its note how many tricks both have now, or that a Swan leads.
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

// moment tells of a trick without its cards.
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

// revokes tell who is proven to have broken a rule, in which trick and by which card.
func (s *state) revokes() []games.Moment {
	var all []games.Moment
	for _, f := range s.proven() {
		all = append(all, games.Moment{
			Kind: games.Revoke, Text: games.Count("moment.revoke", f.trick), Note: games.Say("note.card", f.suspect.name()),
			Seats: []games.Seat{f.seat.number()},
		})
	}
	return all
}

// ended tells the round: its best title, whose it is, the points it brought to both and
// what they have.
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

// gain is how many points k got, in digits.
func (t result) gain(k seat) string { return strconv.Itoa(int(t.points(k))) }

// points is how many k has, in digits.
func (s *state) points(k seat) string { return strconv.Itoa(int(s.total[k])) }

// overtakes tells who is ahead now and was behind before the round. Who has won is told
// for the game.
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
