package script

import (
	"slices"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

// state is a position of a file's game: a frozen dict of the file, and the values computed from
// it.
type state struct {
	g        *game
	seats    int
	options  *starlark.Dict
	edition  int
	value    *starlark.Dict
	text     string
	parts    []part // entries of value in their order, with the parts of the text
	turn     games.Seat
	legal    []games.Choice
	standing games.Standing
	before   *starlark.Dict // position before the last decision, or nil
	says     games.Decision

	turns     memo[games.Seat]
	legals    memo[[]games.Choice]
	standings memo[games.Standing]
}

// known returns the values of the parameters that every function of the file may have at s.
func (s *state) known() known {
	return known{state: s.value, turn: s.turn, seats: s.seats, options: s.options}
}

// decided returns the values of the parameters that a function for the decision d may have at s.
func (s *state) decided(d games.Decision) known {
	k := s.known()
	k.says = d
	return k
}

// position returns the position with the value v, after computing its turn, choices and standing.
// It returns an error if one of these can't be computed. s is the position before, or an incomplete
// one.
func (s *state) position(m *meter, v starlark.Value) (*state, error) {
	next := &state{g: s.g, seats: s.seats, options: s.options, edition: s.edition, turns: s.turns, legals: s.legals, standings: s.standings}
	if err := next.write(v, s); err != nil {
		return nil, err
	}
	if err := next.findTurn(m); err != nil {
		return nil, err
	}
	if err := next.findLegal(m); err != nil {
		return nil, err
	}
	return next, next.findStanding(m)
}

// findTurn sets the seat on turn to the result of the file's function turn. If the file has no such
// function, it reads the state: nobody has the turn if the key "over" is true, and otherwise the
// key "turn" holds the seat.
func (s *state) findTurn(m *meter) (err error) {
	turn, ok, err := recall(s, m, "turn", &s.turns, 0, s.seatOnTurn)
	if ok || err != nil {
		s.turn = turn
		return err
	}
	v, err := s.plainTurn()
	if err == nil {
		s.turn, err = s.seatOnTurn(v)
	}
	if err != nil {
		return located(err, s.g.at)
	}
	return nil
}

func (s *state) seatOnTurn(v starlark.Value) (games.Seat, error) {
	n, err := small("turn", v, -1, int64(s.seats))
	return games.Seat(n), err
}

func (s *state) plainTurn() (starlark.Value, error) {
	if over, found, _ := s.value.Get(starlark.String("over")); found && bool(over.Truth()) {
		return starlark.MakeInt(int(games.Nobody)), nil
	}
	turn, found, _ := s.value.Get(starlark.String("turn"))
	if !found {
		return nil, faulty("missing", `state["turn"]`)
	}
	return turn, nil
}

func (s *state) findLegal(m *meter) (err error) {
	if s.turn == games.Nobody {
		return nil
	}
	s.legal, _, err = recall(s, m, "legal", &s.legals, min(s.turn, 1), func(v starlark.Value) ([]games.Choice, error) {
		all, err := s.choices(v, s.turn)
		if err == nil && len(all) == 0 {
			err = faulty("legal", strconv.Itoa(int(s.turn)))
		}
		return all, err
	})
	return err
}

func (s *state) findStanding(m *meter) error {
	standing, ok, err := recall(s, m, "standing", &s.standings, min(s.turn, 0), s.judge)
	if !ok {
		if standing, err = s.plainStanding(); err != nil {
			return located(err, s.g.at)
		}
	}
	s.standing = standing
	return err
}

// Turn returns the seat on turn, Chance, or Nobody once the game is over.
func (s *state) Turn() games.Seat { return s.turn }

// Legal returns the choices from the file's function legal. Callers don't change them, as with any
// game.
func (s *state) Legal() []games.Choice { return slices.Clip(s.legal) }

// Standing returns the result of the file's function standing, or the standing by the scores.
func (s *state) Standing() games.Standing {
	st := s.standing
	st.Scores, st.Ties, st.Won = slices.Clone(st.Scores), slices.Clone(st.Ties), slices.Clone(st.Won)
	return st
}

// String returns the state as JSON, with one key on each line.
func (s *state) String() string { return s.text }

// Apply passes the decision d to the file if d is legal. If the file fails, Apply refuses d and
// the position stays as it is.
func (s *state) Apply(d games.Decision) (games.State, error) {
	if s.turn == games.Nobody {
		return nil, games.Refuse(d, "rule.over")
	}
	c, ok := games.Find(s.legal, d)
	if !ok || c.Grammar != "" && line("text", string(d)) != nil {
		return nil, s.whyNot(newMeter(s.g, Steps), d)
	}
	m := s.g.lend()
	next, err := s.after(m, "apply", d)
	if err == nil {
		s.g.takeBack(m)
	}
	return next, err
}

// after returns the position after d, from the file's function apply or fix.
func (s *state) after(m *meter, name string, d games.Decision) (games.State, error) {
	v, at, _, err := m.call(name, s.decided(d))
	if err != nil {
		return nil, illegal(d, err, at)
	}
	if r, ok := v.(made[refusal]); ok {
		return nil, games.Illegal{Says: d, Rule: r.is.text}
	}
	if name == "fix" && v == starlark.None {
		return nil, games.Refuse(d, "rule.fix")
	}
	next, err := s.position(m, v)
	if err != nil {
		return nil, illegal(d, err, at)
	}
	next.before, next.says = s.value, d
	if name == "fix" {
		next.before = nil
	}
	return next, nil
}

// illegal returns the refusal of d because of err, a fault of the file. The refusal contains the
// place of the fault. If err has no place, the refusal contains the given position.
func illegal(d games.Decision, err error, otherwise syntax.Position) error {
	return games.Illegal{Says: d, Rule: located(err, otherwise).Text}
}

// whyNot returns the refusal of an illegal decision, with the rule from the file's function
// refuses or a general one.
func (s *state) whyNot(m *meter, d games.Decision) error {
	if _, err := decision(string(d)); err != nil {
		return games.Refuse(d, "rule.notation")
	}
	v, at, ok, err := m.call("refuses", s.decided(d))
	if err != nil {
		return illegal(d, err, at)
	}
	if !ok || v == starlark.None {
		return games.Refuse(d, "rule.legal")
	}
	r, err := madeOf[refusal]("refuses", "refusal", v)
	if err != nil {
		return illegal(d, err, at)
	}
	return games.Illegal{Says: d, Rule: r.text}
}

// Fix returns the position after the ruling d. It refuses a ruling for which the file's function
// fix returns None.
func (s *state) Fix(d games.Decision) (games.State, error) {
	_, err := decision(string(d))
	switch {
	case err != nil:
		return nil, games.Refuse(d, "rule.fix")
	case s.g.hooks["fix"] != nil:
		return s.after(newMeter(s.g, Steps), "fix", d)
	}
	if _, ok := games.Find(s.plainFixes(), d); !ok {
		return nil, games.Refuse(d, "rule.fix")
	}
	return s.plainFix(d)
}
