package bench

import (
	_ "embed"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	ours "tabletop/games/dice"

	"tabletop/games"
)

// notations are those of the manual of rpg-dice-roller, with our verdicts.
//
//go:embed notations.tsv
var notations string

// verdict is what notations.tsv says about a notation.
type verdict struct{ notation, kind, difference string }

func verdicts() (all []verdict) {
	for line := range strings.Lines(notations) {
		if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "#") {
			continue
		}
		notation, rest, _ := strings.Cut(line, "\t")
		kind, difference, _ := strings.Cut(rest, "\t")
		all = append(all, verdict{notation, kind, difference})
	}
	return all
}

// theirRolls is what rpg-dice-roller makes of a notation: see .ci/js/rpg.js.
type theirRolls struct {
	Notation, Refusal string
	Rolls             int
	Mean, Variance    float64
}

// rolledThere rolls all notations with rpg-dice-roller.
func rolledThere(t *testing.T, all []verdict) map[string]theirRolls {
	t.Helper()
	if _, err := os.Stat("../../../.ci/js/node_modules/@dice-roller"); err != nil {
		t.Skip("rpg-dice-roller is not installed: npm ci --prefix .ci/js")
	}
	var in strings.Builder
	for _, v := range all {
		in.WriteString(v.notation + "\n")
	}
	cmd := exec.Command("node", "../../../.ci/js/rpg.js")
	cmd.Stdin, cmd.Stderr = strings.NewReader(in.String()), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	rolled := map[string]theirRolls{}
	for line := range strings.Lines(string(out)) {
		var one theirRolls
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		rolled[one.Notation] = one
	}
	return rolled
}

// moments are the mean, the variance and the fourth central moment of a total.
type moments struct{ mean, variance, fourth float64 }

// momentsOf computes the moments of a cup from its odds or, if it has none, from many rolls.
func momentsOf(cup ours.Cup) moments {
	const rolls = 50_000
	odds, ok := cup.Odds()
	if !ok {
		rnd := rand.New(rand.NewPCG(1, 2))
		totals := map[int]float64{}
		for range rolls {
			totals[cup.Roll(rnd.Uint64N).Total] += 1.0 / rolls
		}
		return central(func(yield func(total int, p float64)) {
			for total, p := range totals {
				yield(total, p)
			}
		})
	}
	return central(func(yield func(total int, p float64)) {
		for i, p := range odds.Of {
			yield(odds.Least+i, p)
		}
	})
}

func central(each func(func(total int, p float64))) (m moments) {
	each(func(total int, p float64) { m.mean += p * float64(total) })
	each(func(total int, p float64) {
		d := float64(total) - m.mean
		m.variance += p * d * d
		m.fourth += p * d * d * d * d
	})
	return m
}

// compare fails unless the mean and the variance of a cup are those of rolls with rpg-dice-roller.
func compare(t *testing.T, notation string, cup ours.Cup, there theirRolls) {
	const sigmas, precision = 5, 1e-9
	here, n := momentsOf(cup), float64(there.Rolls)
	if d := math.Abs(here.mean - there.Mean); d > sigmas*math.Sqrt(here.variance/n)+precision {
		t.Errorf("%s: the mean is %.4f, there %.4f", notation, here.mean, there.Mean)
	}
	spread := math.Sqrt(math.Max(0, here.fourth-here.variance*here.variance) / n)
	if d := math.Abs(here.variance - there.Variance); d > sigmas*spread+here.variance/n+precision {
		t.Errorf("%s: the variance is %.4f, there %.4f", notation, here.variance, there.Variance)
	}
}

// check fails unless a notation is taken or refused as its verdict says. It reports whether it is taken.
func (v verdict) check(t *testing.T, there theirRolls) (taken bool) {
	if there.Refusal != "" || there.Rolls == 0 {
		t.Errorf("%s: rpg-dice-roller says %q", v.notation, there.Refusal)
	}
	cup, err := ours.Parse(v.notation, nil)
	var illegal games.Illegal
	switch errors.As(err, &illegal); {
	case v.kind == "same" && err == nil:
		compare(t, v.notation, cup, there)
	case v.kind == "differs" && err == nil && v.difference != "":
	case v.kind == "refused" && err != nil && v.difference != "":
	case v.kind == "endless" && strings.HasPrefix(illegal.Rule.Key, "rule.dice.endless"):
	default:
		t.Errorf("%s: %v, want %s %s", v.notation, err, v.kind, v.difference)
	}
	return err == nil
}

// Each notation of the manual of rpg-dice-roller is taken here, with the same mean and variance, or
// notations.tsv says why not.
func TestNotationsMeanWhatTheyMeanInRpgDiceRoller(t *testing.T) {
	const share = 0.98 // of the notations that end
	all := verdicts()
	rolled := rolledThere(t, all)
	taken, ending := 0, 0
	for _, v := range all {
		if v.check(t, rolled[v.notation]) {
			taken++
		}
		if v.kind != "endless" {
			ending++
		}
	}
	if float64(taken) < share*float64(ending) {
		t.Errorf("%d of %d notations are taken", taken, ending)
	}
}
