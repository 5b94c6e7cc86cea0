package gamestest

import (
	"reflect"
	"slices"

	"tabletop/games"
	"tabletop/games/kit"
)

// Twins is a pair of positions that differ only in secrets. The seats in Blind must not know these
// secrets.
type Twins struct {
	Name       string
	One, Other games.State
	Blind      []games.Seat // seats that must not distinguish the positions; Nobody is an onlooker
}

// checkTwins fails if a blind seat could distinguish the positions of a pair.
func checkTwins(t kit.T, twins []Twins) {
	for _, pair := range twins {
		if pair.One.String() == pair.Other.String() {
			t.Errorf("%s: the twins are one position:\n%s", pair.Name, pair.One)
		}
		for _, seat := range pair.Blind {
			if one, other := pair.One.View(seat), pair.Other.View(seat); !reflect.DeepEqual(one, other) {
				t.Errorf("%s: seat %d sees %+v or %+v", pair.Name, seat, one, other)
			}
			if pair.One.Turn() == seat && !slices.Equal(pair.One.Legal(), pair.Other.Legal()) {
				t.Errorf("%s: seat %d may decide %v or %v", pair.Name, seat, pair.One.Legal(), pair.Other.Legal())
			}
		}
		if one, other := pair.One.Standing(), pair.Other.Standing(); !reflect.DeepEqual(one, other) {
			t.Errorf("%s: the standing is %+v or %+v", pair.Name, one, other)
		}
	}
}
