package dice_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/words/wordstest"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// rolled returns the table after a roll whose faces chance says, where d66 is two dice.
func rolled(t testing.TB, notation, faces string) games.State {
	t.Helper()
	s, err := dice.Rules{}.New(games.Setup{Seats: 1, Options: dice.Rules{}.With(ownOption)})
	if err != nil {
		t.Fatal(err)
	}
	s = gamestest.After(t, s, games.Decision("roll "+notation))
	for face := range strings.FieldsSeq(faces) {
		s = gamestest.After(t, s, games.Decision(s.Legal()[0].Says.Word(0)+" "+face))
	}
	return s
}

func TestTheHighestAndTheLowestTotalAreMoments(t *testing.T) {
	for _, tt := range []struct {
		notation, faces string
		want            string // kind, text and note
	}{
		{"2d6", "6 6", "high moment.high 2d6 = 12"},
		{"2d6", "1 1", "low moment.low 2d6 = 2"},
		{"2d6", "6 5", ""},
		{"2d6", "6", ""}, // still rolling
		{"3d6+2", "6 6 6", "high moment.high 3d6+2 = 20"},
		{"3d6+2", "1 1 1", "low moment.low 3d6+2 = 5"},
		{"d6+d8", "6 8", "high moment.high d6+d8 = 14"},
		{"d6-d8", "6 1", "high moment.high d6-d8 = 5"},
		{"d6-d8", "1 8", "low moment.low d6-d8 = -7"},
		{"10-2d6", "1 1", "high moment.high 10-2d6 = 8"},
		{"4dF", "1 1 1 1", "high moment.high 4dF = 4"},
		{"4dF", "-1 -1 -1 -1", "low moment.low 4dF = -4"},
		// of one die only that of twenty
		{"d20", "20", "high moment.high d20 = 20"},
		{"d20", "1", "low moment.low d20 = 1"},
		{"d20", "19", ""},
		{"d20+5", "20", "high moment.high d20+5 = 25"},
		{"-d20", "1", "high moment.high -d20 = -1"},
		{"d6", "6", ""},
		{"d6+2", "1", ""},
		{"d100", "100", ""},
		{"dBig", "200", ""},
		// d66 is two dice, though one face
		{"d66", "66", "high moment.high d66 = 66"},
		{"d66", "11", "low moment.low d66 = 11"},
		{"d66", "61", ""},
		// successes, bounds, trees
		{"d20>=10", "20", ""},
		{"3d10>=8f1", "8 9 10", "high moment.high 3d10>=8f1 = 3"},
		{"3d10>=8f1", "1 1 1", "low moment.low 3d10>=8f1 = -3"},
		{"2d6min3", "1 2", "low moment.low 2d6min3 = 6"},
		{"2d6r1", "1 2 2", "low moment.low 2d6r1 = 4"},
		{"2d6!>4", "1 1", ""}, // nobody knows
		{"(2d6+3)*2", "6 6", "high moment.high (2d6+3)*2 = 30"},
		{"10-2d6/2", "1 1", "high moment.high 10-2d6/2 = 9"},
		{"{2d6,d8}k1", "6 6 8", "high moment.high {2d6,d8}k1 = 12"},
		{"2x2d6", "1 1 1 1", "low moment.low 2 2"},
		{"d6!*2", "1", ""},
		// dice that don't count
		{"4d6k3", "6 6 1 6", "high moment.high 4d6k3 = 18"},
		{"4d6k3", "6 6 5 5", ""},
		{"4d6k3", "1 1 1 1", "low moment.low 4d6k3 = 3"},
		{"2d20k1", "20 3", "high moment.high 2d20k1 = 20"},
		{"2d20k1", "1 3", ""},
		{"2d20kl1", "1 3", "low moment.low 2d20kl1 = 1"},
		// dice that are rolled on: there is no highest
		{"2d6!", "6 6 5 5", ""},
		{"2d6!", "1 1", "low moment.low 2d6! = 2"},
		{"d20!", "20 19", ""},
		{"d20!", "1", "low moment.low d20! = 1"},
		{"10-2d6!", "1 1", "high moment.high 10-2d6! = 8"},
		{"10-2d6!", "6 5 6 5", ""},
		{"d8-d6!", "8 1", "high moment.high d8-d6! = 7"},
		{"d8-d6!", "1 6 5", ""},
		{"2dfate!", "- -", "low moment.low 2dfate! = -2"},
		{"2dfate!", "+ 0 + 0", ""},
		// own dice, words count nothing
		{"2dfate", "+ +", "high moment.high 2dfate = 2"},
		{"2dmixed", "1 1", "high moment.high 2dmixed = 2"},
		{"2dmixed", "1 joker", ""},
		{"2dmixed", "-5 -5", "low moment.low 2dmixed = -10"},
		{"2dcolour", "red red", ""},
		{"dcolour+d20", "red 20", "high moment.high = 20; red"},
		{"dcolour+d6", "red 6", ""},
		{"3coin", "heads heads heads", ""},
	} {
		s := rolled(t, tt.notation, tt.faces)
		got := ""
		for _, m := range games.Moments(s) {
			english := texts(dice.Rules{}.Assets()["en"])
			got += fmt.Sprintf("%s %s %s", m.Kind, wordstest.Item(m.Text), english.say(m.Note))
		}
		if got != tt.want {
			t.Errorf("%s: %s tells %q, want %q", tt.notation, tt.faces, got, tt.want)
		}
		if tt.want == "" {
			continue
		}
		if next := gamestest.After(t, s, "roll d6"); len(games.Moments(next)) > 0 {
			t.Errorf("%s: %s is told again", tt.notation, tt.faces)
		}
	}
}

