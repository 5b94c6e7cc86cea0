package table

import "slices"

// play is the state of the turns in a match. Seats are counted from 0. It is a plain value, so
// that a decision can change a copy.
type play struct {
	round int // present round, from 1
	// phase is the index of the phase in the Def. The number of phases stands for the points of
	// the round, and one more for the last count.
	phase   int
	order   line // order of all seats in this round
	drawing bool // whether the order is being drawn or named
	drawn   line // seats drawn or named so far
	on      int  // seat on turn, or with the marker; nobody if no single seat has the turn
	circle  int  // number of finished circles in this phase
	had     set  // seats that have had their turn in this circle
	passed  line // seats that passed in this phase, in order of passing
	before  line // seats that passed in the last Passing phase, in order of passing
	marker  int  // seat on turn at the end of the last Claimed phase, or nobody
	ready   set
	out     set // seats that have dropped out for good
	back    bool
	closing bool // whether the seats have their last turns in this phase
	left    set  // seats that still have one of the last turns
	called  int  // seat that called the end, or nobody
	last    int  // round that is the last because of the call; 0: none
	ended   bool // whether won, lost, win or a hook ended the game
	won     set  // winners, if ended is set
	why     string
	dice    cup
	counts  counts
	turns   line // order of the turns in this phase, if it isn't that of the round
	news    news // events of the last decision; not part of the position
}

// nobody stands for no seat, where seats are counted from 0.
const nobody = -1

// present returns the present phase. It returns false while points are written down, while the
// order is drawn, and once the game is over.
func (s *state) present() (*Phase, bool) {
	if s.over || s.play.drawing || s.play.phase >= len(s.def.Phases) {
		return nil, false
	}
	return &s.def.Phases[s.play.phase], true
}

// counting reports whether seats write down the points of a round or of the last count.
func (s *state) counting() bool {
	return !s.over && !s.play.drawing && s.play.phase >= len(s.def.Phases)
}

// lastCount reports whether seats write down points after the last round.
func (s *state) lastCount() bool { return s.play.phase > len(s.def.Phases) }

// writing reports whether all seats write numbers down, after a round or in a Write phase.
func (s *state) writing() bool {
	ph, ok := s.present()
	return ok && ph.Order == Write || s.counting()
}

// isEntered reports whether seats write down the numbers of a category now.
func (s *state) isEntered(category int) bool {
	if !s.inRound(category, s.now()) {
		return false
	}
	ph, ok := s.present()
	return !ok || ph.Order != Write || slices.Contains(ph.Lines, s.categories[category].Name)
}

// inRound reports whether a category belongs to a round, counted from 0. Where lines are for the
// last count, it has only these, and the rounds have the others. Since edition 2 a line of Write
// phases belongs to the rounds of these phases only.
func (s *state) inRound(category, round int) bool {
	if s.def == nil || category >= len(s.order) {
		return true
	}
	last := s.hasRows() && round >= s.play.round
	if slices.ContainsFunc(s.lines, func(l Line) bool { return l.Last }) && s.lines[category].Last != last {
		return false
	}
	return last || s.edition() == 1 || s.hasWritePhase(s.categories[category].Name, round+1)
}

// hasWritePhase reports whether a round, counted from 1, has a phase in which seats write a line down.
// It returns true for lines that no phase names: seats write them down after the round.
func (s *state) hasWritePhase(line string, round int) bool {
	named := false
	for _, p := range s.def.Phases {
		if !slices.Contains(p.Lines, line) {
			continue
		}
		if named = true; p.Rounds == nil || slices.Contains(p.Rounds, round) {
			return true
		}
	}
	return !named
}

// missingCount returns the count of numbers that a seat must still write down now.
func (s *state) missingCount(seat int) (n int) {
	for i, p := range s.of(s.current(), seat) {
		if p == missing && s.isEntered(i) {
			n++
		}
	}
	return n
}

// playing returns the seats that are not out.
func (s *state) playing() set { return all(s.seats) &^ s.play.out }

// turnOrder returns the order of the turns in this phase.
func (s *state) turnOrder() line {
	if s.play.turns.n > 0 {
		return s.play.turns
	}
	return s.play.order
}

// orderPhase sets the order of the turns in a phase, or in a circle of it, if it isn't that of the
// round.
func (s *state) orderPhase(ph *Phase) {
	p := s.play
	p.turns = line{}
	switch {
	case ph.Order == TeamTurns:
		p.turns = s.teamTurns()
	case len(ph.By) > 0:
		p.turns = s.sorted(ph.By, p.order)
	}
	if ph.Backwards {
		p.turns = s.turnOrder().reversed()
	}
}

// teamTurns returns a seat of each team in the order of the round. Every turn of a team is that of
// another seat.
func (s *state) teamTurns() (turns line) {
	p := s.play
	for i := range int(p.order.n) {
		seat := p.order.seat(i)
		if s.team(seat)&turns.set() != 0 || s.team(seat)&s.playing() == 0 {
			continue
		}
		members := (s.team(seat) & s.playing()).line()
		turns = turns.and(members.seat((p.round - 1 + p.circle) % int(members.n)))
	}
	return turns
}

// free reports whether a seat may have a turn in this circle.
func (s *state) free(seat int) bool {
	p := s.play
	return s.playing().has(seat) && p.passed.find(seat) < 0 && !p.had.has(seat) && (!p.closing || p.left.has(seat))
}

// backwards reports whether turns now go against the order of the round.
func (s *state) backwards(p *Phase) bool {
	return s.play.back != (p.Order == Snake && s.play.circle%2 == 1)
}

