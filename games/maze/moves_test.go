package maze_test

import "testing"

func TestWhereAPieceMayGo(t *testing.T) {
	const garden = `
a         .  .  .  .  .  .
b      .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e      .  .  .  .  .  .  .  .
f         .  .  .  .  .  .`
	tests := []struct{ name, turn, board, from, want string }{
		{"a Mate goes diagonally, as far as it is free", "white", garden, "1", "3 5 7 11 18"},
		{"a Mate stops before a piece of either colour", "white", `
a        .  .  .  .  .  .
b     w1 .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  b2 .  .  .  .  .  .
f        .  .  .  .  .  .`, "1", "5"},
		{"a Mate far from home goes in all four directions", "black", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  .  .  .  .  .  .  .  .  .  bM
d  wM .  .  .  .  wM .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "28", "7 14 18 21 23 33 35 38 42"},
		{"a Shadow goes anywhere next to a Mate of its colour", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  wS .  .  .  .  bM
d  .  .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        wM .  .  .  .  .`, "21", "2 3 4 5 6 11 17 18"},
		{"a Shadow needs a free way", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM b1 b1 .  .  .  .  .  .  bM
e     .  w2 w3 .  .  .  .  .
f        wS w1 .  .  .  .`, "12", "6"},
		{"a black Shadow follows black Mates, stuck ones too", "white", `
a        .  bM× .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  bS .  .  .  .  .
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "21", "7 8 14 19 20 44 45 46 47"},
		{"a Lightning goes one square diagonally", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  wL .  .  .  .  .  bM
d  wM .  .  .  b1 .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "15", "8 10 20"},
		{"a Rabbit jumps one neighbour in any direction, of any colour, and goes nowhere else", "white", `
a        .  .  .  .  .  .
b     .  .  b1 w2 .  .  .  .
c  wM .  w3 wR bS b2 .  .  .  bM
d  wM .  .  wL .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "15", "4 13 17 25"},
		{"a Rabbit doesn't jump a second neighbour behind the first, nor off the board", "white", `
a        b2 .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM wM .  .  .  .  .  .  .  bM
d  .  wR w1 w2 .  .  .  .  .  bM
e     .  b1 .  .  .  .  .  .
f        .  .  .  .  .  .`, "5", "3 18"},
		{"rabbit=many: a Rabbit jumps on from where it has landed, from the desert 18 too", "white rabbit=many", `
a        .  .  .  .  .  .
b     wR .  .  .  .  .  .  .
c  wM w1 .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  b3 .  b2 .  .  .  .
f        .  .  .  .  .  .`, "3", "5 18 28"},
		{"rabbit=one: a Rabbit jumps once", "white rabbit=one", `
a        .  .  .  .  .  .
b     wR .  .  .  .  .  .  .
c  wM w1 .  .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  b3 .  b2 .  .  .  .
f        .  .  .  .  .  .`, "3", "5"},
		{"rabbit=many: a Rabbit doesn't end where it began", "white rabbit=many", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  wR w1 .  .  .  .  .  bM
d  wM .  w3 w2 .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "9", "11 21 23"},
		{"rabbit=many: a Rabbit jumps on by way of a home, over the border and the deserts", "white rabbit=many", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  .  w1 wR .  .  .  .  .  .  bM
d  wM w2 .  .  .  .  .  .  .  bM
e     .  .  w3 .  b1 .  b2 .
f        .  .  .  .  .  wM`, "9", "1 11 23 35 46"},
		{"a white Tree goes to light squares that it can reach", "white", `
a        .  .  b1 .  .  .
b     .  b2 .  b3 .  .  .  .
c  wM .  b2 b3 wB .  .  .  .  bM
d  wM wT w1 w2 w3 .  .  .  .  bM
e     .  w1 .  .  .  .  .  .
f        .  .  .  .  .  .`, "5", "3 7 14 18 23 26 28 30 31 33 35 38 40 42 44 46"},
		{"a black Tree goes to dark squares, homes and deserts too", "white", `
a        .  b1 .  .  .  .
b     .  w2 w3 .  .  .  .  .
c  wM bT b2 .  .  .  .  .  .  bM
d  .  b1 wM .  .  .  .  .  .  bM
e     w1 w2 .  .  .  .  .  .
f        .  .  .  .  .  .`, "4", "2"},
		{"a Stone goes one ahead or back, then one sideways", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  bB .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "21", "14 16 26 28"},
		{"a Stone's first step must be free, its corner not", "white", `
a        .  .  .  .  .  .
b     .  .  .  w1 .  .  .  .
c  wM .  .  w2 bB .  .  .  .  bM
d  wM .  .  .  b1 .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "21", "26 28"},
		{"a Stone's first step must be on the board", "white", `
a        .  .  .  .  .  .
b     bB .  .  .  .  .  .  .
c  .  .  .  .  .  .  .  .  .  bM
d  wM .  .  .  wM .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "3", "7 9"},
		{"a Time Pawn 1 goes ahead or sideways, never back", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  w1 .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "9", "8 10 15"},
		{"a black Time Pawn goes ahead to the left", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  b2 .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "21", "9 19 23"},
		{"a Time Pawn goes as far as it must over free squares", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  w3 .  bR .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "9", "12"},
		{"a Time Pawn 3 goes no other number of squares", "white", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  w3 .  .  .  .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "9", "12 27"},
		{"pawns=upto: a Time Pawn may go less", "white pawns=upto", `
a        .  .  .  .  .  .
b     .  w1 .  .  .  .  .  .
c  wM .  w3 .  .  bR .  .  .  bM
d  wM .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  .  .  .
f        .  .  .  .  .  .`, "9", "10 11 12 15 21"},
		{"shadow=jump: a Shadow needs no free way", "white shadow=jump", `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  w1 w2 w1 .  .  .  .  bM
d  wM .  w3 wS b1 .  .  .  .  bM
e     .  b3 b2 b1 .  .  .  .
f        .  .  .  .  .  .`, "16", "3 4 5 6"},
		{"tree=jump: a Tree needs no free way", "white tree=jump", `
a        .  .  w2 w3 .  .
b     .  .  .  w1 wB .  .  .
c  wM .  w1 w2 w3 .  wB .  .  bM
d  wM .  wR wT bB .  .  .  .  bM
e     .  b1 b2 b3 b1 bL bL bR
f        b2 b3 bB bR bS bS`, "16", "3 5 7 14 28 31 38 40 44"},
		{"square1=dark: a white Tree goes to the other squares", "white square1=dark", `
a        b1 .  .  .  .  .
b     b2 b3 .  .  .  .  .  .
c  wM wT w1 .  .  .  .  .  .  bM
d  .  .  wM .  .  .  .  .  .  bM
e     .  w2 .  .  .  .  .  .
f        .  .  .  .  .  .`, "4", "2 6 12 13 15 17 20 22 24 25 27 29 32 34 36 37 39 41 43 45"},
	}
	for _, tt := range tests {
		if got := targets(drawn(t, tt.turn, tt.board), tt.from); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
