package maze_test

import (
	"testing"

	"tabletop/games"
)

func TestBeforeAndAfterAMove(t *testing.T) {
	tests := []struct{ name, turn, before, says, after string }{
		{
			"book: 3-9 is a move from square 3 to square 9", "white", `
a        .  .  .  .  .  .
b     wL .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "3-9", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  wL .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`,
		},
		{
			"book: b3-c4 is that by rows and columns; c4 is a desert", "white", `
a        .  .  .  .  .  .
b     .  wB .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "b3-c4", `
a        .  .  .   .  .  .
b     .  .  .  .   .  .  .  .
c  wM .  .  wB× .  .  .  .  .  bM
d  wM .  .  .   .  .  .  .  .  bM
e     .  .  .  .   .  .  .  .
f        .  .  .   .  .  .`,
		},
		{
			"book: 7-14× ends in a desert, and the piece stays", "white", `
a        wL .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "7-14×", `
a        .  .   .  .  .  .
b     .  .  wL× .  .  .  .  .
c  wM .  .  .   .  .  .  .  .  bM
d  wM .  .  .   .  .  .  .  .  bM
e     .  .  .   .  .  .  .  .
f        .  .   .  .  .  .`,
		},
		{
			"book: a Tree moves once and lies down", "black", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  bT .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "38-8×", `
a        .   .  .  .  .  .
b     .  bT× .  .  .  .  .  .
c  wM .  .   .  .  .  .  .  .  bM
d  wM .  .   .  .  .  .  .  .  bM
e     .  .   .  .  .  .  .  .
f        .   .  .  .  .  .`,
		},
		{
			"book: pieces pass over deserts unharmed", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  w2 .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "9-21", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  w2 .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`,
		},
		{
			"book: who is set up in a desert may leave it", "white", `
a        .  .  .  .  .  .
b     .  .  wL .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "14-21", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  wL .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`,
		},
		{
			"from desert to desert is a move that ends in one", "white", `
a        .  .  .  .  .  .
b     .  .  w1 .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "14-15×", `
a        .  .   .  .  .  .
b     .  .  .   .  .  .  .  .
c  wM .  .  w1× .  .  .  .  .  bM
d  wM .  .  .   .  .  .  .  .  bM
e     .  .  .   .  .  .  .  .
f        .  .   .  .  .  .`,
		},
		{
			"a Mate stays in a desert like all others", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "1-18×", `
a        .  .   .  .  .  .
b     .  .  .   .  .  .  .  .
c  .  .  .  .   .  .  .  .  .  bM
d  wM .  .  .   .  .  .  .  .  bM
e     .  .  .   .  .  .  .  .
f        .  wM× .  .  .  .`,
		},
		{
			"book: black moves a white Mate home, with a circle around the move", "black", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  wM
c  wM .  .  .  .  .  .  .  .  .
d  .  .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  bM .  .
f        .  .  .  .  .  .`, "43-47◯", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  wM×
d  .  .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  bM .  .
f        .  .  .  .  .  .`,
		},
		{
			"× is as true of a Mate at home", "black", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  wM
c  wM .  .  .  .  .  .  .  .  .
d  .  .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  bM .  .
f        .  .  .  .  .  .`, "43-47×", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  wM×
d  .  .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  bM .  .
f        .  .  .  .  .  .`,
		},
		{
			"book: a Mate that comes back to its own home stays there too", "white", `
a        .  .  .  .  .  .
b     wM .  .  .  .  .  .  .
c  .  .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "3-1◯", `
a         .  .  .  .  .  .
b      .  .  .  .  .  .  .  .
c  wM× .  .  .  .  .  .  .  .  bM
d  wM  .  .  .  .  .  .  .  .  bM
e      .  .  .  .  .  .  .  .
f         .  .  .  .  .  .`,
		},
		{
			"book: others come to homes and leave them freely", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  bL wM .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "1-5", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  .  wM .  .  .  .  .  .  .  bM
d  wM bL .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`,
		},
		{
			"book: white moves a black piece in its half", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  b3 .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "22-5", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM b3 .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`,
		},
		{
			"rabbit=many: a Rabbit that lands in the desert 18 on its way goes on", "white rabbit=many", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM wR .  .  .  .  .  .  .  bM
e     .  w1 .  w2 .  .  .  .
f        .  .  .  .  .  .`, "5-28", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  wR .  .  .  bM
e     .  w1 .  w2 .  .  .  .
f        .  .  .  .  .  .`,
		},
		{
			"rabbit=many: one that ends its move there stays", "white rabbit=many", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM wR .  .  .  .  .  .  .  bM
e     .  w1 .  w2 .  .  .  .
f        .  .  .  .  .  .`, "5-18×", `
a        .  .  .   .  .  .
b     .  .  .  .   .  .  .  .
c  wM .  .  .  .   .  .  .  .  bM
d  wM .  .  .  .   .  .  .  .  bM
e     .  w1 .   w2 .  .  .  .
f        .  wR× .  .  .  .`,
		},
		{
			"a Rabbit over the border", "black", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  b1 wR .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "28-16×", `
a        .  .   .  .  .  .
b     .  .  .   .  .  .  .  .
c  wM .  .  .   .  .  .  .  .  bM
d  wM .  .  wR× b1 .  .  .  .  bM
e     .  .  .   .  .  .  .  .
f        .  .   .  .  .  .`,
		},
	}
	for _, tt := range tests {
		before := drawn(t, tt.turn, tt.before)
		next, err := before.Apply(games.Decision(tt.says))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := board(next); got != neat(tt.after) {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, neat(tt.after))
		}
		if board(before) != neat(tt.before) {
			t.Errorf("%s: the position before has changed", tt.name)
		}
	}
}
