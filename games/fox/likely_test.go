package fox_test

import (
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestAMenuBeginsAtWhatIsLikely(t *testing.T) {
	for _, tt := range []struct {
		name, setup, drawing string
		want                 games.Decision
	}{
		{"a round begins: nothing has been seen", "seats=2", "decree\nround 1 first 1\npoints 0 0\n", "decree keys 6"},
		{"the middle of the suit of which most are out", "seats=2", "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree keys 4\n", "play bells 6"},
		{"the middle card is played", "seats=2", "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 moons 7 moons 6\n", "play keys 6"},
		{"an answer follows suit", "seats=2", "turn 2 follow\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 moons 2\n", "play moons 7"},
		{"without the cards that are out of the round", "seats=2", "turn 1 follow\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 moons 6 moons 7\ntrick 2 moons 5\n", "play moons 8"},
		{"a Monarch is answered with the highest", "seats=2", "turn 2 follow\nround 1 first 1\npoints 0 0\ndecree moons 10\ntrick 1 moons 11\n", "play moons 9"},
		{"the decree stays", "seats=2", "turn 1 exchange\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 keys 3\n", "keep"},
		{"a hand of one known card", "seats=2", lastTrick, "play moons 10"},
		{"who leads the round takes its first trick", "seats=2 mode=tricks", "turn 2 trick\nround 2 first 2\npoints 6 2\nlast 8-5 treasures 0-0\n", "trick 2"},
		{"who took a trick takes the next", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 3-2 treasures 0-0\n", "trick 1"},
		{"a round is nearly level", "seats=2 mode=quick", "turn 1 round\nround 1 first 1\npoints 0 0\n", "round 7-6"},
		{"over", "seats=2", "over\nround 2 first 2\npoints 21 2\nlast 8-5 treasures 0-0\n", ""},
	} {
		if got := games.Likely(gamestest.Position(t, fox.Rules{}, tt.setup, tt.drawing)); got != tt.want {
			t.Errorf("%s: got %q, want %q\n%s", tt.name, got, tt.want, tt.drawing)
		}
	}
}

func TestWhatIsLikelyIsPossible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, func(s games.State) {
			likely := games.Likely(s)
			for _, c := range s.Legal() {
				if c.Under(likely) && likely != "" {
					return
				}
			}
			if s.Turn() != games.Nobody {
				t.Fatalf("%q is likely and not legal\n%s", likely, s)
			}
		})
	})
}
