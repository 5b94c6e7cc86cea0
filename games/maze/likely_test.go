package maze_test

import (
	"testing"

	"tabletop/games"
)

func TestOnlyAMateThatCanComeHomeIsLikely(t *testing.T) {
	const near = `
a        .  .  .  .  .  .
b     bM .  .  .  .  .  .  wM
c  .  .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  .
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`
	const astray = `
a        .  .  .  .  .  .
b     wM .  .  .  .  .  .  .
c  .  .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  .
e     bM .  .  .  .  .  .  .
f        .  .  .  .  .  .`
	tests := []struct {
		name, turn, board string
		want              games.Decision
	}{
		{"black's Mate in white's half", "white", near, "3-1"},
		{"white's Mate in black's half, whose home is taken", "black", near, ""},
		{"a Mate at its own home, and one whose home is taken", "white", astray, ""},
	}
	for _, tt := range tests {
		if got := games.Likely(drawn(t, tt.turn, tt.board)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := games.Likely(begun(t, "seats=2")); got != "" {
		t.Errorf("while the pieces are set up: got %q", got)
	}
}
