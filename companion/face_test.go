package companion_test

import (
	"testing"
	"time"
)

// Against burn-in the layout changes now and then: bars become frames, name and strip change
// places. Nobody should have that happen under a finger.
func TestTheLayoutStaysWhilePeoplePress(t *testing.T) {
	tb := inMice(t)
	other := func() bool { return tb.Model.View().Drift%2 == 1 }
	hurried, changes := 0, 0
	for range 60 { // an hour of half a minute of presses and half a minute of thinking
		for range 15 {
			before := other()
			tb.Press("down")
			tb.Wait(2 * time.Second)
			if other() != before {
				hurried++
			}
		}
		before := other()
		tb.Wait(30 * time.Second)
		if other() != before {
			changes++
		}
	}
	if hurried > 0 || changes < 5 {
		t.Errorf("in an hour the layout changes %d times between presses of one hand and %d times in peace, want 0 and 5 or more", hurried, changes)
	}
}

// Nothing may burn in either where nobody ever rests.
func TestTheLayoutChangesHoweverBusyATableIs(t *testing.T) {
	tb := inMice(t)
	before := tb.Model.View().Drift
	for range 360 {
		tb.Press("down")
		tb.Wait(2 * time.Second)
	}
	if tb.Model.View().Drift == before {
		t.Error("after twelve minutes of presses the layout is still the same")
	}
}
