package script_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	contract "tabletop/games/kit"
	"tabletop/games/script"
)

// thirdOf compiles a file with these arguments of table(…), after a line with functions.
func thirdOf(t *testing.T, functions, arguments string) games.Rules {
	t.Helper()
	r, err := script.Compile("trial", functions+"\ntable(title = \"T\", about = \"T\", seats = (2, 4), "+arguments+")")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newMatch begins a match and returns its refusal: the key and its arguments.
func newMatch(r games.Rules, setup string) string {
	_, err := r.New(gamestest.Setup(setup))
	return gamestest.Refusal(err)
}

// A phase that can't be closed is refused at its argument, but not in a record of an older edition.
func TestACloseWithoutSenseIsRefusedAtItsPlace(t *testing.T) {
	r := thirdOf(t, "", "phases = [phase(\"camp\", \"upkeep\", close = \"now\"), phase(\"play\")]")
	if got := newMatch(r, "seats=3 file-edition=3"); !strings.Contains(got, "trial.star:2:83") || !strings.HasPrefix(got, "rule.file.unclosable") {
		t.Errorf("got %s", got)
	}
	if got := newMatch(r, "seats=3 file-edition=2"); got != "no refusal" {
		t.Errorf("edition 2: got %s", got)
	}
}

// even refuses an odd number of players.
const even = `
def chosen(seats):
    if seats % 2:
        return refuse("rule.even")
`

// The function chosen refuses a set-up in words. A check of the file leaves such set-ups out.
func TestASetUpIsRefusedInWords(t *testing.T) {
	r := thirdOf(t, even, `points = "round", least = 0, most = 5, rounds = 1, words = "rule.even = Even numbers only.", chosen = chosen`)
	if got := newMatch(r, "seats=3 file-edition=3"); got != "rule.even" {
		t.Errorf("got %s", got)
	}
	gamestest.Begin(t, r, "seats=4 file-edition=3")
	if all := contract.Run(r, contract.Bounds{Games: 2, Positions: 30, Playouts: 2}).Findings; len(all) > 0 {
		t.Error(all[0])
	}
	never := thirdOf(t, strings.Replace(even, "seats % 2", "seats", 1), `words = "rule.even = Even numbers only.", chosen = chosen`)
	if all := contract.Run(never, contract.Bounds{Games: 1, Positions: 5}).Findings; len(all) == 0 {
		t.Error("a file that refuses all set-ups is fine")
	}
}

// A check names the line and the seat for which refuses leaves no number, at the place of the function.
func TestNothingLeftToWriteHasAPlace(t *testing.T) {
	r := thirdOf(t, "def refuses(args):\n    if args[-2:-1] == [\"a\"] and args[-1]:\n        return refuse(\"rule.now\")",
		`points = "round", rounds = 2, sheet = [line("a", 0, 1, sum = 1)], refuses = refuses`)
	all := contract.Run(r, contract.Bounds{Games: 3, Positions: 60}).Findings
	if len(all) == 0 || !strings.HasPrefix(all[0].Said["en"], "trial.star:1:1: line a, seat ") {
		t.Errorf("got %v", all)
	}
	r = thirdOf(t, "def refuses(verb, args):\n    if verb == \"score\" and args[-1] % 5:\n        return refuse(\"rule.now\")",
		`points = "round", rounds = 2, least = 0, most = 200, refuses = refuses`)
	if all := contract.Run(r, contract.Bounds{Games: 3, Positions: 60, Playouts: 2}).Findings; len(all) > 0 {
		t.Error(all[0])
	}
	if s := gamestest.After(t, gamestest.Begin(t, r, "seats=2 file-edition=3"), "done, done"); refusalOf(s, "score 1 7") != "rule.now" {
		t.Error("7 is no multiple of 5, and taken")
	}
}

// refusalOf returns the rule that forbids a decision.
func refusalOf(s games.State, says games.Decision) string {
	_, err := s.Apply(says)
	return gamestest.Refusal(err)
}

// A hook sees the seats that are out and the numbers that are written.
func TestAHookOfAFileSeesWhoIsOut(t *testing.T) {
	r := thirdOf(t, "def low(got, out, written):\n    left = [n for n, o in zip(got, out) if not o]\n    return [0 if o or n == min(left) or not w else 10 for n, o, w in zip(got, out, written[\"\"])]",
		`points = "round", least = 0, most = 99, lowest = True, rounds = 1, out = True, bonus = low`)
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=3 file-edition=3"), "out 3, done, done, score 1 20, score 2 25")
	if got := s.Standing().Scores; !slices.Equal(got, []int32{20, 35, 0}) {
		t.Errorf("got %v", got)
	}
}
