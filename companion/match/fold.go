package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"tabletop/games"
)

// Begin returns the match that begins with f, a fact of kind Started. The catalogue must contain
// the game of f. The error is a games.Illegal if the game refuses the setup.
func Begin(catalogue games.Catalogue, f Fact) (Match, error) {
	if f.Kind != Started {
		return Match{}, fmt.Errorf("a match begins with a fact of kind %q, not %.80q", Started, f.Kind)
	}
	text, err := Match{}.complete(&f)
	if err != nil {
		return Match{}, err
	}
	rules, err := catalogue.Lookup(f.Game, f.Program)
	if err != nil {
		return Match{}, err
	}
	setup := games.Setup{Seats: len(f.Seats), Options: f.Options}
	state, err := newState(rules, setup)
	if err != nil {
		return Match{}, err
	}
	clock, _ := ParseClock(f.Clock) // no error, because Match.complete has checked f.Clock
	m := Match{table: &table{rules: rules, setup: setup, fact: &f, clock: clock}, luck: sealState{seal: f.Seal}}
	m = m.extend(position{fact: &f, state: state, names: f.Seats})
	m.history = m.history.push(entry{&f, text, m.line})
	return m, nil
}

func newState(rules games.Rules, setup games.Setup) (games.State, error) {
	if err := games.CheckSetup(rules, setup); err != nil {
		return nil, err
	}
	return rules.New(setup)
}

// Fold returns the match with one more fact. It returns m unchanged and an error for an invalid
// fact: a games.Illegal if it breaks a rule of the game, or an error that names the field if it
// breaks a rule of records.
func (m Match) Fold(f Fact) (Match, error) {
	if m.IsZero() {
		return m, errors.New("a match must begin with a started fact")
	}
	if f.Kind == Started {
		return m, errors.New("a match starts once")
	}
	text, err := m.complete(&f)
	if err != nil {
		return m, err
	}
	next, err := m.apply(&f)
	if err != nil {
		return m, err
	}
	next.history = m.history.push(entry{&f, text, next.line})
	return next, nil
}

// complete checks the parts of a fact that don't depend on the rules of the game. It fills in
// omitted fields and returns the fact's line of JSON.
func (m Match) complete(f *Fact) (string, error) {
	if m.Seq() >= MostFacts {
		return "", fmt.Errorf("a record holds at most %d facts", MostFacts)
	}
	if f.Kind == Decided && !m.IsZero() {
		f.Says = string(games.Canonical(m.State(), games.Decision(f.Says)))
	}
	for _, check := range []func() error{
		f.checkKind,
		f.checkText,
		f.checkProgram,
		func() error { return m.checkEnd(f) },
		func() error { return m.label(f) },
		func() error { return m.setSeat(f) },
		f.checkLuck,
		func() error { return m.checkAmong(f) },
		f.checkClock,
		f.checkSeal,
		f.normalize,
	} {
		if err := check(); err != nil {
			return "", err
		}
	}
	f.present = presence{}
	text, err := f.MarshalJSON()
	if most := f.limit(); len(text) > most {
		return "", fmt.Errorf("a fact has at most %d bytes, this one %d", most, len(text))
	}
	return string(text), err
}

// limit returns the maximum length of the line of f in bytes.
func (f *Fact) limit() int {
	if f.Program != "" {
		return MostStarted
	}
	return MostLine
}

// checkEnd returns an error if the match has ended and the kind of f can't follow the end.
// Undone, Opened and Sealed can.
func (m Match) checkEnd(f *Fact) error {
	if m.ended && f.Kind != Undone && f.Kind != Opened && f.Kind != Sealed {
		return fmt.Errorf("the match has ended: only %q, %q and %q may follow", Undone, Opened, Sealed)
	}
	return nil
}

// label sets Seq and MS of f if they are zero. It returns an error if Seq, MS or Idle is wrong.
func (m Match) label(f *Fact) error {
	if (f.present.seq || f.Seq != 0) && f.Seq != m.Seq()+1 {
		return fmt.Errorf("seq is %d where %d follows", f.Seq, m.Seq()+1)
	}
	if (f.present.ms || f.MS != 0) && f.MS < m.MS() {
		return fmt.Errorf("ms goes back from %d to %d", m.MS(), f.MS)
	}
	f.Seq, f.MS = m.Seq()+1, max(f.MS, m.MS())
	if past := f.MS - m.MS(); f.Idle < 0 || f.Idle > past {
		return fmt.Errorf("idle is %d of the %d ms since the fact before", f.Idle, past)
	}
	return nil
}

// setSeat sets the Seat of a decision to the seat on turn, and the Luck of an outcome without a
// source to Table. It returns an error for a wrong seat.
func (m Match) setSeat(f *Fact) error {
	switch {
	case f.Kind == Drawn:
	case f.Kind == Seated && (f.Seat < 1 || int(f.Seat) > m.line.value.seats()):
		return fmt.Errorf("seat is %d, not one of 1 to %d", f.Seat, m.line.value.seats())
	case f.Kind != Decided:
		return nil
	case m.State().Turn() == games.Nobody: // State.Apply returns the game's own error
		return nil
	case (f.present.seat || f.Seat != 0) && f.Seat != m.State().Turn():
		return fmt.Errorf("seat is %d, but the turn is %d", f.Seat, m.State().Turn())
	default:
		f.Seat = m.State().Turn()
	}
	if f.Luck == "" && f.isOutcome() {
		f.Luck = Table
	}
	return nil
}

// normalize normalizes the players' names in f and clones data that the caller may change later.
func (f *Fact) normalize() error {
	f.Options = maps.Clone(f.Options)
	if len(f.Options) == 0 {
		f.Options = nil
	}
	f.Among = slices.Clone(f.Among)
	var err error
	switch f.Kind {
	case Started:
		f.Seats, err = CheckNames(f.Seats)
		return err
	case Seated:
		var name []string
		if name, err = CheckNames([]string{f.Says}); err == nil {
			f.Says = name[0]
		}
	}
	f.Seats = nil
	return err
}
