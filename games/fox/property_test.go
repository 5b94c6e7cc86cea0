package fox_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

var setups = []string{"seats=2", "seats=2 target=6", "seats=2 target=35 mode=quick", "seats=2 mode=tricks"}

// along takes random decisions, rulings now and then, and looks at every position.
func along(t *rapid.T, look func(games.State)) {
	s, err := fox.Rules{}.New(gamestest.Setup(rapid.SampledFrom(setups).Draw(t, "setup")))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 80).Draw(t, "decisions") {
		choices, take := s.Legal(), s.Apply
		if len(choices) == 0 || rapid.IntRange(0, 9).Draw(t, "ruling") == 0 {
			choices, take = s.Fixes(), s.Fix
		}
		c := rapid.SampledFrom(choices).Draw(t, "choice")
		d := c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "number"))
		next, err := take(d)
		if err != nil {
			t.Fatalf("%q is offered and refused: %v\n%s", d, err, s)
		}
		s = next
		look(s)
	}
}

// lying returns the cards of a position: those that were played, and the decree.
func lying(s games.State) (played []string, decree string) {
	for line := range strings.Lines(s.String()) {
		w := strings.Fields(line)
		switch {
		case w[0] == "decree" && len(w) == 3:
			decree = w[1] + " " + w[2]
		case w[0] == "trick":
			for w = w[2:]; len(w) > 0; {
				switch w[0] {
				case "keep":
					w = w[1:]
				case "exchange":
					decree = w[1] + " " + w[2]
					w = w[3:]
				default:
					played = append(played, w[0]+" "+w[1])
					w = w[2:]
				}
			}
		}
	}
	return played, decree
}

func TestEveryCardIsInOnePlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, func(s games.State) {
			played, decree := lying(s)
			open := append(slices.Clone(played), decree)
			slices.Sort(open)
			if len(slices.Compact(open)) != len(played)+1 {
				t.Fatalf("a card lies in two places\n%s", s)
			}
			for _, d := range legal(s) {
				if verb, c, _ := strings.Cut(d, " "); (verb == "play" || verb == "exchange") && slices.Contains(open, c) {
					t.Fatalf("%q is legal and lies open\n%s", d, s)
				}
			}
		})
	})
}

func TestTheTricksOfBothSeatsAreThoseThatWerePlayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, func(s games.State) {
			v := s.View(games.Nobody)
			played, decree := lying(s)
			if v.Title.Key != "title.trick" || decree == "" {
				return
			}
			won := int(v.Title.Args[0][0]-'0') + int(v.Title.Args[1][0]-'0')
			if len(v.Title.Args[0])+len(v.Title.Args[1]) > 2 {
				return // ten and more are checked where a round is counted
			}
			asks := strings.Contains(s.String(), " exchange\n")
			if whole := len(played) / 2; won != whole && !(asks && won == whole-1) {
				t.Fatalf("%d tricks are won of %d cards\n%s", won, len(played), s)
			}
		})
	})
}

// Two cards taken for each other twice are what they were, within a round. A Fox has
// said by then what it does, so it isn't; nor is a ruling who leads remembered.
func TestASwapIsUndoneByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, func(s games.State) {
			a, b := rapid.SampledFrom(pack()).Draw(t, "a"), rapid.SampledFrom(pack()).Draw(t, "b")
			same, err := s.Fix("swap bells 1 bells 1")
			playing := err == nil && s.(interface{ Veiled() bool }).Veiled()
			if a.rank == 3 || b.rank == 3 || !playing || same.String() != s.String() {
				return
			}
			d := games.Decision("swap " + a.String() + " " + b.String())
			twice := gamestest.After(t, gamestest.After(t, s, "fix "+d), "fix "+d)
			if twice.String() != s.String() {
				t.Fatalf("%q twice makes\n%s\nof\n%s", d, twice, s)
			}
		})
	})
}
