package mazaitsy_test

import (
	"strings"
	"testing"

	"tabletop/games/mazaitsy"
)

func TestAPositionThatNoGameComesToIsRefused(t *testing.T) {
	for _, tt := range []struct{ text, old, new string }{
		{middle, "turn 5", "turn 0"},
		{middle, "turn 5", "turn 05"},
		{middle, "turn 5", "turn 999999"},
		{middle, "turn 5 move", "turn 5 sail"},
		{middle, "turn 5 move", "turn 5 move tired"},
		{middle, "turn 5 move", "turn 5 move robbed unloaded"},
		{middle, "turn 5 move", "turn 5 replace robbed"},
		{middle, "turn 5 move", "turn 5"},
		{middle, "turn 5 move\n", ""},
		{middle, "turn 5 move\n", "turn 5 move\nturn 5 move\n"},
		{middle, "turn 5 move", "turn 5 add"},
		{middle, "turn 5 move", "turn 5 mazai"},
		{middle, "turn 5 move", "turn 5 over"},
		{points, "turn 4 move", "turn 4 move robbed"}, // without rule 4
		{middle, "round 1", "round 0"},
		{middle, "round 1", "round 4"},
		{middle, "round 1", "round 2"}, // somebody must have added
		{middle, "added 0", "added 2"},
		{middle, "added 0", "added -1"},
		{middle, "added 0", "added"},
		{middle, "round 1 added 0", "round 1 added 0 1"},
		{middle, "pile 8", "pile 9"},
		{middle, "pile 8", "pile -8"},
		{middle, "pile 8", "pile x"},
		{middle, "row 3 discard 4", "row 4 discard 3"},
		{middle, "row 3", "row"},
		{middle, "mazai 0..4", "mazai 1..4"},
		{middle, "mazai 0..4", "mazai 0..5"},
		{middle, "mazai 0..4", "mazai 0..x"},
		{middle, "mazai 0..4", "mazai there"},
		{middle, "mazai 0..4", "mazai aside"},
		{middle, "mazai 0..4", "mazai second"},
		{middle, "pile 8 row 3 discard 4", "pile 4 row 3 discard 8"}, // he is to be asked for
		{question, "turn 8 mazai", "turn 8 move"},
		{question, "pile 4 row 3 discard 8", "pile 3 row 3 discard 9"},
		{addition, "turn 9 add", "turn 9 replace"},
		{last, "mazai aside", "mazai row"},
		{last, "turn 29 replace", "turn 29 over"},
		{middle, "lost 1", "lost -1"},
		{middle, "lost 1", "lost"},
		{middle, "lost 1", "won 1"},
		{middle, "seat 3", "seat 4"},
		{middle, "seat 3", "seat 2"},
		{middle, "boat 5:1", "boat 5:2"},
		{middle, "boat 5:1", "boat 5:1 5:1"},
		{middle, "boat 5:1", "boat 4:1"},
		{middle, "boat 5:1", "boat 5:0"},
		{middle, "boat 1:1,3:2", "boat 3:2,1:1"},
		{middle, "boat 1:1,3:2", "boat 1:3,3:2"}, // five hares
		{points, "boat 4:2", "boat 4:2,2:1"},     // ten points
		{middle, "written 0/0", "written 0/1"},   // of three rounds
		{middle, "written 0/0", "written 0"},
		{middle, "written 0/0", "written 999999/0"},
	} {
		first, good, _ := strings.Cut(strings.TrimLeft(tt.text, "\n"), "\n")
		bad := strings.Replace(good, tt.old, tt.new, 1)
		if bad == good {
			t.Fatalf("%q isn't in\n%s", tt.old, good)
		}
		if s, err := (mazaitsy.Rules{}).Parse(setup(first), bad); err == nil {
			t.Errorf("%q for %q is read as\n%s", tt.new, tt.old, s)
		}
	}
}

func TestTwoSeatsNeverPutHimUnderNothing(t *testing.T) {
	const text = `
turn 12 move
round 1 added 0
pile 1 row 2 discard 23 mazai row
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
`
	s := position(t, "seats=2"+text)
	if _, err := s.Fix("cards 0"); broken(err) != "rule.fix" {
		t.Errorf("the pile is ruled empty: %v", err)
	}
	empty := strings.TrimPrefix(strings.Replace(text, "pile 1 row 2 discard 23", "pile 0 row 2 discard 24", 1), "\n")
	if _, err := (mazaitsy.Rules{}).Parse(setup("seats=2"), empty); err == nil {
		t.Error("an empty pile is read")
	}
}

func TestAPositionIsReadWithTheBoxItBelongsTo(t *testing.T) {
	_, good, _ := strings.Cut(strings.TrimLeft(middle, "\n"), "\n")
	for _, line := range []string{"seats=2", "seats=4", "seats=3 hares=1:1", "seats=3 cards=log:1"} {
		if s, err := (mazaitsy.Rules{}).Parse(setup(line), good); err == nil {
			t.Errorf("%s reads it as\n%s", line, s)
		}
	}
}
