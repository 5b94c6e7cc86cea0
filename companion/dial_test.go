package companion_test

import (
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
)

// scoring keeps the score of two, the first number asked.
func scoring(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("score:title", "setup.start")
	return tb
}

// held holds a key down for so many repeats.
func held(tb *companiontest.Table, k panel.Key, repeats int) {
	tb.Do(companion.Keys, companion.Edge{Key: k, Down: true})
	tb.Wait(companion.RepeatAfter + time.Duration(repeats-1)*companion.RepeatNext)
	tb.Do(companion.Keys, companion.Edge{Key: k})
}

func TestADialTurnsFasterWhileAKeyIsHeld(t *testing.T) {
	tb := scoring(t)
	held(tb, panel.Up, 10)
	if got := tb.Model.View().Big; got != "20" { // by one to 8, then by fives
		t.Errorf("a held key has turned to %s", got)
	}
}

func TestTheNumberThatIsLikelyIsAskedAtOnceFromWhereItWasLast(t *testing.T) {
	tb := scoring(t)
	for _, points := range [][2]int{{14, 3}, {15, 2}, {15, 2}} { // a round is two presses of ok where nothing changes
		for seat, n := range points {
			tb.Want([]string{"[@1]", "[@2]"}[seat])
			tb.Dial(n)
		}
	}
	seq := tb.Model.Match().Seq()
	tb.Press("ok", "ok")
	if got := tb.Model.Match(); got.Seq() != seq+2 || got.State().Standing().Scores[0] != 59 || got.State().Standing().Scores[1] != 9 {
		t.Errorf("two presses led to seq %d and %v", got.Seq()-seq, got.State().Standing().Scores)
	}
	cut := again(t, tb)
	cut.Want("[@1]", "15")
	cut.Press("hold")
	cut.Choose("pause.away", "home.resume")
	cut.Want("[@1]", "15")
}

func TestTheNumberEnteredLastIsCorrectedInOneTransaction(t *testing.T) {
	tb := scoring(t)
	tb.Dial(5)
	tb.Press("back")
	tb.Want("[@2]", "> play.correct", "play.correct setup.player 1 · 5")
	kept := len(tb.Kept)
	tb.Press("ok")
	tb.Want("[@1]", "5")
	tb.Dial(7)
	tb.Want("[@2]")
	if got := tb.Model.Match().State().Standing().Scores; got[0] != 7 || len(tb.Kept) != kept+1 {
		t.Errorf("scores %v, kept in %d transactions", got, len(tb.Kept)-kept)
	}
	tb.Press("hold")
	tb.Choose("pause.log")
	tb.Want("past.score 1 7")
}

func TestANumberIsAskedForOnlyWhereItIsTheTablesTurn(t *testing.T) {
	tb := scoring(t)
	tb.Decide("score 1 5", "score 2 6", "finish")
	tb.Press("ok") // the victory
	tb.Want("[@2]", "result.state")
	mice := inMice(t)
	mice.Want("> say.roll")
}
