package maze_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// open is a board on which 8 and 9 can go to the desert, or past it.
const open = `
a        .  .  .  .  .  .
b     .  wB .  .  .  .  .  .
c  wM .  w2 .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`

func TestAMoveMayBeWrittenWithAnyDash(t *testing.T) {
	tests := []struct{ says, canonical games.Decision }{
		{"9-21", "9-21"},
		{"9—21", "9-21"}, // book: the em dash
		{"9–21", "9-21"},
		{"9−21", "9-21"}, // a minus sign
		{"9‑21", "9-21"}, // a hyphen that doesn't break
		{"9 — 21", "9-21"},
		{"9- 21", "9-21"},
		{"9\u00a0—\u202f21", "9-21"},
		{"c3—c5", "c3-c5"},
		{"b3—c4", "b3-c4"}, // book
		{"8—15×", "8-15×"}, // book: 7—14×
		{"8 – 15 ×", "8-15×"},
		{"b3 — c4×", "b3-c4×"},
	}
	for _, tt := range tests {
		s := drawn(t, "white", open)
		got, err := s.Apply(tt.says)
		if err != nil {
			t.Errorf("%q: %v", tt.says, err)
			continue
		}
		if want := gamestest.After(t, s, tt.canonical); got.String() != want.String() {
			t.Errorf("%q: got\n%swant\n%s", tt.says, got, want)
		}
		if got := games.Canonical(s, tt.says); got != tt.canonical {
			t.Errorf("%q is canonically %q, want %q", tt.says, got, tt.canonical)
		}
	}
}

func TestWhatIsNoMoveIsLeftAsItIsWritten(t *testing.T) {
	for _, says := range []games.Decision{"", "—", "9", "9——21", " 9-21", "9-21 ", "9 21", "9—49", "9-2 1", "set 3 L", "9 - 21 - 22"} {
		s := drawn(t, "white", open)
		if _, err := s.Apply(says); gamestest.Refusal(err) == "no refusal" {
			t.Errorf("%q is taken", says)
		}
		if got := games.Canonical(s, says); got != says {
			t.Errorf("%q is canonically %q, want it as it is", says, got)
		}
	}
}

func TestAStartMayBeWrittenInSmallLetters(t *testing.T) {
	small := "slrtb123slrtb123slrtb123slrtb1.."
	got, err := maze.Rules{}.New(gamestest.Setup("seats=2 start=" + small))
	if err != nil {
		t.Fatal(err)
	}
	if want := begun(t, "seats=2 start=SLRTB123SLRTB123SLRTB123SLRTB1.."); got.String() != want.String() {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if _, err := (maze.Rules{}).New(gamestest.Setup("seats=2 start=m" + small[1:])); gamestest.Refusal(err) != "rule.start.letter 3" {
		t.Errorf("a Mate in a start: got %v, want rule.start.letter 3", err)
	}
}
