package dice_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// shown draws the faces of a roll, those that don't count in brackets, "*" behind
// the ones that exploded.
func shown(r dice.Result) string {
	var words []string
	for i, f := range r.Faces {
		word := f.Name
		if i+1 < len(r.Faces) && r.Faces[i+1].Burst {
			word += "*"
		}
		if !f.Kept {
			word = "(" + word + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestARollCountsWhatItsNotationSays(t *testing.T) {
	for _, tt := range []struct {
		notation string
		faces    string // as chance says them
		shown    string
		total    int
	}{
		{"3d6+2", "4 3 5", "4 3 5", 14},
		{"2d6+1d4-1", "6 1 3", "6 1 3", 9},
		{"d6-d6", "2 5", "2 5", -3},
		{"10-2d6", "6 6", "6 6", -2},
		{"d%", "100", "100", 100},
		{"4dF", "-1 0 1 -1", "-1 0 1 -1", -1},
		{"4d6k3", "1 5 4 6", "(1) 5 4 6", 15},
		{"4d6k3", "5 1 1 6", "5 1 (1) 6", 12},
		{"4d6dl1", "3 3 3 3", "3 3 3 (3)", 9},
		{"4d6dh1", "3 6 6 2", "3 6 (6) 2", 11},
		{"3d6kl1", "4 2 2", "(4) 2 (2)", 2},
		{"2d20k1-2", "7 19", "(7) 19", 17},
		{"10-2d6k1", "3 5", "(3) 5", 5},
		{"2d6k1+2d6kl1", "3 5 3 5", "(3) 5 3 (5)", 8},
		{"2d6!", "6 6 2 3", "6* 6* 2 3", 17},
		{"2d6!", "5 6 1", "5 6* 1", 12},
		{"2d6!k1", "5 6 1", "(5) 6* 1", 7},
		{"2d6!k1", "6 1 5", "6* 1 (5)", 7},
		{"2d6!kl1", "6 6 1 5", "(6*) (6*) (1) 5", 5},
		{"3d4!dl1", "1 4 4 2 3", "(1) 4* 4* 2 3", 13},
		{"d6!-d4!", "6 2 4 1", "6* 2 4* 1", 3},
		{"coin", "heads", "heads", 0},
		{"3coin", "heads tails heads", "heads tails heads", 0},
		{"2dcolour", "red white", "red white", 0},
		{"4dfate", "+ 0 - +", "+ 0 - +", 1},
		{"2dfatek1", "- +", "(-) +", 1},
		{"2dmixed+3", "joker -5", "joker -5", -2},
		{"dцвет+d6", "синий 4", "синий 4", 4},
		{"2dBig!", "200 100 100", "200* 100 100", 400},
	} {
		s := roll(t, tt.notation)
		for face := range strings.FieldsSeq(tt.faces) {
			s = gamestest.After(t, s, games.Decision(string(s.Legal()[0].Says.Word(0))+" "+face))
		}
		if s.Turn() != 1 {
			t.Errorf("%s: %s isn't all of it:\n%s", tt.notation, tt.faces, s)
			continue
		}
		r := s.(dice.State).Results()[0]
		if got := shown(r); got != tt.shown || r.Total != tt.total {
			t.Errorf("%s: %s counts as %s = %d, want %s = %d", tt.notation, tt.faces, got, r.Total, tt.shown, tt.total)
		}
	}
}

func TestExplosionsComeToAnEnd(t *testing.T) {
	cup, err := dice.Parse("2d6!", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := cup.Roll(func(faces uint64) uint64 { return faces - 1 })
	_, most := cup.Range()
	if len(r.Faces) != 2+dice.MostBursts || r.Total != 6*102 || most != r.Total {
		t.Errorf("nothing but sixes: %d faces, total %d, at most %d; want 102, 612, 612", len(r.Faces), r.Total, most)
	}
}

// roll returns the table after "roll notation", with the dice of own.
func roll(t testing.TB, notation string) games.State {
	t.Helper()
	s, err := dice.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"dice": ownOption}})
	if err != nil {
		t.Fatal(err)
	}
	return gamestest.After(t, s, games.Decision("roll "+notation))
}

// notations draws what can be rolled, without words.
var notations = rapid.Custom(func(t *rapid.T) string {
	var b strings.Builder
	for i := range rapid.IntRange(1, 4).Draw(t, "terms") {
		if rapid.Bool().Draw(t, "minus") {
			b.WriteByte('-')
		} else if i > 0 {
			b.WriteByte('+')
		}
		n := rapid.IntRange(1, 5).Draw(t, "dice")
		fmt.Fprintf(&b, "%dd%s", n, rapid.SampledFrom([]string{"2", "3", "4", "6", "20", "F", "fate"}).Draw(t, "die"))
		if rapid.IntRange(0, 3).Draw(t, "explode") == 0 {
			b.WriteByte('!')
		}
		if rapid.Bool().Draw(t, "keep") {
			fmt.Fprintf(&b, "%s%d", rapid.SampledFrom([]string{"k", "kl"}).Draw(t, "which"), rapid.IntRange(1, n).Draw(t, "kept"))
		}
	}
	return b.String()
})

func TestTheTableAndTheFastRollAgree(t *testing.T) {
	dies := own(t)
	rapid.Check(t, func(t *rapid.T) {
		cup, err := dice.Parse(notations.Draw(t, "notation"), dies)
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rnd := rand.New(rand.NewPCG(seed, 0))
		fast := cup.Roll(rnd.Uint64N)
		s, err := dice.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"dice": ownOption}})
		if err == nil {
			s, err = s.Apply(games.Decision("roll " + cup.String()))
		}
		for _, f := range fast.Faces {
			if err == nil {
				s, err = s.Apply(games.Decision(f.Die.String() + " " + f.Name))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		slow := s.(dice.State).Results()
		if len(slow) != 1 || !reflect.DeepEqual(slow[0].Faces, fast.Faces) || slow[0].Total != fast.Total {
			t.Fatalf("%s: the table comes to %v, the fast roll to %v", cup, slow, fast)
		}
		if least, most := cup.Range(); fast.Total < least || fast.Total > most {
			t.Fatalf("%s comes to %d, out of %d..%d", cup, fast.Total, least, most)
		}
	})
}

func TestATotalIsTheSumOfWhatCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, keep := rapid.IntRange(1, 20).Draw(t, "dice"), 0
		keep = rapid.IntRange(1, n).Draw(t, "keep")
		faces := rapid.SliceOfN(rapid.Uint64Range(0, 5), n, n).Draw(t, "faces")
		for _, which := range []string{"k", "kl"} {
			cup, err := dice.Parse(fmt.Sprintf("%dd6%s%d", n, which, keep), nil)
			if err != nil {
				t.Fatal(err)
			}
			i := 0
			r := cup.Roll(func(uint64) uint64 { i++; return faces[i-1] })
			sum, kept := 0, 0
			worst, best := 7, 0 // of those that count, of those that don't
			for _, f := range r.Faces {
				value := f.Value
				if which == "kl" {
					value = 7 - value
				}
				if f.Kept {
					sum, kept, worst = sum+f.Value, kept+1, min(worst, value)
				} else {
					best = max(best, value)
				}
			}
			if sum != r.Total || kept != keep || worst < best {
				t.Fatalf("%s: %s = %d", cup, shown(r), r.Total)
			}
		}
	})
}

func BenchmarkParseAndRoll(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		cup, err := dice.Parse("3d6+2", nil)
		if err != nil {
			b.Fatal(err)
		}
		if r := cup.Roll(rnd.Uint64N); r.Total < 5 {
			b.Fatal(r)
		}
	}
}
