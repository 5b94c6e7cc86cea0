package dice_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
)

// explained says what a notation rolls, in a language.
func explained(t *testing.T, lang words.Lang, notation string) string {
	t.Helper()
	w, err := words.For(lang, words.Own(lang), dice.Rules{})
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

func TestACupIsExplainedInWords(t *testing.T) {
	for notation, want := range map[string][2]string{
		"4d6k3":      {"4 кубика d6, считаются 3 лучших", "4 d6 dice, the best 3 count"},
		"d20":        {"1 кубик d20", "1 d20 die"},
		"2к6 + 1":    {"2 кубика d6, плюс 1", "2 d6 dice, plus 1"},
		"10-2d8":     {"10, минус 2 кубика d8", "10, minus 2 d8 dice"},
		"-d4+21d6":   {"минус 1 кубик d4, плюс 21 кубик d6", "minus 1 d4 die, plus 21 d6 dice"},
		"2d20kl1-3":  {"2 кубика d20, считается 1 худший, минус 3", "2 d20 dice, the worst one counts, minus 3"},
		"5d6!dl1":    {"5 кубиков d6, на максимуме бросаем ещё раз, считаются 4 лучших", "5 d6 dice, the top face rolls again, the best 4 count"},
		"4dF":        {"4 кубика dF, на гранях минус, пусто и плюс", "4 dF dice, its faces are minus, blank and plus"},
		"d66":        {"1 кубик d66, десятки и единицы", "1 d66 die, tens and units"},
		"3coin":      {"3 монеты", "3 coins"},
		"2dcolour+1": {"2 кубика dcolour, плюс 1", "2 dcolour dice, plus 1"},
		"":           {"! Запись не закончена.", "! The notation isn't finished."},
		"0d6":        {"! За раз бросают от 1 до 100 кубиков.", "! A roll has 1 to 100 dice."},
	} {
		for i, lang := range []words.Lang{words.Russian, words.English} {
			if got := explained(t, lang, notation); got != want[i] {
				t.Errorf("%s in %s: %s, want %s", notation, lang, got, want[i])
			}
		}
	}
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
