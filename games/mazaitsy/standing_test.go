package mazaitsy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

// ended is a game that is over, with what the seats saved: "1:2,3:1/5:1 12/4" is
// boat, shore, and points and hares written down.
func ended(t *testing.T, options string, seats ...string) games.State {
	t.Helper()
	n, rounds := len(seats), 3
	if strings.Contains(options, "rounds=4") {
		rounds = 4
	}
	text := fmt.Sprintf("seats=%d %s\nturn %d over\nround %d added 1\npile 2 row %d discard %d mazai aside\nlost 0\n",
		n, options, 8*n, rounds, n, 13-n)
	for i, s := range seats {
		hares, written, given := strings.Cut(s, " ")
		if !given {
			written = "0/0"
		}
		boat, ashore, _ := strings.Cut(hares, "/")
		text += fmt.Sprintf("seat %d boat %s ashore %s written %s\n", i+1, boat, ashore, written)
	}
	return position(t, text)
}

func TestWhoWinsAndWhy(t *testing.T) {
	for _, tt := range []struct {
		name, options string
		seats         []string
		scores, ties  []int32
		won           []games.Seat
		why           string
		n             int
	}{
		{
			"most points, those in the boat too", "",
			[]string{"5:1/1:1", "-/5:1", "1:4/-"},
			[]int32{6, 5, 4},
			[]int32{2, 1, 4},
			[]games.Seat{1},
			"why.points", 6,
		},
		{
			"equal points: most hares", "",
			[]string{"-/1:1,5:1", "-/3:2", "1:2/2:2"},
			[]int32{6, 6, 6},
			[]int32{2, 2, 4},
			[]games.Seat{3},
			"why.hares", 4,
		},
		{
			"equal points and hares: fewest left in the boat", "",
			[]string{"1:1/5:1", "-/1:1,5:1", "1:4/-"},
			[]int32{6, 6, 4},
			[]int32{2, 2, 4},
			[]games.Seat{2},
			"why.boat", 0,
		},
		{
			"equal in everything: shared", "",
			[]string{"1:1/5:1", "-/-", "3:1/3:1"},
			[]int32{6, 0, 6},
			[]int32{2, 0, 2},
			[]games.Seat{1, 3},
			"why.shared", 0,
		},
		{
			"hares written down count", "rounds=4",
			[]string{"-/1:1 5/3", "-/3:2", "-/-"},
			[]int32{6, 6, 0},
			[]int32{4, 2, 0},
			[]games.Seat{1},
			"why.hares", 4,
		},
		{
			"partners win together", "teams=on",
			[]string{"-/5:1", "-/5:2", "-/5:2", "-/1:1"},
			[]int32{15, 11, 15, 11},
			[]int32{3, 3, 3, 3},
			[]games.Seat{1, 3},
			"why.team.points", 15,
		},
		{
			"teams with equal points: most hares", "teams=on",
			[]string{"-/5:1", "-/1:1", "-/-", "-/2:2"},
			[]int32{5, 5, 5, 5},
			[]int32{1, 3, 1, 3},
			[]games.Seat{2, 4},
			"why.team.hares", 3,
		},
		{
			"teams with equal hares: fewest left in both boats", "teams=on",
			[]string{"1:1/-", "2:1/-", "2:1/-", "-/1:1"},
			[]int32{3, 3, 3, 3},
			[]int32{2, 2, 2, 2},
			[]games.Seat{2, 4},
			"why.team.boat", 1,
		},
		{
			"teams equal in everything: shared by all", "teams=on",
			[]string{"1:1/-", "1:1/-", "-/2:1", "-/2:1"},
			[]int32{3, 3, 3, 3},
			[]int32{2, 2, 2, 2},
			[]games.Seat{1, 2, 3, 4},
			"why.shared", 0,
		},
	} {
		got := ended(t, tt.options, tt.seats...).Standing()
		if !got.Over || !slices.Equal(got.Scores, tt.scores) || !slices.Equal(got.Ties, tt.ties) {
			t.Errorf("%s: got %+v, want scores %d, ties %d", tt.name, got, tt.scores, tt.ties)
		}
		if !slices.Equal(got.Won, tt.won) || got.Why.Key != tt.why || got.Why.N != tt.n {
			t.Errorf("%s: got %v by %v, want %v by %s %d", tt.name, got.Won, got.Why, tt.won, tt.why, tt.n)
		}
	}
}

func TestInterimPointsAreWrittenDownBeforeTheAddition(t *testing.T) {
	const asked = `
turn 8 mazai
round 1 added 0
pile 4 row 3 discard 8 mazai 0..4
lost 0
seat 1 boat 1:1 ashore 2:1,5:1 written 0/0
seat 2 boat - ashore 3:2 written 0/0
seat 3 boat 4:1 ashore - written 0/0
`
	for _, tt := range []struct{ setup, round, want string }{
		{"seats=3 rounds=4", "round 1 added 0", "seat 1 boat 1:1 ashore - written 7/2\nseat 2 boat - ashore - written 6/2\nseat 3 boat 4:1 ashore - written 0/0\n"},
		{"seats=3", "round 1 added 0", "seat 1 boat 1:1 ashore 2:1,5:1 written 0/0\nseat 2 boat - ashore 3:2 written 0/0\nseat 3 boat 4:1 ashore - written 0/0\n"},
		{"seats=3 rounds=4", "round 4 added 1", "seat 1 boat 1:1 ashore 2:1,5:1 written 0/0\nseat 2 boat - ashore 3:2 written 0/0\nseat 3 boat 4:1 ashore - written 0/0\n"},
	} {
		s := position(t, tt.setup+strings.Replace(asked, "round 1 added 0", tt.round, 1))
		before := s.Standing()
		s = after(t, s, "mazai yes")
		if !strings.HasSuffix(s.String(), tt.want) {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", tt.setup, tt.round, s, tt.want)
		}
		if now := s.Standing(); !slices.Equal(now.Scores, before.Scores) || !slices.Equal(now.Ties, before.Ties) {
			t.Errorf("%s: the standing was %+v and is %+v", tt.setup, before, now)
		}
	}
}

func TestHaresWrittenDownCanBeTakenAgain(t *testing.T) {
	s := position(t, `
seats=3 rounds=4 hares=5:1
turn 8 mazai
round 1 added 0
pile 4 row 3 discard 8 mazai 0..4
lost 0
seat 1 boat - ashore 5:1 written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`)
	s = after(t, s, "mazai yes, take 5, unload 5")
	if got, want := s.Standing().Scores, []int32{5, 0, 5}; !slices.Equal(got, want) {
		t.Errorf("got scores %d, want %d", got, want)
	}
}
