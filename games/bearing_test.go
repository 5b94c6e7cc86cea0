package games_test

import (
	"slices"
	"testing"

	"tabletop/games"
)

func TestWhoFollowsTheSeatOnTurnIsOnDeck(t *testing.T) {
	for _, test := range []struct {
		seats int
		turn  games.Seat
		want  []games.Bearing
	}{
		{3, 1, []games.Bearing{games.Waiting, games.OnDeck, games.Waiting}},
		{3, 3, []games.Bearing{games.OnDeck, games.Waiting, games.Waiting}},
		{2, 2, []games.Bearing{games.OnDeck, games.Waiting}},
		{3, games.Nobody, []games.Bearing{games.Waiting, games.Waiting, games.Waiting}},
		{2, games.Chance, []games.Bearing{games.Waiting, games.Waiting}},
		{1, 1, []games.Bearing{games.Waiting}},
	} {
		if got := games.InTurn(test.seats, test.turn); !slices.Equal(got, test.want) {
			t.Errorf("of %d seats, seat %d on turn: %v, want %v", test.seats, test.turn, got, test.want)
		}
	}
}
