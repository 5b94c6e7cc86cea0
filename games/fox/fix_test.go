package fox_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestWhatARulingDoes(t *testing.T) {
	for _, c := range []change{
		{"a seat leads the round that comes: the other deals", "seats=2", `
decree
round 1 first 1
points 0 0
`, "fix turn 2", `
decree
round 1 first 2
points 0 0
`},
		{"a seat leads the first trick, and then the other has dealt", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
`, "fix turn 2", `
turn 2 lead
round 1 first 2
points 0 0
decree bells 4
`},
		{"a seat leads a later trick; who dealt stays", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 2
`, "fix turn 2", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 2
`},
		{"points are given, within a round too", "seats=2", `
turn 1 lead
round 2 first 1
points 6 6
last 4-9 treasures 1-0
decree bells 4
`, "fix score 2 30", `
turn 1 lead
round 2 first 1
points 6 30
last 4-9 treasures 1-0
decree bells 4
`},
		{"points given between rounds can end the game", "seats=2", `
decree
round 2 first 2
points 6 6
last 4-9 treasures 1-0
`, "fix score 1 21", `
over
round 2 first 2
points 21 6
last 4-9 treasures 1-0
`},
		{"but not before the first round: that is a start", "seats=2", `
decree
round 1 first 1
points 0 0
`, "fix score 1 21", `
decree
round 1 first 1
points 21 0
`},
		{"points taken away let a game go on", "seats=2", `
over
round 2 first 2
points 21 6
last 4-9 treasures 1-0
`, "fix score 1 20", `
decree
round 2 first 2
points 20 6
last 4-9 treasures 1-0
`},
		{"one more round", "seats=2", `
over
round 2 first 2
points 21 6
last 4-9 treasures 1-0
`, "fix more", `
decree
round 2 first 2
points 21 6
more 1
last 4-9 treasures 1-0
`},
		{"a result in place of the cards", "seats=2", `
turn 2 follow
round 2 first 1
points 6 6
last 4-9 treasures 1-0
decree bells 4
trick 1 keys 7
`, "fix round 8-5 treasures 1-0", `
decree
round 3 first 2
points 13 8
last 8-5 treasures 1-0
`},
		{"a suit that was not followed stands", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree moons 8
trick 1 keys 3 exchange moons 10 moons 3 exchange bells 6
trick 1 moons 2
`, "fix play bells 9", `
turn 2 lead
round 1 first 1
points 0 0
decree moons 8
trick 1 keys 3 exchange moons 10 moons 3 exchange bells 6
trick 1 moons 2 bells 9
`},
		{"two cards were taken for each other: one had not been played", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 6
`, "fix swap keys 6 keys 8", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 8
`},
		{"in either order, and both had", "seats=2", `
turn 1 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 8
trick 2 keys 2
`, "fix swap keys 8 keys 7", `
turn 1 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 8 keys 7
trick 2 keys 2
`},
		{"the decree was another card", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 6
`, "fix swap bells 4 moons 4", `
turn 1 lead
round 1 first 1
points 0 0
decree moons 4
trick 1 keys 7 keys 6
`},
		{"what was exchanged stays exchanged", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 3 exchange moons 2
`, "fix swap keys 3 bells 3", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 bells 3 exchange moons 2
`},
		{"the last card was a Fox, which asks", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 2
`, "fix swap keys 2 keys 3", `
turn 2 exchange
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 3
`},
		{"an earlier card was a Fox, which left the decree", "seats=2", `
turn 1 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 2 keys 7
trick 2 keys 4
`, "fix swap keys 2 keys 3", `
turn 1 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 3 keep keys 7
trick 2 keys 4
`},
		{"the last card was no Fox, so nobody is asked", "seats=2", `
turn 1 exchange
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 3
`, "fix swap keys 2 keys 3", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 2
`},
		{"an earlier card was no Fox, and kept nothing", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 3 keep
`, "fix swap keys 2 keys 3", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 2
`},
		{"a round that is over is counted anew", "seats=2", `
decree
round 2 first 2
points 1 7
last 10-3 treasures 1-1
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3 keys 7\n", "fix swap keys 7 keys 1", `
decree
round 2 first 2
points 1 6
last 11-2 treasures 1-0
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3 keys 1\n"},
		{"the same card twice changes nothing", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`, "fix swap keys 7 keys 7", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`},
	} {
		t.Run(c.name, c.check)
	}
}

func TestARulingThatCantBeSaysItsRule(t *testing.T) {
	const none, begun, asked = "decree\nround 1 first 1\npoints 0 0\n", "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree bells 4\n", "turn 1 exchange\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 keys 3\n"
	const ended = "over\nround 2 first 2\npoints 21 2\nlast 8-5 treasures 0-0\n"
	for _, tt := range []struct {
		drawing string
		says    games.Decision
		want    string
	}{
		{begun, "keep", "rule.notation"},
		{begun, "more", "rule.more"},
		{ended, "more please", "rule.more"},
		{begun, "play keys 7", "rule.force"},
		{begun, "play bells 4", "rule.force"},
		{none, "play keys 7", "rule.force"},
		{bothKnown + "trick 1 moons 2\n", "play moons 2", "rule.force"},
		{ended, "round 5-8 treasures 1-2", "rule.giveup"},
		{begun, "round 5-9 treasures 1-2", "rule.tricks"},
		{begun, "score 3 5", "rule.score"},
		{begun, "score 1 -1", "rule.score"},
		{begun, "score 1 1000", "rule.score"},
		{begun, "score 1 05", "rule.score"},
		{none, "swap keys 7 keys 8", "rule.swap"},
		{begun, "swap keys 7", "rule.card"},
		{begun, "swap keys 7 keys 8 keys 9", "rule.card"},
		{begun, "turn 3", "rule.seat"},
		{begun, "turn", "rule.seat"},
		{asked, "turn 2", "rule.middle"},
		{bothKnown + "trick 1 moons 2\n", "turn 2", "rule.middle"},
		{ended, "turn 2", "rule.middle"},
	} {
		s := gamestest.Position(t, fox.Rules{}, "seats=2", headed(tt.drawing))
		_, err := s.Fix(tt.says)
		if got := sentence(t, err); got != tt.want {
			t.Errorf("%q: got %q, want %q\n%s", tt.says, got, tt.want, s)
		}
		if _, ok := games.Find(s.Fixes(), tt.says); ok {
			t.Errorf("%q is offered\n%s", tt.says, s)
		}
	}
}

// A card that the device thinks was played is in a hand: the table corrects what
// was entered before, and goes on.
func TestAWrongCardIsMendedWithoutUndoingWhatFollowed(t *testing.T) {
	s := after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 6", "play moons 2", "play moons 4")
	if _, err := s.Apply("play keys 6"); err == nil {
		t.Fatal("keys 6 is played twice")
	}
	s = gamestest.After(t, s, "fix swap keys 6 keys 5", "play keys 6", "play keys 8")
	const want = "trick 1 keys 7 keys 5\ntrick 1 moons 2 moons 4\ntrick 2 keys 6 keys 8\n"
	if got := s.String(); got != "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree bells 4\n"+want {
		t.Errorf("got\n%s", got)
	}
}
