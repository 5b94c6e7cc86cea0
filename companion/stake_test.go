package companion_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games"
)

// shown are the tallies of a view: picture, letter and number.
func shown(all []panel.Tally) (list []string) {
	for _, t := range all {
		if t != (panel.Tally{}) {
			list = append(list, t.Glyph+t.Letter+" "+panel.Minus(int32(t.N)))
		}
	}
	return list
}

func TestWhatAHuntRisksAndWinsStandsWhereItIsDecided(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	hunts(tb, 2)
	tb.Want("[Аня]", "say.roll", "mice:stake.roll 44", "> say.stop", "mice:stake.stop 14")
	v := tb.Model.View()
	letters := []string{"red" + tb.Text("letter.red"), "orange" + tb.Text("letter.orange"), "yellow" + tb.Text("letter.yellow"), "green" + tb.Text("letter.green")}
	if got, want := shown(v.Strip[:]), strings.Join(letters, " 1, ")+" 1"; strings.Join(got, ", ") != want {
		t.Errorf("at risk are %v, want %s", got, want)
	}
	if got := shown(v.Totals[:]); !slices.Equal(got, []string{"Б 7", "А 5", "Г 4", "В 2"}) || !v.Totals[0].Leads || v.Totals[1].Leads {
		t.Errorf("the scores are %v, who leads: %+v", got, v.Totals)
	}
	if !v.Large() || v.Prompt[0] != "" {
		t.Errorf("the name isn't large, or the prompt %q repeats the rows", v.Prompt[0])
	}
}

// A question that the rows don't answer stays, and what is at risk with it.
func TestAThrowOfRealDiceDoesntHideWhatIsAtRisk(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	hunts(tb, 2)
	tb.Decide("roll")
	tb.Want("mice:ask.dice", "> name.red", "name.orange")
	if v := tb.Model.View(); len(shown(v.Strip[:])) != 4 || len(shown(v.Totals[:])) != 4 {
		t.Errorf("at risk are %v, the scores are %v", shown(v.Strip[:]), shown(v.Totals[:]))
	}
}

func TestTheScoresOfAllAreInSightOnEveryTurn(t *testing.T) {
	for name, play := range map[string]func(*companiontest.Table){
		"mice": func(tb *companiontest.Table) { hunts(tb, 2) },
		"fox": func(tb *companiontest.Table) {
			intoTakes(tb)
			for range 6 {
				tb.Decide("trick 1", "trick 2")
			}
			tb.Decide("trick 1", "trick 2")
		},
		"mazaitsy": func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Decide("take 3") },
		"a table of eight": func(tb *companiontest.Table) {
			from(tb, "table", "Аня Боря Вера Глеб Дина Егор Женя Зоя", "rounds", "9")
			tb.Decide("add 8 5")
		},
		"a table of two": func(tb *companiontest.Table) {
			from(tb, "table", "Аня Боря", "target", "100")
			tb.Decide("add 2 -5")
		},
	} {
		tb := newTable(t)
		tb.Press("ok")
		play(tb)
		v, st := tb.Model.View(), tb.Model.Match().State().Standing()
		var scores []int16
		for _, total := range append(v.Totals[:], v.Strip[:]...) {
			if initial := slices.ContainsFunc(tb.Model.Match().Names(), func(name string) bool { return strings.HasPrefix(name, total.Glyph[:min(len(total.Glyph), 2)]) }); initial && total.Seat > 0 {
				scores = append(scores, total.N)
			}
		}
		for _, n := range st.Scores {
			if !slices.Contains(scores, int16(n)) {
				t.Errorf("%s: %d of %v isn't among %v", name, n, st.Scores, scores)
			}
		}
		if v.Kind != panel.KindTurn || len(scores) != len(st.Scores) {
			t.Errorf("%s: %d scores of %d seats", name, len(scores), len(st.Scores))
		}
	}
}

// With the name, the strip and the question there is room for two rows.
func TestAQuestionAndTheStripLeaveTwoRows(t *testing.T) {
	v := panel.View{Kind: panel.KindTurn, Title: "Аня", Prompt: [panel.MostPrompts]string{"Что на кубиках?"}}
	v.SetStrip([]games.Tally{{Glyph: "red", N: 1}})
	if v.Large() || v.Room() != 2 {
		t.Errorf("large %v, %d rows", v.Large(), v.Room())
	}
	v.Prompt[0] = ""
	if !v.Large() || v.Room() != 2 {
		t.Errorf("without the question: large %v, %d rows", v.Large(), v.Room())
	}
}
