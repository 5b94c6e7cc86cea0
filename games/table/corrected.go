package table

import "tabletop/games"

// copied returns s with a copy of its turns, so that a change of s doesn't change it.
func (s *state) copied() state {
	then, p := *s, *s.play
	then.play = &p
	return then
}

// reconsider draws the consequences of a correction, of which was is the position before it: seats whose
// points or counters no longer put them out are back, and the end of the game is judged anew. round is
// the corrected one, counted from 1, or 0 for a counter.
func (s *state) reconsider(was state, round int) error {
	if s.edition() < 3 || s.over {
		return nil
	}
	s.changed()
	for seat := range s.seats {
		if s.play.out.has(seat) && !s.gone.has(seat) && was.reachedOut().has(seat) && !s.reachedOut().has(seat) {
			s.takeBack(seat)
			s.changed()
		}
	}
	switch {
	case s.lastCount():
		return s.reopen(was)
	case round > 0 && round < s.play.round && s.hasRows():
		return s.endLate(was)
	}
	return nil
}

// reachedOut returns the seats whose points or counters put them out. Seats that are out already are
// among them.
func (s *state) reachedOut() (m set) {
	for i, c := range s.def.Counters {
		m |= s.arrivedAt(i, c.Out)
	}
	if s.def.OutAt.Is {
		t, at := s.totals(s.begun()), int32(s.def.OutAt.At)
		for seat := range s.seats {
			if t[seat] == at || (t[seat] > at) == s.lowest {
				m = m.with(seat)
			}
		}
	}
	return m
}

// afterRound returns the position as it was at the end of a round, counted from 1, but with the present
// numbers.
func (s *state) afterRound(round int) state {
	then := s.copied()
	p := then.play
	before := p.before
	p.rest()
	p.round, p.phase, p.before, then.closed = round, len(s.def.Phases), before, round
	if round <= len(s.past) && s.past[round-1].known {
		p.order, p.before = s.past[round-1].order, s.past[round-1].passed
	}
	then.changed()
	then.numbers = then.numbers[:min(len(then.numbers), round*s.width())]
	if !s.hasRows() {
		then.numbers = nil
	}
	if len(then.past) > round {
		then.past = then.past[:round]
	}
	return then
}

// due reports whether the game ends after the round that is over at s, and whether the hook Over ends it.
func (s *state) due() (over, byHook bool) {
	if s.mustEnd() {
		return true, false
	}
	for i := range s.def.Counters {
		if s.play.round > s.more && s.atEnd(i) != 0 {
			return true, false
		}
	}
	if s.def.Hooks.Over == nil || s.play.round <= s.more {
		return false, false
	}
	then := s.copied() // a hook may fail at a position that people didn't reach
	r, err := then.def.Hooks.Over(then.position())
	return err == nil && r.Over, true
}

// endLate ends the game after the last finished round if a correction has that effect. The present round
// doesn't count then, because it wouldn't have been played.
func (s *state) endLate(was state) error {
	last := s.play.round - 1
	before, now := was.afterRound(last), s.afterRound(last)
	now.play.news = s.play.news
	before.play.news = s.play.news
	if ended, _ := before.due(); ended {
		return nil
	}
	ended, byHook := now.due()
	if !ended {
		return nil
	}
	*s = now
	s.changed()
	if byHook {
		_, err := s.askOver()
		return err
	}
	s.lastPoints()
	return nil
}

// reopen continues the game with the next round if a correction in the last count has removed its reason.
// What was written in the last count is dropped.
func (s *state) reopen(was state) error {
	before, now := was.afterRound(s.play.round), s.afterRound(s.play.round)
	now.play.news = s.play.news
	before.play.news = s.play.news
	if ended, _ := before.due(); !ended {
		return nil
	}
	if ended, _ := now.due(); ended {
		return nil
	}
	*s = now
	if s.remembers() && len(s.past) < s.play.round {
		s.remember()
	}
	s.closed, s.play.news.onward = 0, true
	return s.nextRound()
}

// onwardMoment returns the moment of a game that goes on, because a correction has removed the reason of
// its last count.
func (s *state) onwardMoment() games.Moment {
	return games.Moment{Kind: games.Round, Text: games.Say("moment.onward"), Note: games.Count("title.round", s.play.round)}
}
