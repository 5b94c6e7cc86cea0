package companion_test

import (
	"slices"
	"testing"
	"time"

	"tabletop/companion/clock"
)

func TestOnlookersAreToldTheClocksAndWhetherTheMatchWaits(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	intoClocked(tb)
	mt := tb.Model.Match()
	if tb.Model.Ready() {
		t.Error("a match that is played waits under its seal")
	}
	before := tb.Model.Clocks()
	tb.Wait(1500 * time.Millisecond)
	after := tb.Model.Clocks()
	if len(before) != len(mt.Names()) || len(after) != len(before) {
		t.Fatalf("clocks %v, then %v, of %v", before, after, mt.Names())
	}
	turn := int(mt.State().Turn()) - 1
	for i := range after {
		ran := after[i].MS - before[i].MS
		if runs := i == turn; after[i].Running != runs || (ran > 0) != runs || ran > 1500 {
			t.Errorf("seat %d ran %d ms, running %t, want %t", i+1, ran, after[i].Running, runs)
		}
		if down := mt.Clock().Budget > 0; down && after[i].Left != before[i].Left-ran || !down && after[i].Left != 0 {
			t.Errorf("seat %d has %d left after %d", i+1, after[i].Left, before[i].Left)
		}
	}
	tb.Press("hold") // the pause menu is nobody's time
	if slices.ContainsFunc(tb.Model.Clocks(), func(c clock.Seat) bool { return c.Running }) {
		t.Errorf("a clock runs in the pause: %v", tb.Model.Clocks())
	}
	tb = newTable(t)
	if tb.Model.Clocks() != nil || tb.Model.Ready() {
		t.Error("clocks, or a match that waits, without any")
	}
	tb.Press("ok")
	tb.Choose("mice:title", "honesty")
	if !tb.Model.Ready() {
		t.Error("a match under its fresh seal doesn't wait")
	}
}
