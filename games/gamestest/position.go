package gamestest

import (
	"errors"
	"strconv"
	"strings"

	"tabletop/games"
)

// Failing has the methods of a test that the functions below call. It is a test of package testing
// or of package rapid.
type Failing interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Setup parses the set-up line of perft files and playthroughs: "seats=2 scoring=kids". It
// panics if the line is invalid, which is a mistake in the test.
func Setup(line string) games.Setup {
	s, err := parseStart(line)
	if err != nil {
		panic("gamestest: " + err.Error())
	}
	return s
}

// parseStart parses a set-up line such as "seats=2 scoring=kids".
func parseStart(line string) (games.Setup, error) {
	s := games.Setup{Options: map[string]string{}}
	for _, word := range strings.Fields(line) {
		name, v, ok := strings.Cut(word, "=")
		switch {
		case !ok:
			return s, errors.New("want option=value, got " + strconv.Quote(word))
		case name != "seats":
			s.Options[name] = v
		default:
			n, err := strconv.Atoi(v)
			if err != nil {
				return s, err
			}
			s.Seats = n
		}
	}
	return s, nil
}

// Begin returns the first position of a game with that set-up line.
func Begin(t Failing, r games.Rules, setup string) games.State {
	t.Helper()
	s, err := r.New(Setup(setup))
	if err != nil {
		t.Fatalf("%s: %v", setup, err)
	}
	return s
}

// Position parses the text of a position. The text may begin with a line break.
func Position(t Failing, r games.Rules, setup, drawing string) games.State {
	t.Helper()
	s, err := r.Parse(Setup(setup), strings.TrimPrefix(drawing, "\n"))
	if err != nil {
		t.Fatalf("%s: %v\n%s", setup, err, drawing)
	}
	return s
}

// After returns the position that decisions lead to from s. A ruling begins with "fix ". An
// argument may contain several decisions, separated by commas as in perft files: "roll, dice red
// white".
func After(t Failing, s games.State, decisions ...games.Decision) games.State {
	t.Helper()
	for _, path := range decisions {
		for d := range strings.SplitSeq(string(path), ", ") {
			s = step(t, s, d)
		}
	}
	return s
}

func step(t Failing, s games.State, says string) games.State {
	t.Helper()
	ruling, fixed := strings.CutPrefix(says, "fix ")
	take := s.Apply
	if fixed {
		take = s.Fix
	}
	next, err := take(games.Decision(ruling))
	if err != nil {
		t.Fatalf("%q: %v\n%s", says, err, s)
	}
	return next
}

// Refusal returns the key and the arguments of the rule in err: "rule.taken 9". If err is not a
// [games.Illegal], it returns "no refusal".
func Refusal(err error) string {
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return "no refusal"
	}
	return strings.Join(append([]string{illegal.Rule.Key}, illegal.Rule.Args...), " ")
}

// Listed returns the notations of choices, as Choice.String prints them, separated by commas:
// "roll, score 2 -99..99".
func Listed(choices []games.Choice) string {
	all := make([]string, len(choices))
	for i, c := range choices {
		all[i] = c.String()
	}
	return strings.Join(all, ", ")
}
