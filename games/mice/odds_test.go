package mice_test

import (
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

func TestTheRiskOfAnotherRollIsToldInPercent(t *testing.T) {
	tests := []struct {
		name, setup, mice string
		want              games.Text
	}{
		{"one colour lies lured, all others are there: 1 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, games.Count("ask.more.odds", 3)},
		{"two: 4 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 4 6 6 6
lured    1 2 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, games.Count("ask.more.odds", 11)},
		{"three: 9 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 4 5 6 6
lured    1 2 1 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, games.Count("ask.more.odds", 25)},
		{"four: 16 of 36", "seats=2 odds=on", `
turn 1 more
centre   5 4 5 5 6
lured    1 2 1 1 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, games.Count("ask.more.odds", 44)},
		{"all five: even two whites fail", "seats=2 odds=on", `
turn 1 more
centre   5 4 5 5 5
lured    1 2 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, games.Count("ask.more.odds", 100)},
		{"five caught at once: every colour is free again", "seats=2 odds=on risk=on", `
turn 1 five
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`, games.Count("ask.five.odds", 0)},
		{"orange lies on another's card only, and a pair takes it: 3² less 1", "seats=2 odds=on", `
turn 1 more
centre   5 0 5 6 6
lured    1 0 1 0 0
seat 1   0 3 0 0 0
seat 2   0 3 0 0 0
`, games.Count("ask.more.odds", 22)},
		{"only a pair from a card is left, and white makes it: 4 of 36 don't fail", "seats=2 odds=on", `
turn 1 more
centre   0 0 0 4 4
lured    0 0 0 2 2
seat 1   0 6 6 0 0
seat 2   6 0 0 0 0
`, games.Count("ask.more.odds", 89)},
		{"nosteal: of those only the pair without white doesn't", "seats=2 odds=on joker=nosteal", `
turn 1 more
centre   0 0 0 4 4
lured    0 0 0 2 2
seat 1   0 6 6 0 0
seat 2   6 0 0 0 0
`, games.Count("ask.more.odds", 97)},
		{"who stops ends the game", "seats=2 odds=on", `
turn 1 more
centre   2 0 0 2 0
lured    0 0 0 0 1
seat 1   4 6 6 4 5
seat 2   0 0 0 0 0
`, games.Count("ask.last.odds", 25)},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, tt.setup, strings.Replace(tt.mice, "\ncentre", "\n"+colours+"centre", 1))
		if got := s.View(games.Nobody).Prompt; got.Key != tt.want.Key || got.N != tt.want.N {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestTheRiskIsThatOfAll36Rolls(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBoard(rt)
		s := gamestest.Position(t, mice.Rules{}, b.setup()+" odds=on", b.draw("more"))
		n := failing(t, gamestest.After(t, s, "roll"))
		if got, want := s.View(games.Nobody).Prompt.N, (200*n+36)/72; got != want {
			rt.Fatalf("got %d %%, %d of 36 rolls fail: %d %%\n%s", got, n, want, s)
		}
	})
}

func TestTheRiskStandsOnlyBeforeAnotherRoll(t *testing.T) {
	for line, want := range map[string]string{
		"seats=3 odds=on : turn 1 roll":              "ask.roll",
		"seats=3 odds=on : turn 1 dice":              "ask.dice",
		"seats=3 odds=on : turn 1 lure red white":    "ask.lure",
		"seats=3 odds=on : turn 1 more":              "ask.more.odds",
		"seats=3 odds=off : turn 1 more":             "ask.more",
		"seats=3 : turn 1 more":                      "ask.more",
		"seats=3 odds=on scoring=kids : turn 1 more": "ask.more",
		"seats=3 odds=on risk=on : turn 1 five":      "ask.five.odds",
		"seats=3 odds=off risk=on : turn 1 five":     "ask.five",
		"seats=3 odds=on : over":                     "ask.over",
	} {
		setup, head, _ := strings.Cut(line, " : ")
		s := gamestest.Position(t, mice.Rules{}, setup, head+begun)
		if got := s.View(games.Nobody).Prompt.Key; got != want {
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
