package script

import (
	"errors"
	"slices"
	"strconv"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// What a file tells of a position beside its rules. Where a function of it fails the game
// goes on without: a view shows the plain one and why, anything else is none.

// View shows what the file's view returns for a seat.
func (s *state) View(seat games.Seat) games.View {
	v, err := s.viewOf(seat)
	var e Error
	if errors.As(err, &e) {
		v = s.plainView()
		v.Lines = append([]games.Text{e.Text}, v.Lines...)
	}
	return v
}

func (s *state) viewOf(seat games.Seat) (games.View, error) {
	k := s.known()
	k["seat"] = starlark.MakeInt(int(seat))
	v, ok, err := asked(s, "view", k, func(v starlark.Value) (games.View, error) {
		of, err := madeOf[shown]("view", "view", v)
		if err != nil {
			return games.View{}, err
		}
		return s.view(of)
	})
	if !ok {
		return s.plainView(), nil
	}
	return v, err
}

// asked calls a function of the file and reads what it returns; ok is false where the file
// has none. Its error is an Error.
func asked[T any](s *state, name string, k known, read func(starlark.Value) (T, error)) (answer T, ok bool, err error) {
	v, at, ok, err := (&meter{g: s.g, left: Steps}).call(name, k)
	if !ok || err != nil {
		return answer, ok, err
	}
	if answer, err = read(v); err != nil {
		var none T
		return none, true, located(err, at)
	}
	return answer, true, nil
}

// Moments returns what the file's moments tells of the decision that led here.
func (s *state) Moments() []games.Moment {
	all, _ := s.moments()
	return all
}

func (s *state) moments() ([]games.Moment, error) {
	if s.before == nil {
		return nil, nil
	}
	k := decided(s.known(), s.says)
	k["before"] = s.before
	return list(s, "moments", k, MostMoments, s.moment)
}

// Steps returns what the file's steps asks hands to do.
func (s *state) Steps() []games.Step {
	all, _ := s.steps()
	return all
}

func (s *state) steps() ([]games.Step, error) {
	return list(s, "steps", s.known(), MostMoments, s.step)
}

// Sheet returns the rows of the file's sheet.
func (s *state) Sheet() []games.Row {
	all, _ := s.sheet()
	return all
}

func (s *state) sheet() ([]games.Row, error) {
	return list(s, "sheet", s.known(), MostChoices, func(v starlark.Value) (games.Row, error) {
		return madeOf[games.Row]("sheet", "row", v)
	})
}

// list asks a function for a list.
func list[T any](s *state, name string, k known, most int, one func(starlark.Value) (T, error)) ([]T, error) {
	all, _, err := asked(s, name, k, func(v starlark.Value) ([]T, error) { return eachOf(name, v, most, one) })
	return all, err
}

// Likely returns what the file's likely says, if it is legal.
func (s *state) Likely() games.Decision {
	d, _ := s.answer("likely")
	if slices.ContainsFunc(s.legal, func(c games.Choice) bool { return d != "" && c.Under(d) }) {
		return d
	}
	return ""
}

// Again returns what the file's again says may well be decided once more.
func (s *state) Again() (games.Decision, bool) {
	d, _ := s.answer("again")
	return d, d != ""
}

// answer asks a function for a decision; None is none.
func (s *state) answer(name string) (games.Decision, error) {
	d, _, err := asked(s, name, s.known(), func(v starlark.Value) (games.Decision, error) {
		said, ok := starlark.AsString(v)
		if !ok && v != starlark.None {
			return "", unlike(name, "str", v)
		}
		return games.Decision(said), nil
	})
	return d, err
}

// Veiled reports what the file's veiled says.
func (s *state) Veiled() bool {
	veiled, _ := s.veiled()
	return veiled
}

func (s *state) veiled() (bool, error) {
	v, _, err := asked(s, "veiled", s.known(), func(v starlark.Value) (bool, error) { return bool(v.Truth()), nil })
	return v, err
}

// Limit returns how many seconds the file's limit gives, and for what.
func (s *state) Limit() (seconds int, of string) {
	l, _ := s.limit()
	return l.seconds, l.of
}

// limited is what limit returned: seconds, and what they are for.
type limited struct {
	seconds int
	of      string
}

func (s *state) limit() (limited, error) {
	if s.turn == games.Nobody {
		return limited{}, nil
	}
	l, _, err := asked(s, "limit", s.known(), s.limitOf)
	return l, err
}

// limitOf reads seconds of the turn, which chance has none of, or (seconds, what they are
// for); None and 0 are no limit.
func (s *state) limitOf(v starlark.Value) (l limited, err error) {
	l.of = "turn " + strconv.Itoa(int(s.turn))
	if both, ok := v.(starlark.Tuple); ok && len(both) == 2 {
		if l.of, err = argument(both[1]); err != nil {
			return l, err
		}
		v = both[0]
	} else if s.turn == games.Chance {
		return limited{}, nil
	}
	if v == starlark.None {
		return limited{}, nil
	}
	if l.seconds, err = small("limit", v, 0, mostSeconds); l.seconds == 0 {
		l.of = ""
	}
	return l, err
}

// mostSeconds is the longest time that a limit gives, a day as at a table.
const mostSeconds = 24 * 60 * 60

// Entry lists what menus offer: what the file's entry returns, or all that is legal.
func (s *state) Entry() []games.Choice {
	all, ok, err := s.entry()
	if !ok || err != nil {
		return s.Legal()
	}
	return all
}

func (s *state) entry() ([]games.Choice, bool, error) {
	if s.turn == games.Nobody {
		return nil, false, nil
	}
	return asked(s, "entry", s.known(), func(v starlark.Value) ([]games.Choice, error) { return s.g.choices(v, s.turn) })
}

// Fixes lists the rulings of the file's fixes, or the plain ones.
func (s *state) Fixes() []games.Choice {
	all, ok, _ := s.fixes()
	if !ok {
		return s.plainFixes()
	}
	return all
}

func (s *state) fixes() ([]games.Choice, bool, error) {
	return asked(s, "fixes", s.known(), func(v starlark.Value) ([]games.Choice, error) { return s.g.choices(v, games.Nobody) })
}

// Faults returns what of the file fails at s, though the game goes on: each an Error. A
// check of the file asks for it; nobody else needs to.
func (s *state) Faults() []error {
	var all []error
	for seat := games.Nobody; int(seat) <= s.seats; seat++ {
		if seat != games.Chance {
			_, err := s.viewOf(seat)
			all = append(all, err)
		}
	}
	_, moments := s.moments()
	_, steps := s.steps()
	_, sheet := s.sheet()
	_, likely := s.answer("likely")
	_, again := s.answer("again")
	_, veiled := s.veiled()
	_, _, entry := s.entry()
	_, _, fixes := s.fixes()
	_, limit := s.limit()
	all = append(all, moments, steps, sheet, likely, again, veiled, entry, fixes, limit)
	if s.turn == games.Chance {
		_, faces := s.g.faces(s.seats, s.options, s.legal[0].Says.Word(0))
		all = append(all, faces)
	}
	return slices.DeleteFunc(all, func(err error) bool { return err == nil })
}
