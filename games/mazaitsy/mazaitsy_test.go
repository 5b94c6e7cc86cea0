package mazaitsy_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mazaitsy"
)

// listing is the game without what it takes and doesn't list, which the kit takes for
// a breach: cards named where a real Мазай is asked for, as old records have them.
type listing struct{ games.Rules }

func (l listing) New(s games.Setup) (games.State, error) { return listingOf(l.Rules.New(s)) }

func (l listing) Parse(s games.Setup, text string) (games.State, error) {
	return listingOf(l.Rules.Parse(s, text))
}

// listingState is a position of it.
type listingState struct{ games.State }

func listingOf(s games.State, err error) (games.State, error) {
	if err != nil {
		return nil, err
	}
	return listingState{s}, nil
}

func (l listingState) Apply(d games.Decision) (games.State, error) {
	if _, asked := games.Find(l.Legal(), "mazai yes"); asked && d.Word(0) == "card" {
		return nil, games.Refuse(d, "rule.asking")
	}
	return listingOf(l.State.Apply(d))
}

func (l listingState) Moments() []games.Moment { return games.Moments(l.State) }

func (l listingState) Steps() []games.Step { return games.Steps(l.State) }

func (l listingState) Likely() games.Decision { return games.Likely(l.State) }

func (l listingState) Fix(d games.Decision) (games.State, error) { return listingOf(l.State.Fix(d)) }

func TestTheContractIsKept(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, listing{mazaitsy.Rules{}}, gamestest.Hidden(secrets(t)...))
}

func FuzzParse(f *testing.F) {
	gamestest.FuzzParse(f, mazaitsy.Rules{}, setup("seats=4 teams=on rounds=5 adv4=on"))
}

func FuzzApply(f *testing.F) {
	gamestest.FuzzApply(f, mazaitsy.Rules{}, setup("seats=3 adv2=on adv3=on adv4=on"),
		"take 3", "unload 1 2", "steal 3/2", "pass 3/4", "place from pile", "add log 4", "mazai yes", "cards 9", "score 1 14", "give 3/2", "skip 1")
}

func BenchmarkGame(b *testing.B) { gamestest.Games(b, mazaitsy.Rules{}, setup("seats=3")) }

// setup reads "seats=4 teams=on".
func setup(line string) games.Setup {
	s := games.Setup{Options: map[string]string{}}
	for _, word := range strings.Fields(line) {
		name, value, _ := strings.Cut(word, "=")
		if name == "seats" {
			s.Seats, _ = strconv.Atoi(value)
			continue
		}
		s.Options[name] = value
	}
	return s
}

// begun returns the first position of a set-up.
func begun(t testing.TB, line string) games.State {
	t.Helper()
	s, err := mazaitsy.Rules{}.New(setup(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return s
}

// position reads a text whose first line is the set-up.
func position(t testing.TB, text string) games.State {
	t.Helper()
	first, rest, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	s, err := mazaitsy.Rules{}.Parse(setup(first), rest)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// after returns the position after decisions parted by commas.
func after(t testing.TB, s games.State, says string) games.State {
	t.Helper()
	for d := range strings.SplitSeq(says, ", ") {
		next, err := s.Apply(games.Decision(d))
		if err != nil {
			t.Fatalf("%q: %v\n%s", d, err, s)
		}
		s = next
	}
	return s
}

// broken returns the key of the rule that err says was broken.
func broken(err error) string {
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return ""
	}
	return illegal.Rule.Key
}

// listed joins choices as tools print them.
func listed(choices []games.Choice) string {
	words := make([]string, len(choices))
	for i, c := range choices {
		words[i] = c.String()
	}
	return strings.Join(words, ", ")
}
