package maze_test

import (
	"errors"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// middle is a board on which every kind can break its rule.
const middle = `
a        wT .  wR .  .  .
b     .  wB .  .  .  .  .  .
c  wM .  w2 .  wL .  b3 .  .  bM
d  wM bS .  .  .  b1 .  .  .  .
e     w3 .  .  wS× .  .  .  .
f        .  b2 .  bT .  bM`

// broken names the rule that err does, with its arguments and the number it is about.
func broken(err error) string {
	var illegal games.Illegal
	if errors.As(err, &illegal) && illegal.Rule.N > 0 {
		return gamestest.Refusal(err) + " (" + itoa(illegal.Rule.N) + ")"
	}
	return gamestest.Refusal(err)
}

func TestWhatIsIllegalNamesItsRule(t *testing.T) {
	tests := []struct {
		turn string
		says games.Decision
		want string
	}{
		{"white", "13-20-21", "rule.notation"},
		{"white", "13", "rule.notation"},
		{"white", "13 20", "rule.notation"},
		{"white", "0-20", "rule.square 0"},
		{"white", "49-20", "rule.square 49"},
		{"white", "013-20", "rule.square 013"},
		{"white", "a1-b2", "rule.square a1"}, // there is no a1
		{"white", "A3-b3", "rule.notation"},
		{"white", "9-15××", "rule.notation"},
		{"white", "×", "rule.notation"},
		{"white", "move", "rule.notation"},
		{"white", "set 3 L", "rule.set.done"},
		{"white", "4-3", "rule.empty 4"},
		{"white", "33-15", "rule.half.white 33"},
		{"black", "9-21", "rule.half.black 9"},
		{"white", "23-22", "rule.stuck #piece.wS 23"},
		{"white", "9-9", "rule.same 9"},
		{"white", "1-9", "rule.taken 9"},
		{"white", "1-4", "rule.mate 1 4"},
		{"white", "1-14", "rule.mate 1 14"},
		{"white", "1-11", "rule.way 1 11 #piece.wM"},
		{"white", "5-3", "rule.shadow 5 3"},
		{"white", "21-20", "rule.lightning 21 20"},
		{"white", "21-33", "rule.taken 33"},
		{"white", "21-35", "rule.lightning 21 35"},
		{"white", "19-7", "rule.taken 7"},
		{"white", "19-31", "rule.rabbit 19 31"}, // no neighbour to jump
		{"white", "19-20", "rule.rabbit 19 20"},
		{"white", "7-13", "rule.tree 7 13"},
		{"white", "8-9", "rule.taken 9"},
		{"white", "8-14", "rule.stone 8 14"},
		{"white", "9-15", "rule.pawn 9 15 (2)"},
		{"white", "9-4", "rule.pawn 9 4 (2)"},
		{"white", "9-22", "rule.pawn 9 22 (2)"},
		{"white", "9-12", "rule.pawn 9 12 (2)"},
		{"white", "6-24", "rule.pawn 6 24 (3)"},
		{"white", "6-23", "rule.taken 23"},
		{"black", "33-15", "rule.way 33 15 #piece.b3"},
		{"black", "33-39", "rule.pawn 33 39 (3)"},
		{"black", "28-34", "rule.pawn 28 34 (1)"},
		{"white pawns=upto", "9-27", "rule.pawn.upto 9 27 (2)"},
		{"white rabbit=many", "19-31", "rule.rabbit.many 19 31"},
		{"white shadow=jump", "5-3", "rule.shadow.jump 5 3"},
		{"white", "9-11×", "rule.sign.stays 9-11"},
		{"white", "9-11◯", "rule.sign.home 9-11"},
		{"white", "7-14◯", "rule.sign.home 7-14"},
		{"black", "47-43◯", "rule.sign.home 47-43"},
		{"white", "lay 3", "rule.notation"},
	}
	for _, tt := range tests {
		_, err := drawn(t, tt.turn, middle).Apply(tt.says)
		if got := broken(err); got != tt.want {
			t.Errorf("%s: %q: got %s, want %s", tt.turn, tt.says, got, tt.want)
		}
	}
}

func TestAWayThatIsNotFreeIsSaid(t *testing.T) {
	const corner = `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  wM b1 b3 b1 .  .  .  .  .  bM
e     wB w2 w3 b2 .  .  .  .
f        wS wT bS .  .  .`
	tests := []struct {
		options string
		says    games.Decision
		want    string
	}{
		{"", "12-4", "rule.way 12 4 #piece.wS"},
		{"shadow=jump", "12-4", "no refusal"},
		{"", "12-19", "rule.shadow 12 19"},
		{"", "18-19", "rule.way 18 19 #piece.wT"},
		{"tree=jump", "18-19", "no refusal"},
		{"", "18-20", "rule.tree 18 20"},
		{"square1=dark", "18-20", "rule.way 18 20 #piece.wT"},
		{"square1=dark", "18-19", "rule.tree 18 19"},
		{"", "6-1", "rule.taken 1"},
		{"", "6-12", "rule.taken 12"},
		{"", "16-28", "rule.pawn 16 28 (1)"},
		{"", "23-11", "rule.taken 11"},
		{"", "23-35", "rule.pawn 23 35 (2)"},
		{"", "17-35", "rule.way 17 35 #piece.w3"},
		{"", "17-14", "rule.way 17 14 #piece.w3"},
	}
	for _, tt := range tests {
		_, err := drawn(t, "white "+tt.options, corner).Apply(tt.says)
		if got := broken(err); got != tt.want {
			t.Errorf("%s: %q: got %s, want %s", tt.options, tt.says, got, tt.want)
		}
	}
}

func TestWhatCantBeSetUpNamesItsRule(t *testing.T) {
	tests := []struct {
		setup, path string
		says        games.Decision
		want        string
	}{
		{"", "set 3 L", "3-8", "rule.set 4"},
		{"", "set 3 L", "set", "rule.notation.set 4"},
		{"", "set 3 L", "set 4", "rule.notation.set 4"},
		{"", "set 3 L", "set 4 M", "rule.notation.set 4"},
		{"", "set 3 L", "set 4 l", "rule.notation.set 4"},
		{"", "set 3 L", "set 4 .", "rule.notation.set 4"},
		{"", "set 3 L", "set 4 LL", "rule.notation.set 4"},
		{"", "set 3 L", "set c2 L", "rule.notation.set 4"},
		{"", "set 3 L", "set 4 L ", "rule.notation.set 4"},
		{"", "set 3 L", "set 49 L", "rule.notation.set 4"},
		{"", "set 3 L", "set 3 L", "rule.set.square 4"},
		{"", "set 3 L, set 4 L", "set 5 L", "rule.set.bag #piece.wL 5"},
		{"setup=balanced", "set 3 L", "set 5 L", "rule.set.square 4"},
		{"setup=balanced", "set 3 L, set 4 S", "set 5 L", "rule.set.balanced #piece.wL 5"},
		{"setup=small", "set 3 1, set 4 1, set 5 2, set 6 2, set 7 3, set 8 3, set 9 B, set 10 B, set 11 L, set 12 L", "set 13 R", "rule.set.square 37"},
	}
	for _, tt := range tests {
		_, err := gamestest.After(t, begun(t, "seats=2 "+tt.setup), games.Decision(tt.path)).Apply(tt.says)
		if got := gamestest.Refusal(err); got != tt.want {
			t.Errorf("%s, %s: %q: got %s, want %s", tt.setup, tt.path, tt.says, got, tt.want)
		}
	}
}

func TestASetupIsRefusedByTheRuleThatItBreaks(t *testing.T) {
	const sixteen = "................"
	tests := map[string]string{ // set-up → rule, or ""
		"seats=1":                              "",
		"seats=2 setup=small start=" + crowded: "",
		"seats=2 shadow=jump tree=jump pawns=upto square1=dark setup=balanced": "",
		"seats=0":                       "rule.setup.seats 1 2",
		"seats=3":                       "rule.setup.seats 1 2",
		"seats=2 pawns=any":             "rule.setup.value exact upto",
		"seats=2 start=S":               "rule.start.length 32 1",
		"seats=2 start=" + nobody + ".": "rule.start.length 32 33",
		"seats=2 start=M" + nobody[1:]:  "rule.start.letter 3",
		"seats=2 start=" + sixteen + "x" + sixteen[1:]:               "rule.start.letter 31",
		"seats=2 start=LL.L" + nobody[4:]:                            "rule.start.many 6 #piece.wL",
		"seats=2 start=L" + nobody[4:] + "111":                       "rule.start.many 46 #piece.b1",
		"seats=2 start=LL" + sixteen[2:] + "LL........RR......"[:16]: "",
	}
	for line, want := range tests {
		_, err := maze.Rules{}.New(gamestest.Setup(line))
		if got := gamestest.Refusal(err); (err != nil || want != "") && got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}
