package script

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
	"tabletop/games/table"
)

// The methods below call functions that a file may have besides its rules. If one fails, the game
// continues: a view becomes the plain view with the fault, any other result is empty.

// View returns the view that the file's function view makes for a seat, or the plain view.
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
	k.seat = seat
	v, ok, err := asked(s, "view", k, func(v starlark.Value) (games.View, error) {
		of, err := madeOf[viewMade]("view", "view", v)
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

// asked calls a function of the file and converts the result with read. ok is false if the file
// has no such function. The error is an Error.
func asked[T any](s *state, name string, k known, read func(starlark.Value) (T, error)) (answer T, ok bool, err error) {
	v, at, ok, err := newMeter(s.g, Steps).call(name, k)
	if !ok || err != nil {
		return answer, ok, err
	}
	if answer, err = read(v); err != nil {
		var none T
		return none, true, located(err, at)
	}
	return answer, true, nil
}

// Moments returns the moments of the decision that led to s, from the file's function moments.
func (s *state) Moments() []games.Moment {
	all, _ := s.moments()
	return all
}

func (s *state) moments() ([]games.Moment, error) {
	if s.before == nil {
		return nil, nil
	}
	k := s.decided(s.says)
	k.before = s.before
	return list(s, "moments", k, MostMoments, s.moment)
}

// Steps returns the steps that people carry out by hand before the next decision, from the file's
// function steps.
func (s *state) Steps() []games.Step {
	all, _ := s.steps()
	return all
}

func (s *state) steps() ([]games.Step, error) {
	return list(s, "steps", s.known(), MostMoments, s.step)
}

// Sheet returns the rows of the score, from the file's function sheet.
func (s *state) Sheet() []games.Row {
	all, _ := s.sheet()
	return all
}

func (s *state) sheet() ([]games.Row, error) {
	return list(s, "sheet", s.known(), MostChoices, func(v starlark.Value) (games.Row, error) {
		return madeOf[games.Row]("sheet", "row", v)
	})
}

// list calls a function of the file that returns a list, and converts each element with the
// function one.
func list[T any](s *state, name string, k known, most int, one func(starlark.Value) (T, error)) ([]T, error) {
	all, _, err := asked(s, name, k, func(v starlark.Value) ([]T, error) { return eachOf(name, v, most, one) })
	return all, err
}

// Likely returns the decision from the file's function likely, or "" if no legal choice begins
// with it.
func (s *state) Likely() games.Decision {
	d, _ := s.answer("likely")
	if slices.ContainsFunc(s.legal, func(c games.Choice) bool { return d != "" && c.Under(d) }) {
		return d
	}
	return ""
}

// Again returns the decision that may well be repeated, from the file's function again.
func (s *state) Again() (games.Decision, bool) {
	d, _ := s.answer("again")
	return d, d != ""
}

// answer calls a function of the file that returns a decision; None yields "".
func (s *state) answer(name string) (games.Decision, error) {
	d, _, err := asked(s, name, s.known(), func(v starlark.Value) (games.Decision, error) {
		says, ok := starlark.AsString(v)
		if !ok && v != starlark.None {
			return "", unlike(name, "str", v)
		}
		return games.Decision(says), nil
	})
	return d, err
}

// Veiled reports whether past decisions must not be shown, from the file's function veiled.
func (s *state) Veiled() bool {
	veiled, _ := s.veiled()
	return veiled
}

func (s *state) veiled() (bool, error) {
	v, _, err := asked(s, "veiled", s.known(), func(v starlark.Value) (bool, error) { return bool(v.Truth()), nil })
	return v, err
}

// Limit returns the time limit in seconds and its purpose, from the file's function limit.
func (s *state) Limit() (seconds int, of string) {
	l, _ := s.limit()
	return l.seconds, l.of
}

// limited holds a time limit in seconds and its purpose.
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

// limitOf converts the result of the file's function limit: seconds, or (seconds, purpose).
// Seconds alone limit the turn of a seat, but not chance. None and 0 mean no limit.
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
	if l.seconds, err = small("limit", v, 0, table.MostSeconds); l.seconds == 0 {
		l.of = ""
	}
	return l, err
}

// Entry returns the choices for menus from the file's function entry, or the legal choices.
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
	return asked(s, "entry", s.known(), func(v starlark.Value) ([]games.Choice, error) { return s.choices(v, s.turn) })
}

// Fixes returns the possible rulings from the file's function fixes, or the plain rulings.
func (s *state) Fixes() []games.Choice {
	all, ok, _ := s.fixes()
	if !ok {
		return s.plainFixes()
	}
	return all
}

func (s *state) fixes() ([]games.Choice, bool, error) {
	return asked(s, "fixes", s.known(), func(v starlark.Value) ([]games.Choice, error) { return s.choices(v, games.Nobody) })
}

// wordlessChoice returns the fault of the first choice with a word that the catalogues lack, such as
// "gold" in "take gold".
func (s *state) wordlessChoice() error {
	for _, c := range s.legal {
		for i, w := range strings.Fields(string(c.Says)) {
			thing, _, _ := strings.Cut(w, "/")
			plain := len(thing) > 1 && strings.Trim(thing, "abcdefghijklmnopqrstuvwxyz") == ""
			if i > 0 && plain && !s.g.has("word."+thing) && !s.g.has("say."+string(c.Says)) {
				return located(s.g.wordless("word."+thing), s.g.position(string(c.Says), s.g.position(thing, s.g.at)))
			}
		}
	}
	return nil
}

// Faults returns the faults of optional functions at the position s, as errors of type Error. The
// game continues despite them; only a check of the file needs them.
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
	all = append(all, s.wordlessChoice(), moments, steps, sheet, likely, again, veiled, entry, fixes, limit)
	if s.turn == games.Chance {
		_, faces := s.g.faces(s.seats, s.options, s.legal[0].Says.Word(0))
		all = append(all, faces)
	}
	return slices.DeleteFunc(all, func(err error) bool { return err == nil })
}
