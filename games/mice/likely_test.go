package mice_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestAMenuBeginsAtWhatIsLikely(t *testing.T) {
	const noBlue = `
         R O Y G B
centre   3 6 2 4 0
lured    1 0 2 1 0
seat 1   1 0 0 0 3
seat 2   1 0 2 0 2
seat 3   0 0 0 1 1
`
	const threeColours = `
         R O Y G B
centre   3 5 4 6 6
lured    1 1 2 0 0
seat 1   1 0 0 0 0
seat 2   1 0 0 0 0
seat 3   0 0 0 0 0
`
	const fourColours = `
         R O Y G B
centre   3 4 5 5 6
lured    3 2 1 1 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
seat 3   0 0 0 0 0
`
	tests := []struct {
		name, setup, head, mice string
		want                    games.Decision
	}{
		{"a turn begins with a roll", "", "turn 1 roll", begun, "roll"},
		{"the dice show what they show", "", "turn 1 dice", begun, ""},
		{"two of two colours", "", "turn 1 lure red green", begun, "lure red green"},
		{"a pair from the centre, not from a card", "", "turn 1 lure yellow yellow", begun, "lure yellow yellow"},
		{"with white the two that are worth most", "", "turn 1 lure green white", begun, "lure red green"},
		{"two whites: a pair of red", "", "turn 1 lure white white", begun, "lure red red"},
		{"where the centre has none, from a card", "", "turn 1 lure blue blue", begun, "lure blue/2 blue/2"},
		{"a single one from the centre before more from cards", "", "turn 1 lure blue white", begun, "lure red"},
		{"little ones: the first of those that are worth the same", "scoring=kids", "turn 1 lure white white", begun, "lure green green"},
		{"9 of 36 fail", "", "turn 1 more", threeColours, "roll"},
		{"15 of 36 fail: three colours lie lured, and blue can be had by a pair only", "", "turn 1 more", noBlue, "stop"},
		{"16 of 36 fail", "", "turn 1 more", fourColours, "stop"},
		{"five caught at once, nothing is at stake", "risk=on", "turn 1 five", begun, "roll"},
		{"the game is over", "", "over", begun, ""},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, strings.TrimSpace("seats=3 "+tt.setup), tt.head+tt.mice)
		if got := games.Likely(s); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
