package companion_test

import (
	"testing"
	"time"

	"tabletop/companion/companiontest"
)

func TestThePanelTellsTheEveningSoFar(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("tonight.item")
	tb.Want("tonight.none")
	tb.Press("back", "back")
	tb.Finish()
	won := tb.Model.Match().Name(tb.Model.Match().State().Standing().Won[0])
	tb.Press("ok")
	tb.Choose("result.end")
	tb.Press("ok")
	told := func(tb *companiontest.Table) {
		t.Helper()
		tb.Choose("home.more", "tonight.item")
		tb.Want("[tonight.item]", won, "tonight.wins 1", "mice:title")
		tb.Press("back", "back")
	}
	told(tb)
	tb = again(t, tb)
	tb.Times(3, "back")
	told(tb)
	tb.Wait(12 * time.Hour)
	tb.Press("back") // the panel was dark
	tb.Choose("home.more", "tonight.item")
	tb.Want("tonight.none")
}
