package mice_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestTheContractIsKept(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, mice.Rules{})
}

func BenchmarkGameOfTwo(b *testing.B) { gamestest.Games(b, mice.Rules{}, games.Setup{Seats: 2}) }

func BenchmarkGameOfFour(b *testing.B) { gamestest.Games(b, mice.Rules{}, games.Setup{Seats: 4}) }

func FuzzParse(f *testing.F) { gamestest.FuzzParse(f, mice.Rules{}, games.Setup{Seats: 3}) }

func FuzzApply(f *testing.F) {
	gamestest.FuzzApply(f, mice.Rules{}, games.Setup{Seats: 3}, "roll", "stop", "dice red white", "lure red red/2", "give red 2", "turn 3")
}

func TestTheDiceAreAskedWithTheirOdds(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=2", `
turn 1 dice
         R O Y G B
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`)
	total, drawn := uint32(0), games.Decision("")
	for _, c := range s.Legal() {
		pair := c.Says.Word(1) == c.Says.Word(2)
		if want := map[bool]uint32{true: 1, false: 2}[pair]; c.Weight != want {
			t.Errorf("%s: got weight %d, want %d", c.Says, c.Weight, want)
		}
		if total <= 13 && 13 < total+c.Weight {
			drawn = c.Says
		}
		total += c.Weight
	}
	if len(s.Legal()) != 21 || total != 36 {
		t.Errorf("got %d outcomes of %d, want 21 of 36", len(s.Legal()), total)
	}
	if drawn != "dice orange white" {
		t.Errorf("13 of 36 draws %q, want the published vector's orange white", drawn)
	}
}

func TestOptionsAreThoseOfTheBook(t *testing.T) {
	tests := map[string]string{ // set-up → rule, or ""
		"seats=2": "", "seats=4 scoring=kids risk=on joker=nosteal end=now odds=on": "",
		"seats=3 scoring=normal risk=off joker=steal end=turn odds=off": "",
		"seats=1": "rule.setup.seats 2 4", "seats=5": "rule.setup.seats 2 4",
		"seats=2 risk=yes":  "rule.setup.value off on",
		"seats=2 joke=on":   "rule.setup.unknown joke joker",
		"seats=2 scoring=5": "rule.setup.value normal kids",
		"seats=2 end=later": "rule.setup.value turn now",
	}
	for line, want := range tests {
		_, err := mice.Rules{}.New(gamestest.Setup(line))
		if got := gamestest.Refusal(err); (err != nil || want != "") && got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestTheWinnerHasMostPointsThenMostMice(t *testing.T) {
	tests := map[string]struct {
		setup, cards string
		want         games.Standing
	}{
		"most points": {
			"seats=2", "seat 1   1 0 0 0 0\nseat 2   0 0 0 0 4\n",
			games.Standing{Scores: []int32{5, 4}, Ties: []int32{1, 4}, Won: []games.Seat{1}, Why: games.Count("why.points", 5)},
		},
		"equal points, more mice": {
			"seats=2", "seat 1   1 0 0 0 0\nseat 2   0 0 1 1 0\n",
			games.Standing{Scores: []int32{5, 5}, Ties: []int32{1, 2}, Won: []games.Seat{2}, Why: games.Count("why.mice", 2)},
		},
		"equal points, more mice on the first card": {
			"seats=2", "seat 1   0 0 1 1 0\nseat 2   1 0 0 0 0\n",
			games.Standing{Scores: []int32{5, 5}, Ties: []int32{2, 1}, Won: []games.Seat{1}, Why: games.Count("why.mice", 2)},
		},
		"equal points and mice": {
			"seats=3", "seat 1   1 0 0 0 1\nseat 2   0 1 0 1 0\nseat 3   0 0 0 0 3\n",
			games.Standing{Scores: []int32{6, 6, 3}, Ties: []int32{2, 2, 3}, Won: []games.Seat{1, 2}, Why: games.Say("why.shared")},
		},
		"two of three level in points and mice": {
			"seats=3", "seat 1   1 0 0 0 0\nseat 2   0 0 1 1 0\nseat 3   0 1 0 0 1\n",
			games.Standing{Scores: []int32{5, 5, 5}, Ties: []int32{1, 2, 2}, Won: []games.Seat{2, 3}, Why: games.Say("why.shared")},
		},
		"nobody caught anything": {
			"seats=2", "seat 1   0 0 0 0 0\nseat 2   0 0 0 0 0\n",
			games.Standing{Scores: []int32{0, 0}, Ties: []int32{0, 0}, Won: []games.Seat{1, 2}, Why: games.Say("why.shared")},
		},
		"little ones count mice": {
			"seats=2 scoring=kids", "seat 1   3 0 0 0 0\nseat 2   0 0 0 0 4\n",
			games.Standing{Scores: []int32{3, 4}, Ties: []int32{3, 4}, Won: []games.Seat{2}, Why: games.Count("why.points", 4)},
		},
		"all colours": {
			"seats=2", "seat 1   1 1 1 1 1\nseat 2   5 0 0 0 0\n",
			games.Standing{Scores: []int32{15, 25}, Ties: []int32{5, 5}, Won: []games.Seat{2}, Why: games.Count("why.points", 25)},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := gamestest.Position(t, mice.Rules{}, tt.setup, "over\n         R O Y G B\n"+rest(tt.cards)+"lured    0 0 0 0 0\n"+tt.cards)
			tt.want.Over = true
			if got := s.Standing(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// rest draws the centre that is left by what lies on cards.
func rest(cards string) string {
	left := [5]int{6, 6, 6, 6, 6}
	for line := range strings.Lines(cards) {
		for c, n := range strings.Fields(line)[2:] {
			left[c] -= int(n[0] - '0')
		}
	}
	row := "centre  "
	for _, n := range left {
		row += " " + string(rune('0'+n))
	}
	return row + "\n"
}

func TestAPositionIsReadOnlyAsItIsPrinted(t *testing.T) {
	setup := gamestest.Setup("seats=2")
	const mice30 = "         R O Y G B\ncentre   5 6 6 6 6\nlured    1 0 0 0 0\nseat 1   0 0 0 0 0\nseat 2   0 0 0 0 0\n"
	still := strings.NewReplacer("centre   5", "centre   6", "lured    1", "lured    0").Replace(mice30)
	tests := map[string]struct {
		text string
		good bool
	}{
		"another roll or the end":   {"turn 1 more\n" + mice30, true},
		"a ruling took all lured":   {"turn 1 more\n" + still, true},
		"after a hunt that failed":  {"turn 2 roll\nfled 1 red red\n" + still, true},
		"over":                      {"over\n" + still, true},
		"nothing":                   {"", false},
		"no mice":                   {"turn 1 more\n", false},
		"a blank line":              {"\nturn 1 more\n" + mice30, false},
		"a mouse too many":          {"turn 1 more\n" + strings.Replace(mice30, "lured    1", "lured    2", 1), false},
		"a row twice":               {"turn 1 more\n" + mice30 + "seat 2   0 0 0 0 0\n", false},
		"a row too few":             {"turn 1 more\n" + strings.Replace(mice30, "seat 2   0 0 0 0 0\n", "", 1), false},
		"a short row":               {"turn 1 more\n" + strings.Replace(mice30, "seat 2   0 0 0 0 0\n", "seat 2   0 0 0 0\n", 1), false},
		"a third card for two":      {"turn 1 more\n" + mice30 + "seat 3   0 0 0 0 0\n", false},
		"rows in another order":     {"turn 1 more\n" + strings.Replace(mice30, "seat 1", "seat 2", 1), false},
		"a foreign word":            {"turn 1 more\ncats 1\n" + mice30, false},
		"turn of a missing seat":    {"turn 3 more\n" + mice30, false},
		"no such phase":             {"turn 1 sleep\n" + mice30, false},
		"over, yet on turn":         {"turn 1 over\n" + still, false},
		"over, yet lured":           {"over\n" + mice30, false},
		"lured before the roll":     {"turn 1 roll\n" + mice30, false},
		"no turn":                   {still, false},
		"turn without a phase":      {"turn 1\n" + still, false},
		"fled in the middle":        {"turn 1 more\nfled 2 red red\n" + mice30, false},
		"fled without dice":         {"turn 1 roll\nfled 2\n" + still, false},
		"dice of no order":          {"turn 1 lure white red\n" + still, false},
		"dice that lure nothing":    {"turn 1 lure red red\n" + mice30, false},
		"five without risk":         {"turn 1 five\n" + still, false},
		"words after the phase":     {"turn 1 more or less\n" + mice30, false},
		"a number with a sign":      {"turn 1 more\n" + strings.Replace(mice30, "lured    1", "lured   +1", 1), false},
		"a blank too many":          {"turn 1  more\n" + mice30, false},
		"no line break at the end":  {"turn 1 more\n" + strings.TrimSuffix(mice30, "\n"), false},
		"something after the mice":  {"turn 1 more\n" + mice30 + "\n", false},
		"a header of other colours": {"turn 1 more\n" + strings.Replace(mice30, "R O Y", "R Y O", 1), false},
	}
	for name, tt := range tests {
		if _, err := (mice.Rules{}).Parse(setup, tt.text); (err == nil) != tt.good {
			t.Errorf("%s: got %v, want it read: %v\n%s", name, err, tt.good, tt.text)
		}
	}
}

func TestTheDiceCountWhatTheirMiceDo(t *testing.T) {
	for scoring, want := range map[string]string{
		"normal": "[{red 5} {orange 4} {yellow 3} {green 2} {blue 1} {white 5}]",
		"kids":   "[{red 0} {orange 0} {yellow 0} {green 0} {blue 0} {white 1}]",
	} {
		setup := games.Setup{Seats: 2, Options: map[string]string{"scoring": scoring}}
		if got := fmt.Sprint(games.Faces(mice.Rules{}, setup, "dice")); got != want {
			t.Errorf("scoring=%s: got %s, want %s", scoring, got, want)
		}
	}
	if got := games.Faces(mice.Rules{}, games.Setup{Seats: 2}, "first"); got != nil {
		t.Errorf("another stream: got %v, want nothing", got)
	}
}
