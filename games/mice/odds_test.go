package mice_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

// failing throws two dice in all 36 ways at a table that waits for them, and counts the
// hunts that fail.
func failing(t testing.TB, s games.State) int {
	n := 0
	for _, a := range faces {
		for _, b := range faces {
			says := games.Decision("dice " + a + " " + b)
			next, err := s.Apply(says)
			if err != nil {
				next, err = s.Apply(games.Decision("dice " + b + " " + a))
			}
			if err != nil {
				t.Fatalf("%s: %v", says, err)
			}
			if strings.Contains(next.String(), "\nfled ") {
				n++
			}
		}
	}
	return n
}

// stakes are the texts behind the rows of decisions.
func stakes(s games.State) map[games.Decision]games.Text {
	all := map[games.Decision]games.Text{}
	for _, stake := range s.View(games.Nobody).Stakes {
		all[stake.Says] = stake.Text
	}
	return all
}

func TestTheRiskOfAnotherRollIsToldInPercent(t *testing.T) {
	tests := []struct {
		name, setup, mice string
		want              int
	}{
		{"one colour lies lured, all others are there: 1 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, 3},
		{"two: 4 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 4 6 6 6
lured    1 2 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, 11},
		{"three: 9 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 4 5 6 6
lured    1 2 1 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, 25},
		{"four: 16 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 4 5 5 6
lured    1 2 1 1 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, 44},
		{"all five: even two whites fail", "seats=2 odds=on", `
turn 1 more
centre   5 4 5 5 5
lured    1 2 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, 100},
		{"five caught at once: every colour is free again", "seats=2 odds=on risk=on", `
turn 1 five
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`, 0},
		{"orange lies on another's card only, and a pair takes it: 3² less 1", "seats=2 odds=on", `
turn 1 more
centre   5 0 5 6 6
lured    1 0 1 0 0
seat 1   0 3 0 0 0
seat 2   0 3 0 0 0
`, 22},
		{"only a pair from a card is left, and white makes it: 4 of 36 don't fail", "seats=2 odds=on", `
turn 1 more
centre   0 0 0 4 4
lured    0 0 0 2 2
seat 1   0 6 6 0 0
seat 2   6 0 0 0 0
`, 89},
		{"nosteal: of those only the pair without white doesn't", "seats=2 odds=on joker=nosteal", `
turn 1 more
centre   0 0 0 4 4
lured    0 0 0 2 2
seat 1   0 6 6 0 0
seat 2   6 0 0 0 0
`, 97},
		{"who stops ends the game", "seats=2 odds=on", `
turn 1 more
centre   2 0 0 2 0
lured    0 0 0 0 1
seat 1   4 6 6 4 5
seat 2   0 0 0 0 0
`, 25},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, tt.setup, strings.Replace(tt.mice, "\ncentre", "\n"+colours+"centre", 1))
		if got := stakes(s)["roll"]; got.Key != "stake.roll" || got.N != tt.want {
			t.Errorf("%s: got %v, want %d %%", tt.name, got, tt.want)
		}
	}
}

func TestTheRiskIsThatOfAll36Rolls(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBoard(rt)
		s := gamestest.Position(t, mice.Rules{}, b.setup()+" odds=on", b.draw("more"))
		n := failing(t, gamestest.After(t, s, "roll"))
		if got, want := stakes(s)["roll"].N, (200*n+36)/72; got != want {
			rt.Fatalf("got %d %%, %d of 36 rolls fail: %d %%\n%s", got, n, want, s)
		}
	})
}

func TestTheStakesStandInTheRowsOfRollAndStop(t *testing.T) {
	hunt := strings.NewReplacer("centre   4", "centre   3", "lured    0", "lured    1").Replace(begun)
	const few = "\n         R O Y G B\ncentre   2 0 0 2 0\nlured    0 0 0 0 1\nseat 1   4 6 6 4 5\nseat 2   0 0 0 0 0\n"
	for line, want := range map[string]string{
		"seats=3 odds=on : turn 1 roll" + begun:             "",
		"seats=3 odds=on : turn 1 dice" + begun:             "",
		"seats=3 odds=on : turn 1 lure red white" + begun:   "",
		"seats=3 odds=on : turn 1 more" + hunt:              "roll stake.roll 8, stop stake.stop 5",
		"seats=3 odds=off : turn 1 more" + hunt:             "stop stake.stop 5",
		"seats=3 : turn 1 more" + hunt:                      "stop stake.stop 5",
		"seats=3 odds=on scoring=kids : turn 1 more" + hunt: "stop stake.stop 1",
		"seats=3 odds=on risk=on : turn 1 five" + begun:     "roll stake.roll 0, stop stake.five 0",
		"seats=3 odds=off risk=on : turn 1 five" + begun:    "stop stake.five 0",
		"seats=2 odds=on : turn 1 more" + few:               "roll stake.roll 25, stop stake.stop.last 1",
		"seats=2 odds=off risk=on : turn 1 five" + strings.NewReplacer("lured    0 0 0 0 1", "lured    0 0 0 0 0", "4 6 6 4 5", "4 6 6 4 6").Replace(few): "stop stake.five.last 0",
		"seats=3 odds=on : over" + begun: "",
	} {
		setup, position, _ := strings.Cut(line, " : ")
		var all []string
		for _, stake := range gamestest.Position(t, mice.Rules{}, setup, position).View(games.Nobody).Stakes {
			all = append(all, fmt.Sprintf("%s %s %d", stake.Says, stake.Text.Key, stake.Text.N))
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestTheRiskChangesNothingButTheView(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		told := gamestest.Begin(t, mice.Rules{}, "seats=3 risk=on odds=on")
		plain := gamestest.Begin(t, mice.Rules{}, "seats=3 risk=on")
		for range rapid.IntRange(0, 60).Draw(rt, "decisions") {
			if got, want := gamestest.Listed(told.Legal()), gamestest.Listed(plain.Legal()); got != want || told.String() != plain.String() {
				rt.Fatalf("got %s, without the option %s\n%s%s", got, want, told, plain)
			}
			if plain.Turn() == games.Nobody {
				return
			}
			says := rapid.SampledFrom(plain.Legal()).Draw(rt, "decision").Says
			told, plain = gamestest.After(t, told, says), gamestest.After(t, plain, says)
		}
	})
}
