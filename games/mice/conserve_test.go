package mice_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

// total adds the mice of each colour over all rows of a position.
func total(s games.State) [5]int {
	var sum [5]int
	_, rows, _ := strings.Cut(s.String(), colours)
	for row := range strings.Lines(rows) {
		words := strings.Fields(row)
		for c, n := range words[len(words)-5:] {
			sum[c] += int(n[0] - '0')
		}
	}
	return sum
}

func TestSixMiceOfEachColourStayOnTheTable(t *testing.T) {
	setups := []string{"seats=2", "seats=3 risk=on", "seats=4 joker=nosteal scoring=kids", "seats=2 risk=on end=now"}
	rapid.Check(t, func(rt *rapid.T) {
		s, err := mice.Rules{}.New(gamestest.Setup(rapid.SampledFrom(setups).Draw(rt, "setup")))
		for range rapid.IntRange(0, 60).Draw(rt, "decisions") {
			if err != nil {
				rt.Fatal(err)
			}
			choices, take := s.Legal(), s.Apply
			if len(choices) == 0 || rapid.IntRange(0, 9).Draw(rt, "ruling") == 0 {
				choices, take = s.Fixes(), s.Fix
			}
			s, err = take(rapid.SampledFrom(choices).Draw(rt, "decision").Says)
			if got := total(s); got != [5]int{6, 6, 6, 6, 6} {
				rt.Fatalf("got %d mice by colour\n%s", got, s)
			}
		}
	})
}

func TestOneMayStopAfterALureAndOnlyThen(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, err := mice.Rules{}.New(gamestest.Setup("seats=3 risk=on"))
		lured := false
		for err == nil && s.Turn() != games.Nobody {
			stop := slices.ContainsFunc(s.Legal(), func(c games.Choice) bool { return c.Says == "stop" })
			if stop != lured {
				rt.Fatalf("stop is legal: %v, want %v\n%s", stop, lured, s)
			}
			says := rapid.SampledFrom(s.Legal()).Draw(rt, "decision").Says
			lured = says.Word(0) == "lure"
			s, err = s.Apply(says)
		}
		if err != nil {
			rt.Fatal(err)
		}
	})
}
