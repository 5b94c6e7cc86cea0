package solve

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/maze"
)

func TestAdviceIsALineThatTheRulesHavePlayed(t *testing.T) {
	s := start(t, "2TRRBLS213............3B1ST13LR2")
	a, err := Adviser{}.Advise(s, Usual)
	if err != nil || a.Verdict != games.Winnable || len(a.Said) != len(a.Line) {
		t.Fatalf("%s with %d moves, %d of them said: %v", a.Verdict, len(a.Line), len(a.Said), err)
	}
	if a.Said[0].Key != "move" || a.Said[0].Args[1][:len(a.Line[0])] != string(a.Line[0]) {
		t.Errorf("the first move, %s, is said as %v", a.Line[0], a.Said[0])
	}
	for len(a.Line) > 1 {
		next, err := s.Apply(a.Line[0])
		if err != nil {
			t.Fatal(err)
		}
		after, ok := a.After(a.Line[0])
		if !ok || len(after.Line) != len(a.Line)-1 {
			t.Fatalf("after %s there are %d moves: %v", a.Line[0], len(after.Line), ok)
		}
		s, a = next, after
	}
	if last, err := s.Apply(a.Line[0]); err != nil || len(last.Standing().Won) == 0 {
		t.Errorf("the last move wins nothing: %v", err)
	}
}

func TestAdviceWithoutStepsIsOpen(t *testing.T) {
	a, err := Adviser{}.Advise(start(t, "2TRRBLS213............3B1ST13LR2"), 100)
	if err != nil || a.Verdict != games.Open || a.Line != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestALineThatTheRulesDontTakeIsNoWin(t *testing.T) {
	s := start(t, "T...............................")
	for want, line := range map[string][]games.Decision{
		"move 1 of the line":         {"3-4x"},
		"move 2 of the line":         {"3-14", "1-5"},
		"doesn't win, after 1 moves": {"3-14"},
		"doesn't win, after 0 moves": nil,
	} {
		if _, err := Referee(s, line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", line, err, want)
		}
	}
}

// start returns the first position of a start.
func start(t *testing.T, letters string) games.State {
	t.Helper()
	s, err := maze.Rules{}.New(games.Setup{Seats: 2, Options: map[string]string{"start": letters}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