// The odds are worked out another way: total by total.
func TestAMomentIsExactlyTheEndOfTheOdds(t *testing.T) {
	dies := own(t)
	rapid.Check(t, func(t *rapid.T) {
		notation := notations.Draw(t, "notation")
		cup, err := dice.Parse(notation, dies)
		if err != nil {
			t.Fatal(err)
		}
		odds, ok := cup.Odds()
		if cup.Dice() < 2 || cup.Dice() > 6 || !ok {
			t.Skip()
		}
		seed, bias := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(-1, 1).Draw(t, "bias")
		rnd := rand.New(rand.NewPCG(seed, 1))
		r := cup.Roll(func(faces uint64) uint64 { return biased(rnd, faces, bias) })
		s := games.State(nil)
		if s, err = (dice.Rules{}).New(setup); err == nil {
			s, err = s.Apply(games.Decision("roll " + notation))
		}
		for _, f := range r.Faces {
			if err == nil {
				s, err = s.Apply(games.Decision(f.Die.String() + " " + f.Name))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		const chains = 8
		if len(r.Faces) > cup.Dice()+chains {
			t.Skip() // the odds don't follow chains as long as these
		}
		below, above := 0.0, 0.0
		for i, p := range odds.Of {
			switch total := odds.Least + i; {
			case total < r.Total:
				below += p
			case total > r.Total:
				above += p
			}
		}
		want, got := "", ""
		switch {
		case above == 0:
			want = "high"
		case below == 0:
			want = "low"
		}
		for _, m := range games.Moments(s) {
			got += string(m.Kind)
		}
		if got != want {
			t.Fatalf("%s = %d tells %q, want %q (%g below, %g above)", notation, r.Total, got, want, below, above)
		}
	})
}

// biased draws a face: any, or mostly the first or the last.
func biased(rnd *rand.Rand, faces uint64, bias int) uint64 {
	switch n := rnd.Uint64N(faces); {
	case bias < 0 && rnd.IntN(8) > 0:
		return 0
	case bias > 0 && rnd.IntN(8) > 0:
		return faces - 1
	default:
		return n
	}
}
