package table

import (
	"slices"

	"tabletop/games"
)

// count begins the count of a round whose phases are over: seats write down their points. Where a
// round has no points to write down, count ends the round.
func (s *state) count() error {
	p := s.play
	switch {
	case p.phase > len(s.def.Phases):
		return nil
	case s.def.Points == Wins:
		return nil
	case s.def.Points != Each:
		return s.roundOver()
	}
	*s = s.withRounds(p.round)
	s.leaveIdle(s.row(p.round - 1))
	return s.finishCount()
}

// leaveIdle marks as absent the numbers in r that no seat writes down: those of partners, of seats
// that are out, and the bonus.
func (s *state) leaveIdle(r row) {
	for seat := range s.seats {
		of := s.of(r, seat)
		for i := len(s.order); i < len(of); i++ {
			leave(of[i:])
		}
		for i := range s.order {
			if !s.asked(seat, i) || !s.inRound(i, s.now()) {
				leave(of[i : i+1])
			}
		}
	}
}

// asked reports whether a seat must write down its number in a category. Without teams, each seat
// that is not out must. With teams, the first such seat of each team must.
func (s *state) asked(seat, category int) bool {
	among := s.writers(category)
	if s.def.Teams == 0 {
		return among.has(seat)
	}
	for other := seat % s.def.Teams; other < s.seats; other += s.def.Teams {
		if among.has(other) {
			return other == seat
		}
	}
	return false
}

// writers returns the seats that may write down numbers of a category now: those that are not out.
// Since edition 3 seats that are out also write points at the end, and lines of the last count that have
// a sum, because their numbers belong to it.
func (s *state) writers(category int) set {
	if s.edition() > 2 && s.lastCount() && (s.def.Points == End || s.lines[category].sums(3)) {
		return all(s.seats) &^ s.gone
	}
	return s.playing()
}

// finishCount ends the count of a round, and with it the round, when all points are written down.
func (s *state) finishCount() error {
	switch {
	case !s.writing() || s.awaiting():
		return nil
	case !s.counting():
		return s.endPhase()
	case s.lastCount():
		s.finished()
		return nil
	}
	return s.roundOver()
}

// roundOver ends the round. Then it ends the game if a condition holds, or begins the next round.
func (s *state) roundOver() error {
	p := s.play
	if s.hasRows() {
		s.closeRow()
		if err := s.giveBonus(p.round); err != nil {
			return err
		}
		s.remember()
	}
	s.closed = p.round
	if err := s.applyChanges(); err != nil {
		return err
	}
	if s.knockOut(); s.over {
		return nil
	}
	if s.counterEnd(); s.stopped() {
		return nil
	}
	if err := s.checkEarlyEnd(); err != nil || s.stopped() {
		return err
	}
	if s.mustEnd() {
		s.lastPoints()
		return nil
	}
	return s.nextRound()
}

// closeRow marks the missing numbers of the round as absent.
func (s *state) closeRow() {
	if s.hasRows() && !s.lastCount() {
		*s = s.withRounds(s.play.round)
		leave(s.row(s.play.round - 1))
	}
}

// hasRows reports whether each round has its own row of numbers.
func (s *state) hasRows() bool {
	switch s.def.Points {
	case End, Never:
		return false
	}
	return !s.def.Once
}

// mustEnd reports whether the game is over after the present round.
func (s *state) mustEnd() bool {
	p := s.play
	switch {
	case p.round >= s.most():
		return true
	case p.round <= s.more:
		return false
	case p.last > 0 && p.round >= p.last:
		return true
	case (s.targetElsewhere() || !s.targetReached()) && (s.rounds == 0 || p.round < s.rounds):
		return false
	}
	if !s.breaks || s.def.Coop {
		return true
	}
	best, _ := s.parted(s.best(s.scores()), true)
	return s.oneSide(best)
}

// targetElsewhere reports whether the target counts at other moments than after a round.
func (s *state) targetElsewhere() bool {
	return s.def.TargetAt != "" && s.def.TargetAt != "round" && s.def.TargetAt != "any"
}

// targetOnTurn ends the game if the seat on turn has reached the target, where only this counts.
func (s *state) targetOnTurn() {
	p := s.play
	if s.def.TargetAt != "turn" || p.on == nobody || s.stopped() || p.round <= s.more || !s.atTarget(s.totals(s.begun())[p.on]) {
		return
	}
	if s.def.Coop {
		s.finished()
		return
	}
	s.ends(s.team(p.on), whyNamed)
}

// targetReached reports whether any seat has reached the target. Since edition 3 seats that are out don't
// count.
func (s *state) targetReached() bool {
	arrived := s.arrived(tallyOf(s.start), s.totals(s.begun()))
	return slices.ContainsFunc(arrived, func(seat games.Seat) bool { return s.edition() < 3 || s.team(int(seat)-1)&s.playing() != 0 })
}

// tallyOf returns a tally with n for every seat.
func tallyOf(n int) (t tally) {
	for i := range t {
		t[i] = int32(n)
	}
	return t
}

