package script_test

import (
	"strings"
	"testing"

	contract "tabletop/games/kit"
	"tabletop/games/script"
)

// TestATableWithoutWordsIsFine checks that lines, phases and roles need no words, also those of an
// option.
func TestATableWithoutWordsIsFine(t *testing.T) {
	const options = `words = {"ru": "option.big = Больше\noption.big.no = нет\noption.big.yes = да", "en": "option.big = Big\noption.big.no = no\noption.big.yes = yes"},
		options = [option("big", "no", values = ["no", "yes"])], chosen = lambda options: {"sheet": [line("stones"), line("cards")]} if options["big"] == "yes" else None,`
	for _, fields := range []string{
		`sheet = [line("coins"), line("cards")], points = "round"`,
		`sheet = ["coins", "cards", line("both", of = "sum", lines = ["coins", "cards"])], points = "round", ties = "cards"`,
		`phases = [phase("draft", "together"), phase("bidding", "write", lines = ["bid"]), "build"], roles = ["king", role("queen", -1)], sheet = ["bid", "tricks"], points = "round"`,
		options + `sheet = ["coins", "cards"], points = "round"`,
	} {
		r := compiled(t, "trial", "table("+head+fields+", rounds = 2)")
		for _, f := range contract.Run(r, contract.Bounds{Games: 4, Positions: 40, Tries: 3}).Findings {
			t.Errorf("%s: %s", fields, f)
		}
	}
}

// TestWholeRulesNeedWordsForTheirDecisions checks that the kit still misses words of whole rules.
func TestWholeRulesNeedWordsForTheirDecisions(t *testing.T) {
	r, err := script.Compile("trial", trial(`"end"]`, `"end", "gain gold"]`))
	if err != nil {
		t.Fatal(err)
	}
	found := contract.Run(r, contract.Bounds{Games: 1, Positions: 4})
	if len(found.Findings) == 0 || !strings.Contains(found.Findings[0].String(), "word.gold") {
		t.Errorf("got %v, want a finding about word.gold", found.Findings)
	}
}
