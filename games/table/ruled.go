package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// rulings returns the possible rulings in a game with turns.
func (s *state) rulings() []games.Choice {
	if s.over {
		if s.resumes() {
			return []games.Choice{{Says: "more"}}
		}
		return nil
	}
	if s.rolling() {
		return nil
	}
	all := append(s.attendance(), seatVerbs("back", s.play.out)...)
	if !s.play.drawing {
		all = append(all, s.turnRulings()...)
	}
	choices := make([]games.Choice, len(all))
	for i, d := range all {
		choices[i] = games.Choice{Says: d}
	}
	slices.SortFunc(choices, bySays)
	return choices
}

// resumes reports whether a finished game may continue with another round.
func (s *state) resumes() bool {
	d := s.def
	return !d.Final && d.Points != End && !d.Once && s.playing() != 0 && s.play.round < s.most() &&
		(!d.Survivor || s.playing()&^s.team(s.playing().line().seat(0)) != 0)
}

// turnRulings returns the possible rulings about turns, phases and seats.
func (s *state) turnRulings() (all []games.Decision) {
	p := s.play
	ph, turns := s.present()
	switch {
	case turns && p.on != nobody:
		all = append(all, seatVerbs("turn", s.turnCandidates(ph))...)
		all = append(all, seatVerbs("skip", set(0).with(p.on))...)
	case turns && ph.Order == Together:
		all = append(all, seatVerbs("skip", s.playing()&^p.ready)...)
	case s.writing() && s.awaiting():
		all = append(all, seatVerbs("skip", s.incompleteSeats())...)
	}
	for i := range s.def.Phases {
		if i != p.phase && s.def.Phases[i].in(p.round) && !s.lastCount() {
			all = append(all, games.Decision("phase "+strconv.Itoa(i+1)))
		}
	}
	if !s.def.Out && (s.edition() == 1 || !s.def.Coop) { // together all would lose
		all = append(all, seatVerbs("out", s.playing())...)
	}
	if !s.finishes() && s.def.Points != Never && !s.def.Coop {
		all = append(all, "finish")
	}
	for one := range s.seats {
		for other := one + 1; other < s.seats; other++ {
			all = append(all, games.Decision("swap "+strconv.Itoa(one+1)+" "+strconv.Itoa(other+1)))
		}
	}
	return all
}

// turnCandidates returns the seats to which the table may give the turn.
func (s *state) turnCandidates(ph *Phase) set {
	if ph.Order == Claimed {
		return 0 // seats claim the turn themselves
	}
	return (s.playing() &^ s.play.passed.set()).without(s.play.on)
}

// incompleteSeats returns the seats that must still write numbers down.
func (s *state) incompleteSeats() (m set) {
	for seat := range s.seats {
		if s.missingCount(seat) > 0 {
			m = m.with(seat)
		}
	}
	return m
}

// applyRuling returns the position after the ruling d.
func (s state) applyRuling(d games.Decision) (games.State, error) {
	if _, ok := games.Find(s.rulings(), d); !ok {
		return nil, games.Illegal{Says: d, Rule: s.fixRefusal(d)}
	}
	p := *s.play
	p.news = news{}
	next := s
	next.play = &p
	a, _ := strconv.Atoi(d.Word(1))
	b, _ := strconv.Atoi(d.Word(2))
	err := next.enforce(d.Word(0), a-1, b-1)
	if err == nil && next.edition() > 1 {
		err = next.completed()
	}
	if err != nil {
		return nil, refusal(d, s.def.Hooks.explained(err))
	}
	next.play.news, next.closed = news{}, 0
	return next, nil
}

// enforce applies a ruling with the given verb. a is the seat or phase that the ruling names first,
// and b the second seat of a swap. Both are counted from 0.
func (s *state) enforce(verb string, a, b int) error {
	p := s.play
	switch verb {
	case "turn":
		p.on, p.had = a, p.had.without(a)
		if p.closing {
			p.left = p.left.with(a)
		}
		s.releaseDice()
	case "skip":
		return s.continueWithout(a)
	case "back":
		s.takeBack(a)
	case "out":
		return s.drop(a)
	case "join":
		*s = s.joined()
		s.seatNewcomer()
	case "leave":
		return s.leaveTurns(a)
	case "phase":
		return s.beginPhase(a)
	case "swap":
		p.order = p.order.swapped(a, b)
	case "finish":
		s.stop()
	case "more":
		return s.resume()
	}
	return nil
}

// takeBack takes a seat that dropped out or left back into the game. The seat gets its next turn in the
// usual order.
func (s *state) takeBack(seat int) {
	p := s.play
	p.out, p.ready = p.out.without(seat), p.ready.without(seat)
	s.gone = s.gone.without(seat)
}

// resume begins another round of a finished game.
func (s *state) resume() error {
	p := s.play
	s.over, s.more = false, p.round
	s.matches = s.matches[:max(0, len(s.matches)-1)] // the last match goes on
	p.ended, p.won, p.why, p.called, p.last = false, 0, "", nobody, 0
	if s.def.Coop {
		p.out = 0
	}
	return s.nextRound()
}

// swapped returns the list l with two seats exchanged.
func (l line) swapped(one, other int) line {
	i, k := l.find(one), l.find(other)
	l.at[i], l.at[k] = l.at[k], l.at[i]
	return l
}