// atTarget reports whether a total has reached the target or is beyond it.
func (g *game) atTarget(total int32) bool {
	target, start := int32(g.target), int32(g.start)
	return g.aims && (target >= start && total >= target || target < start && total <= target)
}

// lastPoints begins the last count, in which seats write down points after the last round. If the
// game has no last count, lastPoints ends the game.
func (s *state) lastPoints() {
	p := s.play
	coop := s.def.Coop
	s.closeRow()
	if !s.def.Final && s.def.Points != End && (s.def.Points != Never || coop || s.scored()) {
		s.finished()
		return
	}
	p.rest()
	p.phase = len(s.def.Phases) + 1
	if s.def.Points == Each || s.def.Points == End || s.def.Points == Turn {
		*s = s.withRounds(s.now() + 1)
		s.leaveIdle(s.row(s.now()))
	}
}

// finished ends the game. Players who play together have won if they have reached the target. In a
// game without a target they have won by playing all rounds.
func (s *state) finished() {
	s.closeRow()
	s.judge()
	s.over, s.more = true, 0
	*s = s.withRounds(0)
	leave(s.numbers)
	if s.def.Coop && !s.play.ended && (!s.aims || s.targetReached()) {
		s.play.won = all(s.seats)
	}
	s.play.ended = s.play.ended || s.def.Coop
	s.play.rest()
}

// ends ends the game. won contains the winners, and why is the reason of the victory.
func (s *state) ends(won set, why string) {
	p := s.play
	p.ended, p.won, p.why = true, won, why
	s.finished()
}

// rest clears the fields of p that have no meaning once the rounds are over.
func (p *play) rest() {
	p.on, p.had, p.circle, p.passed, p.ready, p.before, p.marker = nobody, 0, 0, line{}, 0, line{}, nobody
	p.closing, p.left, p.back, p.drawing, p.drawn, p.phase = false, 0, false, false, line{}, 0
	p.dice.left, p.dice.held, p.dice.rolls, p.turns = 0, 0, 0, line{}
}

// stopped reports whether the game has no more turns: it is over, or in the last count.
func (s *state) stopped() bool { return s.over || s.lastCount() }

// checkEarlyEnd ends the game in the middle of a round if the hook Over or a target that counts at
// once requires it.
func (s *state) checkEarlyEnd() error {
	if s.edition() == 1 || s.closed == s.play.round {
		if over, err := s.askOver(); err != nil || over {
			return err
		}
	}
	s.targetAtAnyTime()
	return nil
}

// targetAtAnyTime ends the game if a seat has reached the target, where this counts at any time.
func (s *state) targetAtAnyTime() {
	if (s.def.AtOnce || s.def.TargetAt == "any") && !s.stopped() && s.targetReached() && s.play.round > s.more {
		s.lastPoints()
	}
}

// team returns the set of a seat and its partners.
func (s *state) team(seat int) (m set) {
	if s.def.Teams == 0 {
		return m.with(seat)
	}
	for other := seat % s.def.Teams; other < s.seats; other += s.def.Teams {
		m = m.with(other)
	}
	return m
}

// knockOut removes the seats whose total has reached OutAt, or whose counter has reached its limit,
// and returns them. While numbers of a round are missing, totals don't count: seats that reach OutAt
// in one round drop out together.
func (s *state) knockOut() (gone set) {
	if s.def.OutAt.Is && !(s.edition() > 1 && s.writing() && s.awaiting()) {
		gone = s.outByPoints()
	}
	if gone |= s.counterOuts(); gone == 0 && !s.def.OutAt.Is {
		return 0
	}
	s.takeOut(gone)
	return gone
}

// takeOut takes seats out of the game. That ends it if too few are left.
func (s *state) takeOut(gone set) {
	s.play.out |= gone
	s.play.news.out |= gone
	s.changed() // worth and bonus may ask for the seat that begins
	s.checkLeft()
}

// outByPoints returns the playing seats whose total has reached OutAt.
func (s *state) outByPoints() (gone set) {
	t, at := s.totals(s.begun()), int32(s.def.OutAt.At)
	for seat := range s.seats {
		if s.playing().has(seat) && (t[seat] == at || (t[seat] > at) == s.lowest) {
			gone = gone.with(seat)
		}
	}
	return gone
}

// checkLeft ends the game if too few seats are still playing. Since edition 3 the last team wins.
func (s *state) checkLeft() {
	p := s.play
	left := s.playing()
	switch {
	case p.out == 0 || s.over:
	case s.def.Coop:
		s.ends(0, "")
	case left == 0 && s.def.Survivor:
		s.ends(s.bestOf(p.news.out, s.totals(s.begun())), "")
	case left == 0 && s.edition() > 2 && s.def.Points == End && !s.lastCount():
		s.lastPoints()
	case left == 0:
		s.finished()
	case (s.def.Survivor || s.edition() > 2 && s.def.Teams > 1) && left&^s.team(left.line().seat(0)) == 0:
		s.ends(s.team(left.line().seat(0)), "why.survivor")
	}
}
