package fox_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

const byTricks = "seats=2 mode=tricks"

// twelve is a round of which seat 1 has won seven tricks, seat 2 five.
const twelve = `
turn 1 trick
round 2 first 2
points 6 2
last 8-5 treasures 0-0
won 7-5 treasures 1-1
`

func TestWhatATrickDoes(t *testing.T) {
	for _, c := range []change{
		{"who takes a trick leads the next", byTricks, `
turn 1 trick
round 1 first 1
points 0 0
`, "trick 2", `
turn 2 trick
round 1 first 1
points 0 0
won 0-1 treasures 0-0
`},
		{"a Treasure goes to who takes it", byTricks, `
turn 2 trick
round 1 first 1
points 0 0
won 0-1 treasures 0-0
`, "trick 1 treasures 1", `
turn 1 trick
round 1 first 1
points 0 0
won 1-1 treasures 1-0
`},
		{"a trick of two Treasures", byTricks, `
turn 1 trick
round 1 first 1
points 0 0
won 1-1 treasures 1-0
`, "trick 2 treasures 2", `
turn 2 trick
round 1 first 1
points 0 0
won 1-2 treasures 1-2
`},
		{"book: thirteen tricks are a round, eight are victorious, five defeated; the dealer changes", byTricks, twelve, "trick 1 treasures 1", `
turn 1 trick
round 3 first 1
points 14 5
last 8-5 treasures 2-1
`},
		{"book: ten are greedy, three humble", byTricks, `
turn 2 trick
round 1 first 1
points 0 0
won 3-9 treasures 0-3
`, "trick 2", `
turn 2 trick
round 2 first 2
points 6 3
last 3-10 treasures 0-3
`},
		{"book: 21 points end the game", byTricks, `
turn 1 trick
round 3 first 1
points 15 18
last 9-4 treasures 0-0
won 8-4 treasures 0-0
`, "trick 1", `
over
round 4 first 2
points 21 19
last 9-4 treasures 0-0
`},
	} {
		t.Run(c.name, c.check)
	}
}

func TestWhatARulingDoesToTheTricksOfARound(t *testing.T) {
	const begun = `
turn 2 trick
round 1 first 1
points 0 0
won 2-3 treasures 1-1
`
	for _, c := range []change{
		{"a seat has won more tricks", byTricks, begun, "fix tricks 1 4", `
turn 2 trick
round 1 first 1
points 0 0
won 4-3 treasures 1-1
`},
		{"a seat has won none, and no Treasure", byTricks, `
turn 2 trick
round 1 first 1
points 0 0
won 2-3 treasures 0-1
`, "fix tricks 1 0", `
turn 2 trick
round 1 first 1
points 0 0
won 0-3 treasures 0-1
`},
		{"tricks that were not entered", byTricks, `
turn 2 trick
round 2 first 2
points 6 2
last 8-5 treasures 0-0
`, "fix tricks 1 3", `
turn 2 trick
round 2 first 2
points 6 2
last 8-5 treasures 0-0
won 3-0 treasures 0-0
`},
		{"a Treasure was not entered", byTricks, begun, "fix treasures 2 2", `
turn 2 trick
round 1 first 1
points 0 0
won 2-3 treasures 1-2
`},
		{"a Treasure too many was entered", byTricks, begun, "fix treasures 1 0", `
turn 2 trick
round 1 first 1
points 0 0
won 2-3 treasures 0-1
`},
		{"a Swan that lost leads", byTricks, begun, "fix turn 1", `
turn 1 trick
round 1 first 1
points 0 0
won 2-3 treasures 1-1
`},
		{"a seat leads the round: the other has dealt", byTricks, `
turn 1 trick
round 1 first 1
points 0 0
`, "fix turn 2", `
turn 2 trick
round 1 first 2
points 0 0
`},
		{"a result in place of the tricks", byTricks, begun, "fix round 8-5 treasures 1-2", `
turn 2 trick
round 2 first 2
points 7 4
last 8-5 treasures 1-2
`},
		{"one more round", byTricks, `
over
round 2 first 2
points 21 6
last 4-9 treasures 1-0
`, "fix more", `
turn 2 trick
round 2 first 2
points 21 6
more 1
last 4-9 treasures 1-0
`},
	} {
		t.Run(c.name, c.check)
	}
}

func TestATrickThatCantBeSaysItsRule(t *testing.T) {
	const won = "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 4-2 treasures 2-0\n"
	const ended = "over\nround 2 first 2\npoints 21 2\nlast 8-5 treasures 0-0\n"
	for _, tt := range []struct {
		drawing string
		says    games.Decision
		want    string
	}{
		{won, "trick 3", "rule.trick"},
		{won, "trick", "rule.trick"},
		{won, "trick 1 treasures 0", "rule.trick"},
		{won, "trick 1 treasures 3", "rule.trick"},
		{won, "trick 1 treasures 2", "rule.treasures"},
		{won, "play keys 7", "rule.tricking"},
		{won, "decree keys 7", "rule.tricking"},
		{won, "round 5-8 treasures 1-2", "rule.tricking"},
		{ended, "trick 1", "rule.over"},
		{won, "fix tricks 1 11", "rule.correct"},
		{won, "fix tricks 1 0", "rule.correct"},
		{won, "fix tricks 3 1", "rule.correct"},
		{won, "fix tricks 1", "rule.correct"},
		{won, "fix treasures 1 4", "rule.correct"},
		{won, "fix treasures 2 2", "rule.correct"},
		{won, "fix treasures 2 01", "rule.correct"},
		{ended, "fix tricks 1 4", "rule.correct"},
		{won, "fix swap keys 7 keys 8", "rule.swap"},
		{won, "fix play keys 7", "rule.force"},
	} {
		s := gamestest.Position(t, fox.Rules{}, byTricks, tt.drawing)
		if got := gamestest.Refusal(attempt(s, tt.says)); got != tt.want {
			t.Errorf("%q: got %q, want %q\n%s", tt.says, got, tt.want, s)
		}
	}
}

// attempt takes a decision, or a ruling as "fix …", that may be refused.
func attempt(s games.State, d games.Decision) error {
	if ruling, ok := strings.CutPrefix(string(d), "fix "); ok {
		_, err := s.Fix(games.Decision(ruling))
		return err
	}
	_, err := s.Apply(d)
	return err
}

func TestTheViewTellsTheNumberOfTheTrickAndTheCounts(t *testing.T) {
	s := after(t, byTricks, "trick 1", "trick 2 treasures 1", "trick 2")
	want := []string{"title.trick 1 1 2", "ask.trick 4", "line.score @1", "line.score @2"}
	if got := told(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
