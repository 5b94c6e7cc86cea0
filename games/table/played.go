package table

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// onTurn returns the seat on turn: chance, the only seat with the turn, the first seat that is not
// ready, or the seat with the most missing points.
func (s *state) onTurn() games.Seat {
	p := s.play
	switch {
	case p.drawing && s.byChance(), s.rolling():
		return games.Chance
	case s.writing() && s.awaiting():
		return s.slowest()
	case p.on != nobody:
		return games.Seat(p.on + 1)
	}
	for i := range int(p.order.n) {
		if seat := p.order.seat(i); s.playing().has(seat) && !p.ready.has(seat) && (!p.drawing || s.undrawn().has(seat)) {
			return games.Seat(seat + 1)
		}
	}
	return games.Seat(p.order.seat(0) + 1)
}

// awaiting reports whether seats must still write down numbers of this round.
func (s *state) awaiting() bool {
	return s.def.Points != Any && s.def.Points != Never && s.def.Points != Wins && s.incompleteSeats() != 0
}

// verbs maps each verb of decisions to the kind of number after it: "seat", "die", or "" for none.
var verbs = map[string]string{
	"done": "", "pass": "", "close": "", "call": "", "reverse": "", "roll": "", "tie": "", "won": "", "lost": "", "finish": "",
	"ready": "seat", "claim": "seat", "out": "seat", "win": "seat", "draw": "seat", "next": "seat", "hold": "die",
}

// applyTurns returns the position after a decision in a game with turns that isn't over. The hook
// Refuse may forbid the decision.
func (s state) applyTurns(d games.Decision) (games.State, error) {
	if !s.judges(d) {
		return s.afterDecision(d)
	}
	if rule, err := s.refused(d); err != nil {
		return nil, refusal(d, s.def.Hooks.explained(err))
	} else if rule.Key != "" {
		return nil, games.Illegal{Says: d, Rule: rule}
	}
	return s.afterDecision(d)
}

// afterDecision returns the position after a decision that no hook forbids.
func (s state) afterDecision(d games.Decision) (games.State, error) {
	p := *s.play
	p.news = news{by: s.decider(d), says: d}
	next := s
	next.play, next.closed = &p, 0
	rule, err := next.take(d)
	if rule == nil && err == nil {
		err = next.settled()
	}
	switch {
	case err != nil:
		return nil, refusal(d, s.def.Hooks.explained(err))
	case rule != nil:
		return nil, games.Illegal{Says: d, Rule: *rule}
	}
	return next, nil
}

// decider returns the seat, from 1, that the decision d names, or else the seat on turn.
func (s *state) decider(d games.Decision) int {
	switch verb := d.Word(0); {
	case verb == "edit":
		return number(d.Word(2))
	case verbs[verb] == "seat", verb == "add", verb == "set", verb == "for", verb == "score" && !s.hasCategories():
		return number(d.Word(1))
	}
	return max(int(s.Turn()), 0)
}

// settled completes a decision since edition 2: the hook Over judges it, unless it has done so at
// the end of a round, and points are computed.
func (s *state) settled() error {
	if s.edition() == 1 {
		return nil
	}
	if s.computes() {
		s.changed()
	}
	if err := s.countersSettled(); err != nil {
		return err
	}
	if s.judgeable() && !s.play.news.judged {
		if _, err := s.askOver(); err != nil {
			return err
		}
	}
	if s.judgeable() {
		s.targetAtAnyTime()
		s.targetOnTurn()
	}
	return s.completed()
}

// completed computes the points of a position since edition 2 from all that holds at its end, and
// counts a finished match of a series. It returns the first fault of a hook.
func (s *state) completed() error {
	if s.computes() {
		s.changed()
		s.computed()
	}
	if err := s.settleSeries(); err != nil {
		return err
	}
	return s.fail
}

// judgeable reports whether the hook Over may judge the position, because neither a number of the round
// nor its winner is still to be entered.
func (s *state) judgeable() bool {
	return !s.stopped() && !s.rolling() && !s.play.drawing && !s.counting() && !(s.writing() && s.awaiting())
}

// countersSettled sets the counters that a decision changes, and ends the game if one requires it.
func (s *state) countersSettled() error {
	if s.stopped() || s.rolling() || s.play.drawing {
		return nil
	}
	if err := s.applyChanges(); err != nil {
		return err
	}
	if err := s.dropReached(); err != nil || s.stopped() {
		return err
	}
	s.counterEnd()
	return nil
}

// take applies a decision to s. It returns the rule that the decision violates, or the error of a
// hook.
func (s *state) take(d games.Decision) (*games.Text, error) {
	switch verb := d.Word(0); verb {
	case "score", "for":
		if !s.writes() {
			return broken("rule.now"), nil
		}
		return s.applyScore(d)
	case "add":
		if !s.adds() {
			return broken("rule.now"), nil
		}
		return s.applyAdd(d)
	case "edit":
		if s.rolling() || s.play.drawing {
			return broken("rule.now"), nil
		}
		return s.applyEdit(d)
	case "set", "level":
		return s.applySet(d)
	case "die":
		return s.takeDie(d), nil
	default:
		return s.applyPlain(d, verb)
	}
}

// takeDie applies the decision "die FACE". It returns the rule that the decision violates, or nil.
func (s *state) takeDie(d games.Decision) *games.Text {
	if _, ok := games.Find(s.dieChoices(), d); !ok || !s.rolling() {
		return broken("rule.now")
	}
	face, _ := strconv.Atoi(d.Word(1))
	s.die(face)
	return nil
}

