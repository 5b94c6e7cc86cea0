package table_test

import (
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

func TestLightsKnowHowEachSeatStands(t *testing.T) {
	const waits, next, passed, ready, gone = games.Waiting, games.OnDeck, games.Passed, games.Ready, games.Gone
	for _, test := range []struct {
		name     string
		rules    games.Rules
		position string
		want     []games.Bearing
	}{
		{"turns go around", defined(t, table.Def{}), "round 1 / turn 3", []games.Bearing{next, waits, waits}},
		{"they go the other way", defined(t, phase(table.Phase{Circles: table.Endless, Reverse: true})), "round 1 / turn 3 / back", []games.Bearing{waits, next, waits}},
		{"one has passed", defined(t, phase(table.Phase{Order: table.Passing})), "round 1 / turn 2 / passed 3", []games.Bearing{next, waits, passed}},
		{"all at once", defined(t, phase(table.Phase{Order: table.Together})), "round 1 / ready 1 3", []games.Bearing{ready, waits, ready}},
		{"whoever claims it", defined(t, phase(table.Phase{Order: table.Claimed})), "round 1 / turn 3 / circle 3", []games.Bearing{waits, waits, waits}},
		{"one is out", defined(t, table.Def{Ends: table.Ends{Out: true}}), "round 1 / turn 1 / out 2", []games.Bearing{waits, gone, next}},
		{"a scoreboard", table.Score{}, "round 1 / 7 . 3", []games.Bearing{ready, waits, ready}},
		{"a game that is over", defined(t, table.Def{Points: table.Never}), "over 1", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := gamestest.Position(t, test.rules, "seats=3", drawn(test.position))
			if got := s.View(games.Nobody).Seats; !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}
