package script

import (
	"slices"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

// state is a position: a frozen value of the file, and the values computed from it.
type state struct {
	g        *game
	seats    int
	options  *starlark.Dict
	value    *starlark.Dict
	text     string
	turn     games.Seat
	legal    []games.Choice
	standing games.Standing
	before   *starlark.Dict // the position before the decision, or nil
	says     games.Decision
}

// known returns the values for the parameters of every function at s.
func (s *state) known() known {
	return known{
		"state": s.value, "turn": starlark.MakeInt(int(s.turn)),
		"seats": starlark.MakeInt(s.seats), "options": s.options,
	}
}

// position returns the position with the value v and the values computed from it. It fails if
// they can't be computed.
func (s *state) position(m *meter, v starlark.Value) (*state, error) {
	next := &state{g: s.g, seats: s.seats, options: s.options}
	var err error
	if next.value, next.text, err = canonical(v); err != nil {
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

// findTurn sets the turn to the result of the file's turn, or else to the key "turn" of the
// state; it is nobody's if the key "over" is true.
func (s *state) findTurn(m *meter) error {
	v, at, ok, err := m.call("turn", s.known())
	if err != nil {
		return err
	}
	if !ok {
		v, err = s.plainTurn()
	}
	if err != nil {
		return located(err, at)
	}
	n, err := small("turn", v, -1, int64(s.seats))
	if err != nil {
		return located(err, at)
	}
	s.turn = games.Seat(n)
	return nil
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

func (s *state) findLegal(m *meter) error {
	if s.turn == games.Nobody {
		return nil
	}
	v, at, _, err := m.call("legal", s.known())
	if err != nil {
		return err
	}
	if s.legal, err = s.g.choices(v, s.turn); err == nil && len(s.legal) == 0 {
		err = faulty("legal", strconv.Itoa(int(s.turn)))
	}
	if err != nil {
		return located(err, at)
	}
	return nil
}

func (s *state) findStanding(m *meter) error {
	v, at, ok, err := m.call("standing", s.known())
	if err != nil {
		return err
	}
	if ok {
		s.standing, err = s.judge(v)
	} else {
		s.standing, err = s.plainStanding()
	}
	if err != nil {
		return located(err, at)
	}
	return nil
}

// Turn returns the seat on turn, Chance, or Nobody once over.
func (s *state) Turn() games.Seat { return s.turn }

// Legal returns the result of the file's legal for this position.
func (s *state) Legal() []games.Choice { return slices.Clone(s.legal) }

// Standing returns the result of the file's standing, or the standing by the scores.
func (s *state) Standing() games.Standing {
	st := s.standing
	st.Scores, st.Ties, st.Won = slices.Clone(st.Scores), slices.Clone(st.Ties), slices.Clone(st.Won)
	return st
}

// String prints the state as JSON, with each key on a line.
func (s *state) String() string { return s.text }

// Apply passes d to the file if it is legal. If the file fails, d is refused and the position
// stays as it is.
func (s *state) Apply(d games.Decision) (games.State, error) {
	if s.turn == games.Nobody {
		return nil, games.Refuse(d, "rule.over")
	}
	m := &meter{g: s.g, left: Steps}
	c, ok := games.Find(s.legal, d)
	if !ok || c.Grammar != "" && line("text", string(d)) != nil {
		return nil, s.whyNot(m, d)
	}
	return s.after(m, "apply", d)
}

// after calls a function of the file for the position after d.
func (s *state) after(m *meter, name string, d games.Decision) (games.State, error) {
	v, at, _, err := m.call(name, decided(s.known(), d))
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

// illegal returns a fault of the file as a refusal. Its place is that of the fault, or else the
// given position.
func illegal(d games.Decision, err error, otherwise syntax.Position) error {
	return games.Illegal{Says: d, Rule: located(err, otherwise).Text}
}

// whyNot refuses an illegal decision: by the rule from the file's refuses, if there is one.
func (s *state) whyNot(m *meter, d games.Decision) error {
	if _, err := decision(string(d)); err != nil {
		return games.Refuse(d, "rule.notation")
	}
	v, at, ok, err := m.call("refuses", decided(s.known(), d))
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

// Fix applies a ruling. The file's fix returns None for an impossible one.
func (s *state) Fix(d games.Decision) (games.State, error) {
	_, err := decision(string(d))
	switch {
	case err != nil:
		return nil, games.Refuse(d, "rule.fix")
	case s.g.hooks["fix"] != nil:
		return s.after(&meter{g: s.g, left: Steps}, "fix", d)
	}
	if _, ok := games.Find(s.plainFixes(), d); !ok {
		return nil, games.Refuse(d, "rule.fix")
	}
	return s.plainFix(d)
}
