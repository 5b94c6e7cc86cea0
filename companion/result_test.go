package companion_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
)

func TestOkLeadsThroughTheResultToTheNextMatch(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Press("ok")
	tb.Want("> result.state")
	tb.Press("ok")
	tb.Want("[result.state]")
	tb.Press("ok")
	tb.Want("> result.again")
	tb.Press("ok")
	tb.Want("again.next")
	tb.Press("ok")
	tb.Want("[@1]", "> say.roll")
	if got := tb.Model.Match().Names(); !slices.Equal(got, texts(tb, "setup.player 2", "setup.player 1")) {
		t.Errorf("then %q play, want the second first", got)
	}
}

func TestWhoBeginsTheNextMatchIsChosenInOneRow(t *testing.T) {
	for way, want := range map[string]func(won, lost string) (first string){
		"again.same":   func(_, _ string) string { return "Аня" },
		"again.next":   func(_, _ string) string { return "Боря" },
		"again.winner": func(won, _ string) string { return won },
		"again.loser":  func(_, lost string) string { return lost },
	} {
		tb := inClocked(t, "mice", words.Russian, "Аня")
		tb.Finish()
		mt := tb.Model.Match()
		won := mt.State().Standing().Won[0]
		tb.Press("ok")
		tb.Choose("result.again", way)
		next := tb.Model.Match()
		if next.IsZero() || next.Name(1) != want(mt.Name(won), mt.Name(3-won)) {
			t.Errorf("%s: %q play, %s has won", way, next.Names(), mt.Name(won))
		}
		if next.Clock() != mt.Clock() || next.Luck() != mt.Luck() {
			t.Errorf("%s: another clock or luck than before", way)
		}
	}
	tb := inClocked(t, "mice", words.Russian, "Аня")
	tb.Finish()
	tb.Press("ok")
	tb.Choose("result.again", "again.drawn")
	if mt := tb.Model.Match(); !strings.Contains(mt.Since(0), `"kind":"drawn"`) {
		t.Errorf("who begins isn't drawn:\n%s", mt.Since(0))
	}
}