// applyPlain applies a decision that plainDecisions lists.
func (s *state) applyPlain(d games.Decision, verb string) (*games.Text, error) {
	kind, known := verbs[verb]
	if !known || (kind == "") != (verb == string(d)) {
		return broken("rule.verb"), nil
	}
	if !slices.Contains(s.plainDecisions(), d) {
		return broken("rule.now"), nil
	}
	n := 0
	if kind != "" {
		n, _ = strconv.Atoi(strings.TrimPrefix(string(d), verb+" "))
	}
	return nil, s.do(verb, n-1)
}

// do applies the decision of a verb and a seat or a die n, counted from 0.
func (s *state) do(verb string, n int) error {
	ph, _ := s.present()
	p := s.play
	switch verb {
	case "done":
		if ph.Order == Upkeep {
			return s.endPhase()
		}
		if ph.Again {
			p.passed = line{}
		}
		return s.done()
	case "pass":
		p.passed = p.passed.and(p.on)
		p.left = p.left.without(p.on)
		s.releaseDice()
		if err := s.checkEarlyEnd(); err != nil || s.stopped() {
			return err
		}
		return s.handOn(ph, p.on)
	case "ready":
		return s.settle(ph, n)
	case "claim":
		return s.claim(ph, n)
	case "close":
		return s.close(ph)
	case "call":
		s.call(ph)
	case "draw", "next":
		return s.draw(n)
	case "out":
		return s.drop(n)
	case "win", "tie":
		return s.applyWin(n)
	case "won":
		s.ends(all(s.seats), "")
	case "lost":
		s.ends(0, "")
	case "finish":
		s.stop()
	case "reverse":
		p.back = !p.back
	case "roll":
		s.roll()
	case "hold":
		p.dice.held ^= 1 << n
	}
	return nil
}

// stop ends the game early. If the game has a last count that is still to come, stop begins the
// last count instead.
func (s *state) stop() {
	if !s.lastCount() {
		s.lastPoints()
		return
	}
	s.finished()
}

// call records that a seat calls the end of the game, with the effect that the Def gives a call.
func (s *state) call(ph *Phase) {
	p := s.play
	p.called, p.news.last = max(p.on, int(s.onTurn())-1), true
	switch s.def.Call {
	case Now:
		p.last = p.round
		s.lastPoints()
	case Circle:
		p.last = p.round
		if ph.Order == Clockwise || ph.Order == Snake || ph.Order == Passing {
			s.lastCircle()
		}
	case More:
		p.last = p.round + 1
	default:
		p.last = p.round
	}
}

// drop removes a seat from the game for good.
func (s *state) drop(seat int) error {
	s.takeOut(set(0).with(seat))
	return s.goOnWithout(set(0).with(seat))
}

// goOnWithout moves the game on if it waits for seats that have just dropped out.
func (s *state) goOnWithout(gone set) error {
	for seat := range s.seats {
		if !gone.has(seat) || s.over || s.edition() > 2 && s.lastCount() && s.def.Points == End {
			continue
		}
		s.inherit(seat)
		if err := s.continueWithout(seat); err != nil {
			return err
		}
	}
	return nil
}

// inherit gives the numbers that a seat still had to write for its team, and its turn where teams have
// turns, to a partner. The seat has dropped out. Before edition 2 they were lost.
func (s *state) inherit(seat int) {
	if s.edition() == 1 || s.def.Teams == 0 {
		return
	}
	s.inheritTurn(seat)
	for partner := range s.seats {
		if s.team(seat).has(partner) && s.playing().has(partner) && s.asked(partner, 0) && s.now() < s.begun() {
			s.inheritNumbers(seat, partner)
		}
	}
}

// inheritNumbers makes a partner write the missing numbers of a seat in the present round.
func (s *state) inheritNumbers(seat, partner int) {
	*s = s.withRounds(0)
	r := s.row(s.now())
	from, to := s.of(r, seat), s.of(r, partner)
	for i := range s.order {
		if from[i] == missing && to[i] == absent {
			from[i], to[i] = absent, missing
		}
	}
}

// inheritTurn gives the turn that a seat still had for its team to a partner.
func (s *state) inheritTurn(seat int) {
	p := s.play
	i := p.turns.find(seat)
	left := (s.team(seat) & s.playing()).line()
	if ph, turns := s.present(); !turns || ph.Order != TeamTurns || i < 0 || p.had.has(seat) || left.n == 0 {
		return
	}
	partner := left.seat(0)
	p.turns.at[i] = int8(partner)
	if p.on == seat {
		p.on = partner
		s.releaseDice()
	}
	if p.left.has(seat) {
		p.left = p.left.without(seat).with(partner)
	}
}

// continueWithout moves the game on if it waits for a seat that is out or absent.
func (s *state) continueWithout(seat int) error {
	p := s.play
	ph, _ := s.present()
	switch {
	case s.writing():
		return s.leaveWanted(seat)
	case ph.Order == Together:
		return s.settle(ph, seat)
	case p.on == seat && ph.Order == Claimed:
		if p.on = s.opener(ph); p.on == nobody {
			return s.nextCircle(ph)
		}
		return nil
	case p.on == seat:
		return s.done()
	case s.phaseOver(ph):
		return s.endPhase()
	}
	return nil
}

// leaveWanted marks as absent the numbers that a seat should write down now.
func (s *state) leaveWanted(seat int) error {
	if s.def.Points == Any || s.def.Points == Never || s.def.Points == Wins {
		return nil
	}
	if s.awaiting() {
		*s = s.withRounds(s.now() + 1)
		r := s.row(s.now())
		for i := range s.categories {
			if s.isEntered(i) {
				leave(s.of(r, seat)[i : i+1])
			}
		}
		s.leaveIdle(r)
	}
	return s.finishCount()
}
