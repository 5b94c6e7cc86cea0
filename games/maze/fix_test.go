package maze_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// ruled is a board on which everything can be ruled.
const ruled = `
a        .  .   .  .  .  .
b     wL .  w1× .  .  .  .  .
c  wM .  .  .   .  .  .  .  .  bM
d  wM .  .  .   .  .  .  .  .  bM
e     .  .  .   .  .  .  .  bS
f        .  .   .  .  .  .`

func TestWhatTheTableMayRule(t *testing.T) {
	var got []string
	for _, c := range drawn(t, "white", ruled).Fixes() {
		got = append(got, c.String())
	}
	want := strings.Split("lay 1, lay 2, lay 3, lay 46, lay 47, lay 48, raise 14, stop, "+
		"swap 1 1..48, swap 14 1..48, swap 2 1..48, swap 3 1..48, swap 46 1..48, swap 47 1..48, swap 48 1..48, turn black", ", ")
	if !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBeforeAndAfterARuling(t *testing.T) {
	tests := []struct {
		says  games.Decision
		turn  games.Seat
		after string
	}{
		{"lay 3", 1, strings.Replace(ruled, "wL .", "wL× .", 1)},
		{"raise 14", 1, strings.Replace(ruled, "w1×", "w1", 1)},
		{"turn black", 2, ruled},
		{"swap 3 9", 1, strings.NewReplacer("wL .", ". .", "c  wM .  .", "c wM . wL").Replace(ruled)},
		{"swap 14 3", 1, strings.NewReplacer("wL .  w1×", "w1× . wL").Replace(ruled)},
		{"swap 3 3", 1, ruled},
		{"stop", games.Nobody, ruled},
	}
	for _, tt := range tests {
		s := drawn(t, "white", ruled)
		next, err := s.Fix(tt.says)
		if err != nil {
			t.Errorf("%s: %v", tt.says, err)
			continue
		}
		if got := board(next); got != neat(tt.after) || next.Turn() != tt.turn {
			t.Errorf("%s: got seat %d\n%swant seat %d\n%s", tt.says, next.Turn(), got, tt.turn, neat(tt.after))
		}
	}
}

func TestWhatCantBeRuledSaysSo(t *testing.T) {
	over, err := drawn(t, "white", ruled).Fix("stop")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		s    games.State
		says games.Decision
		want string
	}{
		{drawn(t, "white", ruled), "lay 14", "rule.fix.lies #piece.w1 14"},
		{drawn(t, "white", ruled), "raise 3", "rule.fix.free #piece.wL 3"},
		{drawn(t, "white", ruled), "lay a4", "rule.empty 13"},
		{drawn(t, "white", ruled), "lay c1", "rule.fix"},
		{drawn(t, "white", ruled), "lay 49", "rule.fix"},
		{drawn(t, "black", ruled), "turn black", "rule.fix.turn.black"},
		{drawn(t, "white", ruled), "lay 4", "rule.empty 4"},
		{drawn(t, "white", ruled), "swap 4 3", "rule.empty 4"},
		{drawn(t, "white", ruled), "swap 3 0", "rule.fix"},
		{drawn(t, "white", ruled), "swap 3 49", "rule.fix"},
		{drawn(t, "white", ruled), "turn white", "rule.fix.turn.white"},
		{drawn(t, "white", ruled), "turn 2", "rule.fix"},
		{begun(t, "seats=2"), "stop", "rule.set 3"},
		{over, "turn black", "rule.over"},
	}
	for _, tt := range tests {
		if _, err := tt.s.Fix(tt.says); gamestest.Refusal(err) != tt.want {
			t.Errorf("%q: got %v, want %s", tt.says, err, tt.want)
		}
	}
}

func TestARulingCanEndTheGame(t *testing.T) {
	const nearly = `
a         .   .   .  .  .  .
b      .  .   .   .  .  .  .  .
c  bM× .  .   w1× .  .  .  .  .  wM×
d  bM  .  .   .   .  .  .  .  wM .
e      .  .   .   .  .  .  .  .
f         .   .   .  .  .  .`
	s := drawn(t, "white", nearly)
	s, err := s.Fix("swap 45 48")
	if err != nil {
		t.Fatal(err)
	}
	if st := s.Standing(); !st.Over || len(st.Won) != 2 {
		t.Errorf("got %+v, want a win of both", st)
	}
	s, err = drawn(t, "black", nearly).Fix("lay 2")
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.Fix("turn white"); err != nil {
		t.Fatal(err)
	}
	if st := s.Standing(); !st.Over || st.Won != nil || st.Why.Key != "why.blocked.white" {
		t.Errorf("got %+v, want a loss: white has no move", st)
	}
}
