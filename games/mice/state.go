package mice

import (
	"slices"
	"strings"

	"tabletop/games"
)

// phase is the kind of decision that a position awaits.
type phase uint8

const (
	toRoll  phase = iota // phase in which the seat makes the first roll of its turn
	rolling              // phase in which chance gives the result of the dice
	luring               // phase in which the seat chooses the mice to lure
	more                 // phase in which the seat rolls again or ends its turn
	five                 // phase like more, after five colours were caught at once
	over
)

// fewest is the least number of mice in the centre at which the game continues.
const fewest = 5

// state is a position. Copies share only the tables of this package, which never change.
type state struct {
	seats                    uint8
	kids, risk, nosteal, now bool
	odds                     bool  // whether the view shows the odds; without effect on the game
	turn                     place // card of the seat on turn; 0 when the game is over
	phase                    phase
	dice                     *roll // roll shown while luring, and after a failed hunt
	fled                     place // seat whose hunt has just failed, or 0
	mice                     [places][colours]uint8
	news                     news
}

// Turn returns the seat on turn, Chance while the dice roll, or Nobody once the game is over.
func (s state) Turn() games.Seat {
	switch s.phase {
	case over:
		return games.Nobody
	case rolling:
		return games.Chance
	}
	return games.Seat(s.turn)
}

var (
	rollOnly   = []games.Choice{{Says: "roll"}}
	rollOrStop = []games.Choice{{Says: "roll"}, {Says: "stop"}}
)

// Legal returns the legal decisions: to roll, the 21 results of the dice, the lures that the dice
// allow, or to roll or stop.
func (s state) Legal() []games.Choice {
	switch s.phase {
	case toRoll:
		return rollOnly
	case rolling:
		return rollChoices
	case luring:
		return s.legalLures()
	case more, five:
		return rollOrStop
	}
	return nil
}

func (s state) legalLures() []games.Choice {
	all, n := s.allowed(), 0
	for _, l := range all {
		if s.available(l) {
			n++
		}
	}
	legal := make([]games.Choice, 0, n)
	for _, l := range all {
		if s.available(l) {
			legal = append(legal, games.Choice{Says: l.says})
		}
	}
	return legal
}

// allowed returns the lures that the dice allow.
func (s *state) allowed() []*lure {
	if s.nosteal {
		return s.dice.allows[1]
	}
	return s.dice.allows[0]
}

// available reports whether each mouse of l is in its place and the seat on turn may lure it.
func (s *state) available(l *lure) bool {
	key, _ := s.lacks(l)
	return key == ""
}

func (s *state) canLure() bool {
	for _, l := range s.allowed() {
		if s.available(l) {
			return true
		}
	}
	return false
}

// lacks returns the first mouse of l that is not available, and the key of the rule that forbids
// luring that mouse. The key is "" if all mice are available.
func (s *state) lacks(l *lure) (key string, which mouse) {
	for i, m := range l.mice[:l.n] {
		need := uint8(1)
		if i == 1 && m == l.mice[0] {
			need = 2
		}
		switch {
		case s.mice[lured][m.colour] > 0:
			return "rule.again", m
		case m.from == s.turn:
			return "rule.own", m
		case m.from > place(s.seats):
			return "rule.seat", m
		case s.mice[m.from][m.colour] >= need:
		case m.from == centre:
			return "rule.centre", m
		default:
			return "rule.card", m
		}
	}
	return "", mouse{}
}

// verbs contains the legal verbs of each phase, and the key of the rule that refuses any other
// verb.
var verbs = [...]struct{ words, rule string }{
	toRoll:  {"roll", "rule.roll"},
	rolling: {"dice", "rule.dice"},
	luring:  {"lure", "rule.lure"},
	more:    {"roll stop", "rule.more"},
	five:    {"roll stop", "rule.more"},
	over:    {"", "rule.over"},
}

// Apply returns the position after the decision d. The package comment documents the notation of
// decisions.
func (s state) Apply(d games.Decision) (games.State, error) {
	verb := d.Word(0)
	if !slices.Contains([]string{"roll", "dice", "lure", "stop"}, verb) {
		return nil, games.Refuse(d, "rule.notation")
	}
	if may := verbs[s.phase]; !strings.Contains(may.words, verb) {
		return nil, games.Refuse(d, may.rule)
	}
	s.news = news{}
	switch {
	case d == "roll":
		return s.roll(), nil
	case d == "stop":
		return s.stop(), nil
	case verb == "dice":
		return s.show(d)
	case verb == "lure":
		return s.lure(d)
	}
	return nil, games.Refuse(d, "rule.notation")
}

