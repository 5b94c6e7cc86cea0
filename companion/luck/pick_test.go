package luck

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

func sortBySays(choices []games.Choice) {
	slices.SortFunc(choices, func(a, b games.Choice) int { return strings.Compare(string(a.Says), string(b.Says)) })
}

func TestPickTakesTheFirstWhoseRunningWeightExceeds(t *testing.T) {
	choices := []games.Choice{
		{Says: "mark a", Weight: 2},
		{Says: "mark b"}, // people may say it, the device never does
		{Says: "mark c", From: -1, To: 1, Weight: 3},
		{Says: "mark d", Grammar: "name", Weight: 5},
		{Says: "mark e", Weight: 1},
	}
	want := []games.Decision{
		"mark a", "mark a",
		"mark c -1", "mark c -1", "mark c -1", "mark c 0", "mark c 0", "mark c 0", "mark c 1", "mark c 1", "mark c 1",
		"mark e",
	}
	if got := Total(choices); got != uint64(len(want)) {
		t.Fatalf("total is %d, want %d", got, len(want))
	}
	for r, d := range want {
		if got := Pick(choices, uint64(r)); got != d {
			t.Errorf("%d picks %q, want %q", r, got, d)
		}
	}
	if got := Pick(choices, uint64(len(want))); got != "" {
		t.Errorf("beyond the total: picked %q", got)
	}
}

func TestTheWidestRangeNeitherOverflowsNorIsCutOff(t *testing.T) {
	all := []games.Choice{{Says: "n", From: math.MinInt32, To: math.MaxInt32, Weight: 1 << 31}}
	if got, want := Total(all), uint64(1)<<63; got != want {
		t.Fatalf("total is %d, want %d", got, want)
	}
	for r, want := range map[uint64]games.Decision{
		0:                 "n -2147483648",
		1 << 31:           "n -2147483647",
		1<<63 - 1:         "n 2147483647",
		1<<62 + 1<<31 + 5: "n 1",
	} {
		if got := Pick(all, r); got != want {
			t.Errorf("%d picks %q, want %q", r, got, want)
		}
	}
}

func TestOnlyPeopleAnswerWhereNothingHasWeight(t *testing.T) {
	k := counting().Key(nil)
	for _, choices := range [][]games.Choice{nil, {{Says: "card a"}, {Says: "card b"}}, {{Says: "name", Grammar: "name", Weight: 9}}} {
		if d, ok := k.Draw(choices, 1); ok || d != "" {
			t.Errorf("drew %q from %v", d, choices)
		}
	}
}

func TestTheStreamIsTheFirstWord(t *testing.T) {
	for d, want := range map[games.Decision]string{"dice red white": "dice", "first 2": "first", "flip": "flip"} {
		if got := Stream(d); got != want {
			t.Errorf("stream of %q is %q, want %q", d, got, want)
		}
	}
}
