package chaos

import (
	"strings"
	"testing"
)

// short skips a test that takes seconds, most of them waiting: so all do it side by side.
func short(t *testing.T) {
	if testing.Short() {
		t.Skip("a night of troubles takes seconds")
	}
	t.Parallel()
}

func TestAfterANightOfTroublesTheLeagueHoldsWhatTheBoxesHold(t *testing.T) {
	nights := map[string]bool{"of many processes": false}
	if *more {
		nights["of one"] = true
	}
	for name, single := range nights {
		t.Run(name, func(t *testing.T) {
			short(t)
			p := plan{boxes: *manyBoxes, facts: *manyFacts, seed: *seedOf, single: single, pause: *pauseOf, troubles: manyTroubles}
			if single {
				p.troubles = oneTroubles
			}
			n := begin(t, p)
			f := n.play()
			n.report(f)
			if wrong := append(f.lost, f.wrong...); len(wrong) > 0 {
				t.Errorf("seed %d: %d faults:\n%s", *seedOf, len(wrong), strings.Join(first(wrong, 5), "\n"))
			}
		})
	}
}

// A control plays a night for a league, or boxes, with a fault that loses records, in which
// that happens often.
func control(t *testing.T, p plan) {
	short(t)
	p.boxes, p.matches, p.seed, p.pause = 4, *compared, *seedOf, *pauseOf
	n := begin(t, p)
	f := n.play()
	n.report(f)
	switch {
	case f.compared < *compared:
		t.Errorf("seed %d: only %d matches were compared, want %d", *seedOf, f.compared, *compared)
	case len(f.lost) == 0:
		t.Errorf("seed %d: nothing was lost of %d matches: the test above can't fail", *seedOf, f.compared)
	}
}

func TestALeagueOrABoxWithAFaultIsFoundOut(t *testing.T) {
	faults := map[string]plan{
		"forgetting before an acknowledgement": {forgets: true, troubles: []string{"loss", "loss", "loss", "worker", "broker", "broken"}},
	}
	if *more { // by default package ingest has it, in one process
		faults["acknowledging before keeping"] = plan{hasty: true, troubles: []string{"loss", "loss", "loss", "worker", "database", "broken"}}
	}
	for name, p := range faults {
		t.Run(name, func(t *testing.T) { control(t, p) })
	}
}

// report prints the figures of a night in one line.
func (n *night) report(f findings) {
	n.t.Logf("seed %d: %d boxes, %d facts, troubles %v, %.1f s until all was told, compared %d matches and %d lines of a table: %d lost, %d wrong",
		n.seed, len(n.boxes), n.facts.Load(), n.counts, float64(f.took)*beatEvery.Seconds(), f.compared, f.lines, len(f.lost), len(f.wrong))
}

// first are some of the first and of the last lines.
func first(lines []string, n int) []string {
	if len(lines) <= 4*n {
		return lines
	}
	return append(append([]string(nil), lines[:n]...), lines[len(lines)-3*n:]...)
}