func (s state) roll() state {
	s.phase, s.dice, s.fled = rolling, nil, 0
	return s
}

// show returns the position after the result of the dice. If the result allows no lure, the hunt
// has failed.
func (s state) show(d games.Decision) (games.State, error) {
	r, ok := rollBy[d]
	if !ok {
		return nil, refuseOrder(d, rollBy)
	}
	s.dice, s.phase = r, luring
	if !s.canLure() {
		s.fled = s.turn
		s.news.hunt, s.news.hunter, s.news.n = failed, s.turn, int32(s.count(lured))
		s.empty(lured, centre)
		s.pass()
	}
	return s, nil
}

func (s state) lure(d games.Decision) (games.State, error) {
	l, ok := lureBy[d]
	if !ok {
		return nil, refuseOrder(d, lureBy)
	}
	if key, of := s.dice.forbids(l, s.nosteal); key != "" {
		return nil, games.Refuse(d, key, word(of))
	}
	if key, m := s.lacks(l); key != "" {
		return nil, games.Refuse(d, key, word(m.colour), name(m.from))
	}
	return s.take(l), nil
}

// take returns the position after the lure l. It also catches the lured mice if risk=on or end=now
// requires that at once.
func (s state) take(l *lure) state {
	full := !s.centreSpent()
	for _, m := range l.mice[:l.n] {
		s.mice[m.from][m.colour]--
		s.mice[lured][m.colour]++
	}
	s.news.addTheft(l, s.value(l.mice[0].colour))
	s.phase, s.dice = more, nil
	if s.catchFive() {
		s.phase = five
	}
	switch {
	case !s.centreSpent():
	case s.now:
		s.catch(caught)
		s.finish()
	default:
		s.news.last = full
	}
	return s
}

// refuseOrder returns the refusal of a decision that is not in known. If known contains the
// decision with its last two words exchanged, the refusal names their order, otherwise the
// notation.
func refuseOrder[T any](d games.Decision, known map[games.Decision]T) error {
	turned := games.Decision(d.Word(0) + " " + d.Word(2) + " " + d.Word(1))
	if _, ok := known[turned]; ok && len(turned) == len(d) {
		return games.Refuse(d, "rule.order")
	}
	return games.Refuse(d, "rule.notation")
}

func (s state) stop() state {
	s.catch(caught)
	s.pass()
	return s
}

// catchFive catches the lured mice if risk=on and all colours are lured. It reports whether it has
// caught them.
func (s *state) catchFive() bool {
	if !s.risk || slices.Contains(s.mice[lured][:], 0) {
		return false
	}
	s.catch(allFive)
	return true
}

// catch puts the lured mice on the card of the seat on turn.
func (s *state) catch(how ending) {
	if s.count(lured) > 0 {
		s.news.hunt, s.news.hunter, s.news.n = how, s.turn, s.points(lured)
	}
	s.empty(lured, s.turn)
}

// pass ends the turn. It also ends the game if the centre has too few mice.
func (s *state) pass() {
	s.turn, s.phase = s.turn%place(s.seats)+1, toRoll
	if s.centreSpent() {
		s.finish()
	}
}

// centreSpent reports whether the centre has so few mice that the game ends.
func (s *state) centreSpent() bool { return s.count(centre) < fewest }

func (s *state) finish() { s.turn, s.phase = 0, over }

// empty moves all mice from one place to another.
func (s *state) empty(from, to place) {
	for c, n := range s.mice[from] {
		s.mice[to][c] += n
	}
	s.mice[from] = [colours]uint8{}
}

// count returns the number of mice at the place p.
func (s *state) count(p place) int {
	n := 0
	for _, some := range s.mice[p] {
		n += int(some)
	}
	return n
}

// Steps returns the lay-out before the first roll, and what to put away once the game is over. The
// box doesn't wait for them: people know them from the second game on.
func (s state) Steps() []games.Step {
	switch {
	case s.phase == over:
		return []games.Step{{Text: games.Say("step.away"), Glyph: "mice", Usual: true}}
	case s.phase != toRoll || s.count(centre) < colours*ofEach || s.fled > 0:
		return nil
	}
	return []games.Step{
		{Text: games.Say("step.centre"), Glyph: "mice", Usual: true},
		{Text: games.Say("step.cards"), Glyph: "cover", Usual: true},
		{Text: games.Say("step.dice", name(s.turn)), Glyph: "white", Usual: true},
	}
}
