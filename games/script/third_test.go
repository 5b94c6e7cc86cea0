package script_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
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
	if got := newMatch(r, "seats=3 file-edition=3"); !strings.Contains(got, "trial.star:2:83") || !strings.HasPrefix(got, "rule.file.unclosed") {
		t.Errorf("got %s", got)
	}
	if got := newMatch(r, "seats=3 file-edition=2"); got != "no refusal" {
		t.Errorf("edition 2: got %s", got)
	}
}
