package audit

import (
	"errors"
	"slices"
	"testing"

	"tabletop/companion/club/wire"
	"tabletop/games"
)

func TestRanksFollowTheStanding(t *testing.T) {
	for name, test := range map[string]struct {
		st   games.Standing
		want []int
	}{
		"by points":          {games.Standing{Over: true, Scores: []int32{3, 9, 5}, Won: []games.Seat{2}}, []int{3, 1, 2}},
		"fewer are better":   {games.Standing{Over: true, Scores: []int32{3, 9, 5}, Lowest: true, Won: []games.Seat{1}}, []int{1, 3, 2}},
		"a tie is parted":    {games.Standing{Over: true, Scores: []int32{5, 5, 5}, Ties: []int32{2, 4, 3}, Won: []games.Seat{2}}, []int{3, 1, 2}},
		"a tie":              {games.Standing{Over: true, Scores: []int32{5, 5, 9}, Won: []games.Seat{3}}, []int{2, 2, 1}},
		"who won, not most":  {games.Standing{Over: true, Scores: []int32{5, 7, 9}, Won: []games.Seat{1}}, []int{1, 3, 2}},
		"a shared victory":   {games.Standing{Over: true, Scores: []int32{5, 5, 1}, Won: []games.Seat{1, 2}}, []int{1, 1, 3}},
		"lost by all":        {games.Standing{Over: true, Scores: []int32{5, 7}}, []int{1, 1}},
		"left":               {games.Standing{Scores: []int32{5, 7}}, []int{2, 1}},
		"left, nobody ahead": {games.Standing{Scores: []int32{5, 5}, Ties: []int32{0, 0}}, []int{1, 1}},
	} {
		var got []int
		for _, s := range seats(make([]string, len(test.st.Scores)), nil, test.st) {
			got = append(got, s.Rank)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestAProcessThatIsLostIsNoFaultOfTheRecord(t *testing.T) {
	c := games.Catalogue{Read: func(name, program string) (games.Rules, error) {
		return nil, games.Refuse("", keyProcessLost)
	}}
	_, err := Check(wire.Record{Lines: `{"kind":"started","game":"file/x","program":"y","seats":["Аня"]}`}, c)
	if !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	c.Read = func(name, program string) (games.Rules, error) { return nil, errors.New("it has a mistake") }
	_, err = Check(wire.Record{Lines: `{"kind":"started","game":"file/x","program":"y","seats":["Аня"]}`}, c)
	if fault := (*Fault)(nil); !errors.As(err, &fault) || fault.Reason != Game {
		t.Errorf("got %v", err)
	}
}
