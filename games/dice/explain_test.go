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

func TestRerollsAndExplosionsAreExplained(t *testing.T) {
	for notation, want := range map[string][2]string{
		"2d6r<3":           {"2 кубика d6, выпало <3 — перебрасываем, пока не выпадет другое", "2 d6 dice, <3 is rerolled until another face comes"},
		"2d6ro1":           {"2 кубика d6, выпало 1 — перебрасываем один раз", "2 d6 dice, 1 is rerolled once"},
		"d6!>=5":           {"1 кубик d6, выпало ≥5 — бросаем ещё раз", "1 d6 die, ≥5 rolls on"},
		"5d10>=8f1":        {"5 кубиков d10, считаем успехи: ≥8, вычитаем провалы: 1", "5 d10 dice, successes are counted: ≥8, failures are taken away: 1"},
		"2d6min2max5sd":    {"2 кубика d6, меньше 2 считаем как 2, больше 5 считаем как 5, показываем по убыванию", "2 d6 dice, less than 2 counts as 2, more than 5 counts as 5, shown in descending order"},
		"d20cs20cf1[удар]": {"1 кубик d20, отмечаем удачу: 20, отмечаем неудачу: 1, метка «удар»", "1 d20 die, marked as lucky: 20, marked as unlucky: 1, labelled “удар”"},
		"coin[x]":          {"1 монета, метка «x»", "1 coin, labelled “x”"},
		"d00+d10":          {"1 кубик d00, десятки от 00 до 90, плюс 1 кубик d10", "1 d00 die, tens from 00 to 90, plus 1 d10 die"},
		"4dF.1":            {"4 кубика dF.1, на гранях минус, плюс и четыре пустых", "4 dF.1 dice, its faces are minus, plus and four blanks"},
		"2d{red,red,blue}": {"2 кубика d{red,red,blue}", "2 d{red,red,blue} dice"},
		"d{1,1,2}+1":       {"1 кубик d{1,1,2}, плюс 1", "1 d{1,1,2} die, plus 1"},
		"(2d6+3)*2":        {"(2d6+3), умножаем на 2", "(2d6+3), times 2"},
		"2d6/2+3":          {"2 кубика d6, делим на 2 с округлением вниз, плюс 3", "2 d6 dice, divided by 2 and rounded down, plus 3"},
		"10-2d6/2":         {"10, минус 2d6/2, частное округляем вниз", "10, minus 2d6/2, quotients are rounded down"},
		"2d6+(3*d4)[x]":    {"2 кубика d6, плюс 3*d4, метка «x»", "2 d6 dice, plus 3*d4, labelled “x”"},
		"6x4d6k3":          {"6 раз бросаем 4d6k3", "4d6k3 rolled 6 times"},
		"{4d6,3d8}k1+1":    {"2 части: 4d6; 3d8, считается 1 лучшая часть, плюс 1", "2 parts: 4d6; 3d8, the best part counts, plus 1"},
		"2d6!!pk1":         {"2 кубика d6, на максимуме бросаем ещё раз, все броски кубика — одно число, каждый следующий бросок на 1 меньше, считается 1 лучший", "2 d6 dice, the top face rolls again, all throws of a die are one number, each further throw counts 1 less, the best one counts"},
	} {
		for i, lang := range []words.Lang{words.Russian, words.English} {
			if got := explained(t, lang, notation); got != want[i] {
				t.Errorf("%s in %s: %s, want %s", notation, lang, got, want[i])
			}
		}
	}
}
