package chaos

import (
	"strings"
	"testing"
	"time"
)

// brief is a night for controls.
func brief() plan {
	return plan{boxes: 4, facts: 1500, seed: *seedOf, pause: *pauseOf, quiet: 4 * time.Second}
}

// short skips a test that takes seconds, most of them waiting: so all do it side by side.
func short(t *testing.T) {
	if testing.Short() {
		t.Skip("a night of troubles takes seconds")
	}
	t.Parallel()
}

func TestAfterANightOfTroublesTheLeagueHoldsWhatTheBoxesHold(t *testing.T) {
	for name, single := range map[string]bool{"of many processes": false, "of one": true} {
		t.Run(name, func(t *testing.T) {
			short(t)
			wrong := begin(t, plan{boxes: *manyBoxes, facts: *manyFacts, seed: *seedOf, single: single, pause: *pauseOf, quiet: *quietOf}).play()
			if len(wrong) > 0 {
				t.Errorf("seed %d: %d faults:\n%s", *seedOf, len(wrong), strings.Join(first(wrong, 5), "\n"))
			}
		})
	}
}

func TestAcknowledgingBeforeKeepingLosesRecords(t *testing.T) {
	short(t)
	p := brief()
	p.hasty = true
	if wrong := begin(t, p).play(); !strings.Contains(strings.Join(wrong, "\n"), "isn't held") {
		t.Errorf("nothing was lost: the test above can't fail: %q", wrong)
	}
}

func TestForgettingBeforeAnAcknowledgementLosesRecords(t *testing.T) {
	short(t)
	p := brief()
	p.forgets = true
	if wrong := begin(t, p).play(); !strings.Contains(strings.Join(wrong, "\n"), "isn't held") {
		t.Errorf("nothing was lost: the test above can't fail: %q", wrong)
	}
}

// first are some of the first and of the last lines.
func first(lines []string, n int) []string {
	if len(lines) <= 4*n {
		return lines
	}
	return append(append([]string(nil), lines[:n]...), lines[len(lines)-3*n:]...)
}
