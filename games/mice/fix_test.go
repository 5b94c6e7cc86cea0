package mice_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestWhatARulingDoes(t *testing.T) {
	for _, c := range []change{
		{"a seat begins a turn, lured mice run back", "seats=2", `
turn 1 more
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix turn 2", `
turn 2 roll
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"a game that is over goes on with a turn", "seats=2", `
over
fled 1 red red
centre   0 0 0 0 4
lured    0 0 0 0 0
seat 1   6 6 6 6 0
seat 2   0 0 0 0 2
`, "fix turn 2", `
turn 2 roll
centre   0 0 0 0 4
lured    0 0 0 0 0
seat 1   6 6 6 6 0
seat 2   0 0 0 0 2
`},
		{"a seat that is away is passed over, lured mice run back", "seats=3", `
turn 3 more
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
seat 3   0 0 0 0 0
`, "fix skip 3", `
turn 1 roll
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
seat 3   0 0 0 0 0
`},
		{"the centre is looked at as at the end of any turn", "seats=2", `
turn 1 roll
centre   0 0 0 0 4
lured    0 0 0 0 0
seat 1   6 6 6 6 0
seat 2   0 0 0 0 2
`, "fix skip 1", `
over
centre   0 0 0 0 4
lured    0 0 0 0 0
seat 1   6 6 6 6 0
seat 2   0 0 0 0 2
`},
		{"a mouse from the centre to a card, and the sign of the failed hunt goes", "seats=2", `
turn 2 roll
fled 1 red red
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix give green 1", `
turn 2 roll
centre   6 6 6 5 6
lured    0 0 0 0 0
seat 1   0 0 0 1 0
seat 2   0 0 0 0 0
`},
		{"a mouse from a card back to the centre, also after the end", "seats=2", `
over
centre   0 0 0 0 4
lured    0 0 0 0 0
seat 1   6 6 6 6 0
seat 2   0 0 0 0 2
`, "fix back red 1", `
over
centre   1 0 0 0 4
lured    0 0 0 0 0
seat 1   5 6 6 6 0
seat 2   0 0 0 0 2
`},
		{"a mouse to the lured ones, after which one may stop", "seats=2", `
turn 1 roll
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix lay blue", `
turn 1 more
centre   6 6 6 6 5
lured    0 0 0 0 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"the last lured mouse back to the centre: the turn goes on", "seats=2", `
turn 1 more
centre   6 6 6 6 5
lured    0 0 0 0 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix lift blue", `
turn 1 more
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"in the middle of a roll the dice stay", "seats=2", `
turn 1 lure red green
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix lift red", `
turn 1 lure red green
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"risk: the fifth colour laid is caught like any other", "seats=2 risk=on", `
turn 1 more
centre   6 5 5 5 5
lured    0 1 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix lay red", `
turn 1 five
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`},
		{"risk: a mouse laid after the catch", "seats=2 risk=on", `
turn 1 five
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`, "fix lay red", `
turn 1 more
centre   4 5 5 5 5
lured    1 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`},
		{"risk: the fifth colour laid while the dice roll", "seats=2 risk=on", `
turn 1 dice
centre   6 5 5 5 5
lured    0 1 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "fix lay red", `
turn 1 dice
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`},
	} {
		t.Run(c.name, c.check)
	}
}

func TestARulingThatCantBeNamesItsRule(t *testing.T) {
	const onlyRed = `
         R O Y G B
centre   1 0 6 6 6
lured    0 0 0 0 0
seat 1   3 6 0 0 0
seat 2   2 0 0 0 0
`
	tests := []struct {
		head string
		says games.Decision
		want string
	}{
		{"turn 1 roll", "turn 3", "rule.seat"},
		{"turn 1 roll", "turn", "rule.notation"},
		{"turn 1 roll", "give red 3", "rule.seat"},
		{"turn 1 roll", "give white 1", "rule.notation"},
		{"turn 1 roll", "give orange 2", "rule.centre"},
		{"turn 1 roll", "back orange 2", "rule.card"},
		{"turn 1 roll", "lift red", "rule.lured"},
		{"turn 1 roll", "lay orange", "rule.centre"},
		{"over", "lay red", "rule.over"},
		{"over", "lift red", "rule.over"},
		{"turn 1 lure red orange", "give red 1", "rule.stuck"},
		{"turn 1 lure red orange", "lay red", "rule.stuck"},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, "seats=2", tt.head+onlyRed)
		_, err := s.Fix(tt.says)
		if got, _, _ := strings.Cut(gamestest.Refusal(err), " "); got != tt.want {
			t.Errorf("%s: %q: got %s, want %s", tt.head, tt.says, got, tt.want)
		}
		if _, ok := games.Find(s.Fixes(), tt.says); ok {
			t.Errorf("%s: %q is offered", tt.head, tt.says)
		}
	}
}
