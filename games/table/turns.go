package table

import "slices"

// play is the state of the turns in a match. Seats count from 0. It is a value: a decision is
// applied to a copy.
type play struct {
	round   int  // from 1
	phase   int  // index in the Def; one after the last: the points of the round; two: the last count
	order   line // of all seats, in this round
	drawing bool // the order is being drawn or named
	drawn   line // seats drawn so far
	on      int  // the seat on turn, or with the marker; nobody if no single seat has the turn
	circle  int  // from 0
	had     set  // seats that have had their turn in this circle
	passed  line // in this phase
	before  line // seats that passed in the last Passing phase, in that order
	marker  int  // the seat on turn at the end of the last Claimed phase, or nobody
	ready   set
	out     set // for good
	back    bool
	closing bool // a last circle
	left    set  // seats that still have a turn in it
	called  int  // the seat that called the end, or nobody
	last    int  // the round that is the last because of the call, 0: none
	ended   bool // by won, lost, win or a hook
	won     set  // the winners of such an end
	why     string
	dice    cup
	news    news // not part of the position
}

// nobody stands for no seat.
const nobody = -1

// present returns the present phase, and false while points are written down or once the game
// is over.
func (s *state) present() (*Phase, bool) {
	if s.over || s.play.drawing || s.play.phase >= len(s.def.Phases) {
		return nil, false
	}
	return &s.def.Phases[s.play.phase], true
}

// counting reports whether the points of a round or of the last count are written down.
func (s *state) counting() bool {
	return !s.over && !s.play.drawing && s.play.phase >= len(s.def.Phases)
}

// lastCount reports whether the last count is written down.
func (s *state) lastCount() bool { return s.play.phase > len(s.def.Phases) }

// writing reports whether all seats write numbers down: after a round, or in a phase.
func (s *state) writing() bool {
	ph, ok := s.present()
	return ok && ph.Order == Write || s.counting()
}

// isEntered reports whether a category is written down now.
func (s *state) isEntered(category int) bool {
	ph, ok := s.present()
	return !ok || ph.Order != Write || slices.Contains(ph.Lines, s.categories[category].Name)
}

// missingCount returns the number of a seat's numbers that are missing now.
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

// free reports whether a seat may have the next turn.
func (s *state) free(seat int) bool {
	p := s.play
	return s.playing().has(seat) && p.passed.find(seat) < 0 && !p.had.has(seat) && (!p.closing || p.left.has(seat))
}

// backwards reports whether turns go the other way now.
func (s *state) backwards(p *Phase) bool {
	return s.play.back != (p.Order == Snake && s.play.circle%2 == 1)
}

// follower returns the next seat after the given one that may have the turn, or nobody.
func (s *state) follower(p *Phase, seat int) int {
	order, step := s.play.order, 1
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

// opener returns the seat that has the first turn of a circle.
func (s *state) opener(p *Phase) int {
	order := s.play.order
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

// in reports whether p takes place in a round.
func (p *Phase) in(round int) bool {
	return p.Order != Off && (p.Rounds == nil || slices.Contains(p.Rounds, round))
}

// beginPhase begins a phase, or the next one that takes place in this round.
func (s *state) beginPhase(phase int) error {
	p := s.play
	for ; phase < len(s.def.Phases); phase++ {
		if s.def.Phases[phase].in(p.round) {
			break
		}
	}
	p.phase, p.circle, p.had, p.passed, p.ready = phase, 0, 0, line{}, 0
	p.closing, p.left, p.on = false, 0, nobody
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
		p.on = s.opener(ph)
	}
	return nil
}

// done ends the turn of the seat that has it.
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

// handOn gives the turn to the seat after the given one, or begins the next circle.
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
	if p.on = next; next == p.opening(s) && ph.circles() == Endless {
		p.circle = min(p.circle+1, MostPoints)
	}
	return nil
}

// phaseOver reports whether enough seats have passed to end the phase.
func (s *state) phaseOver(ph *Phase) bool {
	p := s.play
	left := s.playing() &^ p.passed.set()
	return ph.Order == Passing && p.passed.n > 0 && left.size() <= ph.Left || left == 0
}

// nextCircle begins the next circle of a phase, if it has another.
func (s *state) nextCircle(ph *Phase) error {
	p := s.play
	p.circle++
	n := ph.circles()
	if p.closing || n != Endless && p.circle >= n {
		return s.endPhase()
	}
	p.had, p.ready = 0, 0
	if p.on = nobody; ph.Order != Together {
		p.on = s.opener(ph)
	}
	if p.on == nobody && ph.Order != Together {
		return s.endPhase()
	}
	return nil
}

// endPhase ends the phase.
func (s *state) endPhase() error {
	p := s.play
	if ph, ok := s.present(); ok {
		p.note(ph)
	}
	return s.beginPhase(p.phase + 1)
}

// note records data of a finished phase that may determine the order of the next round.
func (p *play) note(ph *Phase) {
	switch ph.Order {
	case Passing:
		p.before = p.passed
	case Claimed:
		p.marker = p.on
	}
}

// close closes a phase without a number of circles.
func (s *state) close(ph *Phase) error {
	if ph.Close != Circle {
		return s.endPhase()
	}
	s.lastCircle()
	return s.done()
}

// lastCircle gives all seats but the one on turn one more turn.
func (s *state) lastCircle() {
	p := s.play
	p.closing, p.had = true, 0
	p.left = s.playing().without(p.on)
	p.news.last = true
}

// claim gives the turn to a seat that claims it.
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

// settle marks a seat as ready; when all are, the next circle begins.
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
