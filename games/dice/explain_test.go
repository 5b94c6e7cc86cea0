package dice_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// explained says what a notation rolls, in a language.
func explained(t *testing.T, lang words.Lang, notation string) string {
	t.Helper()
	w, err := words.For(lang, words.Companion(lang), dice.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	_, says, err := dice.Rules{}.Explain(shelf, notation)
	var all []string
	for _, text := range says {
		all = append(all, w.Say(text, nil))
	}
	if illegal := (games.Illegal{}); errors.As(err, &illegal) {
		all = append(all, "! "+w.Say(illegal.Rule, nil))
	}
	return strings.Join(all, ", ")
}

// The file is to be read aloud.
func TestACupIsExplainedInWords(t *testing.T) {
	explains(t, "explained.txt", []string{
		"4d6k3", "d20", "2к6 + 1", "10-2d8", "-d4+21d6", "2d20kl1-3", "5d6!dl1", "4dF", "d66", "3coin", "2dcolour+1",
		"", "0d6",
	})
}

// explains compares how cups are explained with a file.
func explains(t *testing.T, file string, cups []string) {
	t.Helper()
	var said strings.Builder
	for _, lang := range words.Langs {
		for _, cup := range cups {
			fmt.Fprintf(&said, "%s: %s = %s\n", lang, cup, explained(t, lang, cup))
		}
	}
	gamestest.Kept(t, file, said.String())
}

// Whatever can be rolled is explained, in its shortest notation, and nothing else is.
func TestWhateverCanBeRolledIsExplained(t *testing.T) {
	s, err := dice.Rules{}.New(shelf)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range readings {
		_, refused := s.Apply(games.Decision("roll " + tt.notation))
		shortest, says, err := dice.Rules{}.Explain(shelf, tt.notation)
		if (err == nil) != (refused == nil) || (len(says) > 0) != (err == nil) {
			t.Errorf("%.40q: explained as %q, %v; rolling says %v", tt.notation, shortest, err, refused)
		}
		if again, _, err := (dice.Rules{}).Explain(shelf, shortest); refused == nil && (err != nil || again != shortest) {
			t.Errorf("%.40q: %s is explained as %q, %v", tt.notation, shortest, again, err)
		}
	}
}

func TestChancesAreTheOddsWithinTheirSteps(t *testing.T) {
	const steps = 1 << 21
	for notation, want := range map[string]int{"2d6": 11, "4d6k3": 16, "100d20": 1901, "d1000": 1000, "100d100": 0, "100d1000": 0, "coin": 0, "d6+": 0} {
		from, of, beyond, ok := dice.Rules{}.Chances(shelf, notation, steps)
		if ok != (want > 0) || ok && len(of) != want {
			t.Errorf("%s: %d totals, %v, want %d", notation, len(of), ok, want)
			continue
		}
		if !ok {
			continue
		}
		odds, _ := mustParse(t, notation).Odds()
		sum := 0.0
		for i, p := range of {
			sum += p
			if p != odds.At(from+i) {
				t.Errorf("%s = %d: %g, the odds are %g", notation, from+i, p, odds.At(from+i))
			}
		}
		if math.Abs(sum-1) > 1e-12 || beyond != 0 {
			t.Errorf("%s: %g altogether, %g beyond", notation, sum, beyond)
		}
	}
}

func TestRerollsAndExplosionsAreExplained(t *testing.T) {
	explains(t, "explained-rerolls.txt", []string{
		"2d6r<3", "2d6ro1", "d6!>=5", "5d10>=8f1", "2d6min2max5sd", "d20cs20cf1[удар]", "coin[x]", "d00+d10",
		"4dF.1", "2d{red,red,blue}", "d{1,1,2}+1", "(2d6+3)*2", "2d6/2+3", "10-2d6/2", "2d6+(3*d4)[x]", "6x4d6k3",
		"{4d6,3d8}k1+1", "2d6!!pk1",
	})
}
