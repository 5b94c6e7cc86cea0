package match

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

func TestAnAdviceIsAFactThatChangesNothing(t *testing.T) {
	for _, c := range []struct {
		name, says, want string // "" is taken
	}{
		{"won", "won", ""},
		{"lost", "lost", ""},
		{"open", "open", ""},
		{"a decision", "take 1", ""},
		{"three", "take 1, take 2, take 1", ""},
		{"four", "take 1, take 2, take 1, take 2", "r:2: an advice names at most 3 decisions, not 4"},
		{"none", "", "r:2: says is empty: an advice is a verdict or decisions"},
		{"what the rules forbid", "take 9", "illegal"},
		{"what they forbid then", "take 1, take 9", "illegal"},
	} {
		m, err := record(begun, `{"kind":"hinted","says":"`+c.says+`"}`)
		switch {
		case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)), err == nil && c.want != "":
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		case err == nil && m.State().String() != begin(t).State().String():
			t.Errorf("%s: the position is %s", c.name, m.State())
		}
	}
	if _, err := record(begun, `{"kind":"hinted","seat":1,"says":"won"}`); err == nil {
		t.Error("an advice has a seat")
	}
}

func TestAnAdviceIsNoStepAndStaysGiven(t *testing.T) {
	m := must(begin(t).Decide(Stamp{}, "take 1", ""))
	m = must(m.HintLine(Stamp{}, []games.Decision{"take 1", "take 2"}))
	m = must(m.Hint(Stamp{}, games.Winnable))
	step, ok := m.Undo()
	if !ok || step.Fact.Says != "take 1" {
		t.Fatalf("undo offers %+v, %v", step, ok)
	}
	given := m.RecentHints()
	if len(given) != 2 || given[0].Verdict() != games.Winnable || !slices.Equal(given[1].Hint(), []games.Decision{"take 1", "take 2"}) {
		t.Errorf("given was %+v", given)
	}
	back := must(m.BackTo(Stamp{}, step.BackTo, ""))
	if n := back.HintCount(); n != 1 {
		t.Errorf("taken back there are %d hints, want 1", n)
	}
	if len(back.RecentHints()) > 0 {
		t.Error("the advice is said to be given where it wasn't")
	}
	again, ok := back.Redo()
	if !ok || must(back.BackTo(Stamp{}, again.BackTo, "")).State().String() != m.State().String() {
		t.Errorf("redo offers %+v, %v", again, ok)
	}
}

func TestPlayedIsWhatDecisionsLedThrough(t *testing.T) {
	m := mustRead(t, begun, says("take 1"), `{"kind":"hinted","says":"won"}`, says("take 2"), `{"kind":"seated","seat":2,"says":"Вера"}`)
	if n := len(m.PlayedPositions()); n != 3 {
		t.Fatalf("%d positions, want 3", n)
	}
	for i, seq := range []int{1, 2, 4} {
		if at := m.PlayedPositions()[i].Seq; at != seq {
			t.Errorf("position %d is that after %d, want %d", i, at, seq)
		}
		if got, want := m.PlayedPositions()[i].State.String(), m.history.at(seq).value.line.value.state.String(); got != want {
			t.Errorf("position %d is %s, want that after %d, %s", i, got, seq, want)
		}
	}
	m = must(m.Rule(Stamp{}, string(m.State().Fixes()[0].At(0)), ""))
	m = must(m.Decide(Stamp{}, "take 1", ""))
	if n := len(m.PlayedPositions()); n != 2 {
		t.Errorf("after a ruling and a decision %d positions, want 2", n)
	}
}
