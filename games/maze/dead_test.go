package maze_test

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// dead is what a position says of its being lost, "" if nothing.
func dead(s games.State) string {
	why := s.Standing().Why
	return strings.TrimSpace(why.Key + " " + strings.Join(why.Args, " "))
}

func TestAGameThatCantBeWonSaysSo(t *testing.T) {
	tests := []struct{ name, turn, board, want string }{
		{"the beginning", "white", `
a          wL  wR  wT  w1  .   .
b      .   .   .   .   .   .   .   .
c  wM  .   .   .   .   .   .   .   .   bM
d  wM  .   .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a Mate lies in a desert", "white", `
a          .   .   .   .   .   .
b      .   .   wM× .   .   .   .   .
c  .   .   .   .   .   .   .   .   .   bM
d  wM  .   .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.stuck #piece.wM 14 b4"},
		{"a Mate stands in a desert, set up there", "white", `
a          .   .   .   .   .   .
b      .   .   wM  .   .   .   .   .
c  .   .   .   .   .   .   .   .   .   bM
d  wM  .   .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a Mate came back to its own home", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  wM× .   .   .   .   .   .   .   .   bM
d  wM  .   .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.stuck #piece.wM 1 c1"},
		{"a Mate that is home is no loss", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  .   .   .   .   .   .   .   .   .   bM
d  wM  .   .   .   .   .   .   bM  .   wM×
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a Tree roots on a home", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  wT× .   .   .   .   .   .   .   .   bM
d  wM  wM  .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.home #piece.wT 1 c1"},
		{"a Tree on a home that may still move", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  bT  .   .   .   .   .   .   .   .   bM
d  wM  wM  .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a white Time Pawn at the far end never leaves it", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  wM  .   .   .   .   .   .   .   .   w1
d  wM  .   .   .   .   .   .   .   bM  bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.home #piece.w1 47 c10"},
		{"a black one there goes on", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  wM  .   .   .   .   .   .   .   .   b1
d  wM  .   .   .   .   .   .   .   bM  bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a black Time Pawn on square 2", "white", `
a          .   .   .   .   .   .
b      .   .   .   .   .   .   .   .
c  wM  wM  .   .   .   .   .   .   .   bM
d  b3  .   .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.home #piece.b3 2 d1"},
		{"pieces that lie wall a Mate in", "white", `
a          .   .   .   .   .   .
b      wT× .   .   .   .   .   .   .
c  wM  .   .   .   .   .   .   .   .   bM
d  wM  bT× .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.walled #piece.wM 1 c1"},
		{"a wall with a way around it is none", "white", `
a          .   .   .   .   .   .
b      wT× .   .   .   .   .   .   .
c  wM  .   .   .   .   .   .   .   .   bM
d  wM  .   .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a Mate and others that hold one another wall it in", "white", `
a          w1× .   .   .   .   .
b      bL  .   .   .   .   .   .   .
c  wM  .   wR× .   .   .   .   .   .   bM
d  wM  bT× .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, "doom.walled #piece.wM 1 c1"},
		{"if one of these can leave, the wall opens", "white", `
a          w1× .   .   .   .   .
b      bL  .   .   .   .   .   .   .
c  wM  .   wR  .   .   .   .   .   .   bM
d  wM  bT× .   .   .   .   .   .   .   bM
e      .   .   .   .   .   .   .   .
f          .   .   .   .   .   .`, ""},
		{"a way on which a Mate could rest in deserts only is none", "white", `
a          .   .   wT× .   .   .
b      .   .   .   .   .   .   .   .
c  wM  .   .   .   wT× .   .   .   .   bM
d  wM  .   .   .   .   .   .   .   .   bM
e      .   .   .   wL× .   .   .   .
f          .   .   .   .   .   .`, "doom.walled #piece.wM 1 c1"},
	}
	for _, tt := range tests {
		s := drawn(t, tt.turn, tt.board)
		if got := dead(s); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		prompt := s.View(games.Nobody).Prompt.Key
		if want := map[bool]string{true: "ask.white", false: "ask.doomed.white"}[tt.want == ""]; prompt != want {
			t.Errorf("%s: the prompt is %s, want %s", tt.name, prompt, want)
		}
		if s.Turn() != 1 {
			t.Errorf("%s: the table can't go on", tt.name)
		}
	}
}

func TestTwoMatesOfAColourNeedTwoHomes(t *testing.T) {
	s := begun(t, "seats=2 start="+nobody)
	s, err := s.Fix("swap 2 4") // both white Mates stand on dark squares now
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.Fix("swap 1 2"); err != nil {
		t.Fatal(err)
	}
	if got := dead(s); got != "doom.same #piece.wM 4 c2" {
		t.Errorf("got %q\n%s", got, s)
	}
}

func TestAGameThatWasWonNeverSaidItCouldntBe(t *testing.T) {
	text, err := os.ReadFile("testdata/won.txt")
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for line := range strings.Lines(string(text)) {
		head, tail, ok := strings.Cut(strings.TrimSpace(line), " : ")
		if !ok {
			continue
		}
		s := begun(t, head)
		for says := range strings.SplitSeq(tail, ", ") {
			if why := dead(s); why != "" {
				t.Errorf("%s says %s before %s\n%s", head, why, says, s)
			}
			s = gamestest.After(t, s, games.Decision(says))
		}
		if len(s.Standing().Won) == 0 {
			t.Errorf("%s isn't won\n%s", head, s)
		}
		won++
	}
	if won < 6 {
		t.Errorf("%d games were won, want 6", won)
	}
}

func TestWhatCantBeWonStaysSo(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := afterChance(rt, anyTable(rt))
		said := ""
		for range rapid.IntRange(0, 150).Draw(rt, "moves") {
			if s.Turn() == games.Nobody {
				break
			}
			if why := dead(s); why == "" && said != "" {
				rt.Fatalf("%s, and then no more\n%s", said, s)
			} else {
				said = why
			}
			s = gamestest.After(rt, s, rapid.SampledFrom(s.Legal()).Draw(rt, "move").Says)
		}
		if said != "" && len(s.Standing().Won) > 0 {
			rt.Fatalf("%s, and it was won\n%s", said, s)
		}
	})
}
