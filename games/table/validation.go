package table

// validate returns an error if a parsed position is impossible.
func (s *state) validate() error {
	p := s.play
	err := first(
		within("round", p.round, 1, s.most()),
		within("phase", p.phase, 0, len(s.def.Phases)+1),
		within("turn", p.on, nobody, s.seats-1),
		within("circle", p.circle, 0, MostPoints*MostSeats),
		within("marker", p.marker, nobody, s.seats-1),
		within("called", p.called, nobody, s.seats-1),
		within("last", p.last, 0, MostLast+1),
		within("more", s.more, 0, MostLast),
		within("order", int(p.order.n), s.seats, s.seats),
		within("finished rounds", len(s.past), 0, min(p.round, s.begun())),
	)
	switch {
	case err != nil:
		return err
	case p.why != "" && (!s.words[p.why] || !s.over):
		return wrong("there is no reason %.20q", p.why)
	case p.ended && !s.over, s.over && s.def.Coop && !p.ended:
		return wrong("it is over, and nobody has won or lost")
	case p.ended && p.won == 0 && !s.def.Coop:
		return wrong("the game ended without a winner")
	case s.def.Matches > 0 && s.decided() != s.over:
		return wrong("the series is decided, or not yet")
	case s.over:
		return s.validateOver()
	}
	return first(s.validateRows(), s.validateTurn())
}

// validateOver returns an error if the position of a finished game is impossible.
func (s *state) validateOver() error {
	p := *s.play
	p.rest()
	if p != *s.play || s.gone&^p.out != 0 || countMissing(s.numbers) > 0 || s.begun() > s.rows()+1 {
		return wrong("a finished game has turns, missing numbers or too many rounds")
	}
	return nil
}

// rows returns the number of rounds that may have numbers once the game is over.
func (s *state) rows() int {
	switch {
	case s.def.Once, s.def.Points == End:
		return 1
	case s.def.Points == Never:
		return 0
	}
	return s.play.round
}

// validateRows returns an error if the position has too few or too many numbers for its round.
func (s *state) validateRows() error {
	p := s.play
	complete, most := p.round-1, p.round
	switch {
	case s.def.Once:
		complete, most = 0, 1
	case s.def.Points == End:
		complete, most = 0, 0
	case s.def.Points == Never:
		complete, most = 0, 0
	case s.def.Points == Wins:
		most = p.round - 1
	}
	if s.lastCount() && (s.def.Final || s.def.Points == End) {
		if complete, most = s.now(), s.now()+1; s.def.Points != Any {
			complete = most
		}
	}
	if n := s.begun(); n < complete || n > most {
		return wrong("%d rounds have numbers, not %d", n, complete)
	}
	if n := min(s.begun(), s.now()); n > 0 && countMissing(s.numbers[:n*s.width()]) > 0 {
		return wrong("a number is missing")
	}
	if s.counting() && (s.def.Points == Each || s.lastCount() && s.def.Points != Any && s.def.Points != Never) &&
		(s.begun() <= s.now() || countMissing(s.current()) == 0) {
		return wrong("no number is missing")
	}
	return nil
}

// validateTurn returns an error if the turn, the phase or the dice of the position are impossible.
func (s *state) validateTurn() error {
	p, d := s.play, &s.play.dice
	ph, turns := s.present()
	lone := turns && ph.lone()
	own := lone && ph.ordered()
	switch {
	case s.playing() == 0 && !(s.edition() > 2 && s.lastCount() && s.def.Points == End), s.gone&^p.out != 0, p.out != 0 && s.def.Coop:
		return wrong("nobody is left")
	case lone != (p.on != nobody), lone && (!s.playing().has(p.on) || p.passed.find(p.on) >= 0):
		return wrong("the turn can't be that of seat %d", p.on+1)
	case own != (p.turns.n > 0), own && ph.Order != TeamTurns && int(p.turns.n) != s.seats:
		return wrong("the turns have another order")
	case p.drawing && (p.phase != 0 || s.undrawn() == 0 || p.drawn.set()&p.out != 0 || p.drawn.n > 0 && s.undrawn().size() < 2):
		return wrong("nobody is left to draw")
	case !turns && (p.circle > 0 || p.had != 0 || p.passed.n > 0 || p.ready != 0 || p.closing):
		return wrong("there are no turns")
	case turns && ph.Order == Together && s.playing()&^p.ready == 0:
		return wrong("everybody is ready")
	case p.passed.n > 0 && (!turns || ph.Order != Passing):
		return wrong("nobody can pass")
	case turns && ph.Order == Write && (s.begun() <= s.now() || !s.awaiting()):
		return wrong("nothing is left to write")
	case turns && !ph.in(p.round):
		return wrong("the phase is not of this round")
	case !turns && !p.drawing && s.def.Points != Each && s.def.Points != Wins && !s.lastCount():
		return wrong("there is nothing to count")
	case s.lastCount() && !s.def.Final && s.def.Points != End && (s.def.Points != Never || s.def.Coop || s.scored()):
		return wrong("there is no last count")
	case !lone && (d.left > 0 || d.rolls > 0 || d.held != 0):
		return wrong("a roll in progress without a seat on turn")
	case d.left > 0 && (d.rolls == 0 || !d.shown), d.held != 0 && (!d.shown || !s.def.Cup.Hold || d.rolls == 0):
		return wrong("the dice can't be in this state")
	}
	for i := range s.dice {
		if d.held.has(i) && d.faces[i] == 0 {
			return wrong("a die with an unknown face is held")
		}
	}
	return nil
}