// follower returns the next seat after the given one that may have a turn, or nobody.
func (s *state) follower(p *Phase, seat int) int {
	order, step := s.turnOrder(), 1
	if s.backwards(p) {
		step = -1
	}
	n, at := int(order.n), order.find(seat)
	for i := 1; i <= n; i++ {
		if next := order.seat(((at+step*i)%n + n) % n); s.free(next) {
			return next
		}
	}
	return nobody
}

// opener returns the seat that has the first turn of a circle, or nobody.
func (s *state) opener(p *Phase) int {
	order := s.turnOrder()
	n := int(order.n)
	for i := range n {
		k := i
		if s.backwards(p) {
			k = n - 1 - i
			if p.Order != Snake {
				k = (n - i) % n // the seat that begins the round is first in either direction
			}
		}
		if seat := order.seat(k); s.free(seat) {
			return seat
		}
	}
	return nobody
}

// in reports whether p takes place in a round, counted from 1.
func (p *Phase) in(round int) bool {
	return p.Order != Off && (p.Rounds == nil || slices.Contains(p.Rounds, round))
}

// beginPhase begins the phase with the given index, or the next one that takes place in this
// round. After the last phase it begins the count.
func (s *state) beginPhase(phase int) error {
	p := s.play
	for ; phase < len(s.def.Phases); phase++ {
		if s.def.Phases[phase].in(p.round) {
			break
		}
	}
	p.phase, p.circle, p.had, p.passed, p.ready = phase, 0, 0, line{}, 0
	p.closing, p.left, p.on, p.turns = false, 0, nobody, line{}
	s.releaseDice()
	ph, ok := s.present()
	if !ok {
		return s.count()
	}
	p.news.phase = ph
	switch ph.Order {
	case Together, Upkeep:
	case Write:
		*s = s.withRounds(p.round)
		s.leaveIdle(s.row(p.round - 1))
		return s.finishCount()
	default:
		s.orderPhase(ph)
		p.on = s.opener(ph)
	}
	return nil
}

// done ends the turn of the seat on turn.
func (s *state) done() error {
	p := s.play
	ph, _ := s.present()
	seat := p.on
	s.releaseDice()
	p.left = p.left.without(seat)
	if ph.circles() != Endless {
		p.had = p.had.with(seat)
	}
	if err := s.checkEarlyEnd(); err != nil || s.stopped() {
		return err
	}
	return s.handOn(ph, seat)
}

// handOn gives the turn to the seat after the given one. If all have had their turn, it begins the
// next circle.
func (s *state) handOn(ph *Phase, seat int) error {
	p := s.play
	if s.phaseOver(ph) {
		return s.endPhase()
	}
	next, err := s.after(s.follower(ph, seat))
	if err != nil {
		return err
	}
	if next == nobody {
		return s.nextCircle(ph)
	}
	if p.on = next; next == s.turnOrder().first(s.playing()) && ph.circles() == Endless {
		p.circle = min(p.circle+1, MostPoints)
	}
	return nil
}

// phaseOver reports whether too few seats can still act in the phase, because the rest have passed
// or are out.
func (s *state) phaseOver(ph *Phase) bool {
	p := s.play
	left := s.playing() &^ p.passed.set()
	return ph.Order == Passing && p.passed.n > 0 && left.size() <= ph.Left || left == 0
}

// nextCircle begins the next circle of a phase. After the last circle it ends the phase.
func (s *state) nextCircle(ph *Phase) error {
	p := s.play
	p.circle++
	n := ph.circles()
	if p.closing || n != Endless && p.circle >= n {
		return s.endPhase()
	}
	p.had, p.ready = 0, 0
	if p.on = nobody; ph.Order != Together {
		if ph.Order == TeamTurns {
			s.orderPhase(ph)
		}
		p.on = s.opener(ph)
	}
	if p.on == nobody && ph.Order != Together {
		return s.endPhase()
	}
	return nil
}

// endPhase ends the phase and begins the next one, or the count.
func (s *state) endPhase() error {
	p := s.play
	if ph, ok := s.present(); ok {
		p.note(ph)
		if ph.Name != "" && ph.Name == s.def.TargetAt && s.targetReached() && p.round > s.more {
			s.lastPoints()
			return nil
		}
	}
	return s.beginPhase(p.phase + 1)
}

// note records the seats that passed in a finished Passing phase, or the seat with the last turn of
// a finished Claimed phase. These seats may determine the order of the next round.
func (p *play) note(ph *Phase) {
	switch ph.Order {
	case Passing:
		p.before = p.passed
	case Claimed:
		p.marker = p.on
	}
}

// close applies the decision close. It ends the phase at once, or begins the last circle of the
// phase.
func (s *state) close(ph *Phase) error {
	if ph.Close != Circle {
		return s.endPhase()
	}
	s.lastCircle()
	return s.done()
}

// lastCircle gives one more turn to each seat except the seat on turn.
func (s *state) lastCircle() {
	p := s.play
	p.closing, p.had = true, 0
	p.left = s.playing().without(p.on)
	p.news.last = true
}

// claim gives the turn to a seat that claims it. After the last claim it ends the phase.
func (s *state) claim(ph *Phase, seat int) error {
	p := s.play
	if err := s.checkEarlyEnd(); err != nil || s.stopped() {
		return err
	}
	p.on = seat
	p.circle++
	s.releaseDice()
	if n := ph.circles(); n != Endless && p.circle >= n {
		return s.endPhase()
	}
	return nil
}

// settle marks a seat as ready. When all seats are ready, the next circle or phase begins.
func (s *state) settle(ph *Phase, seat int) error {
	p := s.play
	p.ready = p.ready.with(seat)
	if s.playing()&^p.ready != 0 {
		return nil
	}
	if err := s.checkEarlyEnd(); err != nil || s.stopped() {
		return err
	}
	return s.nextCircle(ph)
}
