package fox_test

import (
	"reflect"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestTheWinnerHasMorePointsThenMoreInTheLastRound(t *testing.T) {
	for _, tt := range []struct {
		name, drawing string
		want          games.Standing
	}{
		{
			"book: more points win", "over\nround 4 first 2\npoints 21 23\nlast 9-4 treasures 0-0\n",
			games.Standing{Scores: []int32{21, 23}, Ties: []int32{6, 1}, Won: []games.Seat{2}, Why: games.Count("why.points", 23)},
		},
		{
			"who reached the target first wins nothing", "over\nround 4 first 2\npoints 24 21\nlast 4-9 treasures 0-0\n",
			games.Standing{Scores: []int32{24, 21}, Ties: []int32{1, 6}, Won: []games.Seat{1}, Why: games.Count("why.points", 24)},
		},
		{
			"book: at a tie the last round decides", "over\nround 4 first 2\npoints 22 22\nlast 6-7 treasures 1-0\n",
			games.Standing{Scores: []int32{22, 22}, Ties: []int32{4, 6}, Won: []games.Seat{2}, Why: games.Count("why.last", 6)},
		},
		{
			"its Treasures count", "over\nround 4 first 2\npoints 22 22\nlast 8-5 treasures 0-3\n",
			games.Standing{Scores: []int32{22, 22}, Ties: []int32{6, 5}, Won: []games.Seat{1}, Why: games.Count("why.last", 6)},
		},
		{
			"still equal: shared", "over\nround 4 first 2\npoints 22 22\nlast 6-7 treasures 3-0\n",
			games.Standing{Scores: []int32{22, 22}, Ties: []int32{6, 6}, Won: []games.Seat{1, 2}, Why: games.Say("why.shared")},
		},
	} {
		tt.want.Over = true
		if got := gamestest.Position(t, fox.Rules{}, "seats=2", tt.drawing).Standing(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// Treasures are counted with the round, not as they are won: that would tell of
// earlier tricks.
func TestPointsStandStillDuringARound(t *testing.T) {
	s := after(t, "seats=2")
	for _, d := range wholeRound[:len(wholeRound)-1] {
		s = gamestest.After(t, s, d)
		if got := s.Standing(); got.Scores[0] != 0 || got.Scores[1] != 0 || got.Over {
			t.Fatalf("after %q: %+v", d, got)
		}
	}
}
