package table

import (
	"strconv"

	"tabletop/games"
)

// news contains the events of the last decision, for its moments.
type news struct {
	phase *Phase // phase that began
	first int    // seat that begins the next round, from 1
	moved bool   // whether first differs from the seat that began the round before
	last  bool   // whether a call or close has announced the last turns
	out   set    // seats that dropped out
	by    int    // seat that made the decision, or that it names, from 1
	says  games.Decision
	// judged means that the hook Over has seen the decision, and decided that it has ended the game
	// without naming winners.
	judged, decided bool
	match           set  // winners of the match of a series that the decision ended
	counted         bool // whether the hook Changes has seen the decision
	onward          bool // whether a correction has removed the reason of the last count
	bust            set  // seats whose entry counted nothing, because it led beyond the target
}

// newsMoments returns the moments of the last decision: seats dropped out, points led beyond the
// target, the last turns were announced, a round was finished, or an upkeep phase began. Once the
// game is over, it omits the announcement and the upkeep phase and, of a finished round, all but a
// reached target.
func (s *state) newsMoments() (all []games.Moment) {
	n := &s.play.news
	if n.out != 0 {
		text := games.Count("moment.out", n.out.size())
		note := games.Say("note.out", seatName(n.out.line().seat(0)))
		if n.out.size() > 1 {
			note = games.Text{}
		}
		all = append(all, games.Moment{Kind: games.Sink, Text: text, Note: note, Seats: n.out.numbers()})
	}
	if n.bust != 0 {
		all = append(all, games.Moment{Kind: games.Bust, Text: games.Say("moment.bust"), Note: games.Say("note.bust"), Seats: n.bust.numbers()})
	}
	if m, ok := s.matchMoment(); ok {
		return append(all, m)
	}
	if n.onward {
		all = append(all, s.onwardMoment())
	}
	if n.last && !s.over {
		all = append(all, s.lastCall())
	}
	if m, ok := s.roundMoment(); ok {
		all = append(all, m)
	}
	if n.phase != nil && n.phase.Order == Upkeep && !s.over {
		all = append(all, games.Moment{Kind: games.Appear, Text: games.Say("moment.upkeep", s.word(n.phase.Name)), Note: games.Say("note.upkeep", s.word(n.phase.Name))})
	}
	return all
}

// lastCall returns the moment of a call, with a note about the rounds or turns left.
func (s *state) lastCall() games.Moment {
	m := games.Moment{Kind: games.Last, Text: games.Say("moment.last")}
	switch {
	case s.play.closing:
		m.Note = games.Say("note.circle")
	case s.play.last > s.play.round:
		m.Note = games.Say("note.more")
	default:
		m.Note = games.Say("note.last")
	}
	return m
}

// roundMoment returns the moment of a finished round: a seat reached the target, another seat
// leads, or another seat begins.
func (s *state) roundMoment() (games.Moment, bool) {
	if s.closed == 0 || s.def.Once || s.def.Points == End || s.def.Points == Never || s.closed > s.begun() {
		return s.beginner()
	}
	was, is := s.totals(s.closed-1), s.totals(s.closed)
	if arrived := s.arrived(was, is); len(arrived) > 0 && s.def.Points != Wins {
		text := games.Count("moment.target", s.target, strconv.Itoa(s.target))
		return games.Moment{Kind: games.Target, Text: text, Note: games.Count("note.round", s.closed, seatName(int(arrived[0])-1)), Seats: arrived}, true
	}
	if s.over || s.def.Coop {
		return games.Moment{}, false
	}
	if ahead := s.best(is); overtaken(s.best(was), ahead) {
		text := games.Count("moment.lead", len(ahead))
		return games.Moment{Kind: games.Lead, Text: text, Note: s.leaders("note.round", ahead, is), Seats: ahead}, true
	}
	return s.beginner()
}

// beginner returns the moment that states which seat begins the round. It returns false if that
// seat also began the round before.
func (s *state) beginner() (games.Moment, bool) {
	n := &s.play.news
	if s.closed == 0 || !n.moved || s.over || s.lastCount() || n.first == 0 || s.seats == 1 {
		return games.Moment{}, false
	}
	seat := games.Seat(n.first)
	return games.Moment{
		Kind: games.Round, Text: games.Count("title.round", s.play.round),
		Note: games.Say("note.begins", seatName(n.first-1)), Seats: []games.Seat{seat},
	}, true
}
