package match_test

import (
	"strings"
	"testing"

	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/fox"
)

// tricks is a match of the fox in which only the winner of each trick is entered.
func tricks(t *testing.T) match.Match {
	t.Helper()
	const started = `{"kind":"started","game":"fox","seats":["Аня","Боря"],"options":{"mode":"tricks"}}`
	m, err := match.Read(strings.NewReader(started+"\n"), "r", games.Of(fox.Rules{}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func decide(t *testing.T, m match.Match, says string, times int) match.Match {
	t.Helper()
	for range times {
		next, err := m.Decide(match.Stamp{}, says, "")
		if err != nil {
			t.Fatalf("%s after %d facts: %v", says, m.Seq(), err)
		}
		m = next
	}
	return m
}

func backTo(t *testing.T, m match.Match, seq int) match.Match {
	t.Helper()
	next, err := m.BackTo(match.Stamp{}, seq, "")
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// A round of 13 tricks is facts 2 to 14; what begins it, fact 2, finds the game open.
func TestUndoAndRedoRevealNothingOfARound(t *testing.T) {
	begun := decide(t, tricks(t), "trick 1", 5) // facts 2 to 6
	first := decide(t, begun, "trick 1", 8)     // the round ends with fact 14
	second := decide(t, first, "trick 2", 4)    // facts 15 to 18
	for _, c := range []struct {
		name string
		m    match.Match
		want int // fact; 0: nothing is hidden
	}{
		{"within a round", begun, 3},
		{"taken back to before the round", backTo(t, begun, 1), 3},
		{"and redone", backTo(t, backTo(t, begun, 1), 6), 3},
		{"taken back within the round", backTo(t, begun, 4), 3},
		{"taken back, and another line played", decide(t, backTo(t, begun, 1), "trick 2", 3), 3},
		{"that line ended", decide(t, backTo(t, begun, 1), "trick 2", 13), 0},
		{"a round has ended", first, 0},
		{"taken back into the ended round", backTo(t, first, 6), 3},
		{"the next round", second, 16},
		{"taken back to its begin", backTo(t, second, 14), 16},
		{"taken back into the first round", backTo(t, second, 6), 3},
		{"taken back to the start", backTo(t, second, 1), 3},
		{"taken back to the start, the first round ended anew", decide(t, backTo(t, second, 1), "trick 2", 13), 16},
	} {
		want := c.want
		if want == 0 {
			want = c.m.Seq() + 1
		}
		if got := c.m.FirstHidden(); got != want {
			t.Errorf("%s: facts are hidden from %d on, want %d of %d", c.name, got, want, c.m.Seq())
		}
	}
}
