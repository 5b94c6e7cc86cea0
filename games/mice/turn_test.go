package mice_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

// change is a decision, or a ruling that begins with "fix ", and what it makes of a position.
type change struct{ name, setup, before, says, after string }

// colours is the line above the mice.
const colours = "         R O Y G B\n"

func (c change) check(t *testing.T) {
	t.Helper()
	s := gamestest.Position(t, mice.Rules{}, c.setup, strings.Replace(c.before, "\ncentre", "\n"+colours+"centre", 1))
	take := s.Apply
	ruling, ok := strings.CutPrefix(c.says, "fix ")
	if ok {
		take = s.Fix
	}
	next, err := take(games.Decision(ruling))
	if err != nil {
		t.Fatalf("%s: %v", c.says, err)
	}
	if got := strings.Replace(next.String(), colours, "", 1); got != strings.TrimPrefix(c.after, "\n") {
		t.Errorf("after %q got\n%swant%s", c.says, got, c.after)
	}
}

func TestWhatADecisionDoes(t *testing.T) {
	for _, c := range []change{
		{"a turn begins with a roll", "seats=2", `
turn 1 roll
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "roll", `
turn 1 dice
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"book: lured mice lie before the card, not on it", "seats=2", `
turn 1 lure red green
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "lure red green", `
turn 1 more
centre   5 6 6 5 6
lured    1 0 0 1 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"book: one may be content with one mouse", "seats=2", `
turn 1 lure red green
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "lure green", `
turn 1 more
centre   6 6 6 5 6
lured    0 0 0 1 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"book: a pair takes from another's card", "seats=3", `
turn 2 lure blue blue
centre   6 6 6 6 4
lured    0 0 0 0 0
seat 1   0 0 0 0 1
seat 2   0 0 0 0 0
seat 3   0 0 0 0 1
`, "lure blue/1 blue/3", `
turn 2 more
centre   6 6 6 6 4
lured    0 0 0 0 2
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
seat 3   0 0 0 0 0
`},
		{"book: who stops catches all that is lured", "seats=2", `
turn 1 more
centre   5 6 5 4 6
lured    1 0 1 1 0
seat 1   0 0 0 1 0
seat 2   0 0 0 0 0
`, "stop", `
turn 2 roll
centre   5 6 5 4 6
lured    0 0 0 0 0
seat 1   1 0 1 2 0
seat 2   0 0 0 0 0
`},
		{"after the last seat the first is on turn", "seats=2", `
turn 2 more
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "stop", `
turn 1 roll
centre   5 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   1 0 0 0 0
`},
		{"book: a roll that lures nothing lets all run back to the centre, stolen ones too; what was caught before stays", "seats=2", `
turn 1 dice
centre   4 6 6 6 5
lured    2 0 0 0 0
seat 1   0 0 0 0 1
seat 2   0 0 0 0 0
`, "dice red red", `
turn 2 roll
fled 1 red red
centre   6 6 6 6 5
lured    0 0 0 0 0
seat 1   0 0 0 0 1
seat 2   0 0 0 0 0
`},
		{"book: of two colours one is lured already, the other is still free", "seats=2", `
turn 1 dice
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "dice red blue", `
turn 1 lure red blue
centre   5 6 6 6 6
lured    1 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"the very first roll of a turn can fail", "seats=2", `
turn 2 dice
centre   0 6 6 6 6
lured    0 0 0 0 0
seat 1   3 0 0 0 0
seat 2   3 0 0 0 0
`, "dice red orange", `
turn 2 lure red orange
centre   0 6 6 6 6
lured    0 0 0 0 0
seat 1   3 0 0 0 0
seat 2   3 0 0 0 0
`},
		{"the first roll fails where nothing of its colours can be had", "seats=2", `
turn 2 dice
centre   0 0 6 6 6
lured    0 0 0 0 0
seat 1   3 3 0 0 0
seat 2   3 3 0 0 0
`, "dice red orange", `
turn 1 roll
fled 2 red orange
centre   0 0 6 6 6
lured    0 0 0 0 0
seat 1   3 3 0 0 0
seat 2   3 3 0 0 0
`},
		{"a pair fails where only one's own card has the colour", "seats=2", `
turn 2 dice
centre   0 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   6 0 0 0 0
`, "dice red red", `
turn 1 roll
fled 2 red red
centre   0 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   6 0 0 0 0
`},
		{"with all five colours lured even two whites fail", "seats=2", `
turn 1 dice
centre   5 5 5 5 5
lured    1 1 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "dice white white", `
turn 2 roll
fled 1 white white
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"the next roll clears the sign of the hunt that failed", "seats=2", `
turn 2 roll
fled 1 white white
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "roll", `
turn 2 dice
centre   6 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"fewer than five in the centre don't end a turn", "seats=2", `
turn 1 lure red red
centre   2 0 0 0 3
lured    0 0 0 0 0
seat 1   4 3 3 3 0
seat 2   0 3 3 3 3
`, "lure red red", `
turn 1 more
centre   0 0 0 0 3
lured    2 0 0 0 0
seat 1   4 3 3 3 0
seat 2   0 3 3 3 3
`},
		{"book: fewer than five in the centre after a turn end the game at once", "seats=3", `
turn 1 more
centre   0 1 0 0 3
lured    2 0 0 0 0
seat 1   4 3 3 3 0
seat 2   0 2 3 3 3
seat 3   0 0 0 0 0
`, "stop", `
over
centre   0 1 0 0 3
lured    0 0 0 0 0
seat 1   6 3 3 3 0
seat 2   0 2 3 3 3
seat 3   0 0 0 0 0
`},
		{"with five in the centre the game goes on", "seats=2", `
turn 1 more
centre   0 2 0 0 3
lured    2 0 0 0 0
seat 1   4 2 3 3 0
seat 2   0 2 3 3 3
`, "stop", `
turn 2 roll
centre   0 2 0 0 3
lured    0 0 0 0 0
seat 1   6 2 3 3 0
seat 2   0 2 3 3 3
`},
		{"mice that run back can keep the game going", "seats=2", `
turn 1 dice
centre   0 0 0 0 3
lured    2 0 0 0 0
seat 1   4 3 3 3 0
seat 2   0 3 3 3 3
`, "dice red red", `
turn 2 roll
fled 1 red red
centre   2 0 0 0 3
lured    0 0 0 0 0
seat 1   4 3 3 3 0
seat 2   0 3 3 3 3
`},
		{"without risk five colours stay lured", "seats=2", `
turn 1 lure red blue
centre   6 5 5 5 5
lured    0 1 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "lure red", `
turn 1 more
centre   5 5 5 5 5
lured    1 1 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`},
		{"book, risk: all five colours are caught at once, second ones too, and the turn goes on", "seats=2 risk=on", `
turn 2 lure red red
centre   5 4 5 5 5
lured    0 2 1 1 1
seat 1   1 0 0 0 0
seat 2   0 0 0 0 0
`, "lure red red/1", `
turn 2 five
centre   4 4 5 5 5
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   2 2 1 1 1
`},
		{"risk: after the catch one may stop with nothing lured", "seats=2 risk=on", `
turn 2 five
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   1 1 1 1 1
`, "stop", `
turn 1 roll
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   1 1 1 1 1
`},
		{"risk: after the catch the colours are free again", "seats=2 risk=on", `
turn 2 dice
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   1 1 1 1 1
`, "dice red red", `
turn 2 lure red red
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   1 1 1 1 1
`},
		{"risk: a hunt that fails after a catch can end the game", "seats=2 risk=on", `
turn 2 dice
centre   0 0 1 1 1
lured    0 0 0 0 0
seat 1   3 3 3 3 3
seat 2   3 3 2 2 2
`, "dice red orange", `
over
fled 2 red orange
centre   0 0 1 1 1
lured    0 0 0 0 0
seat 1   3 3 3 3 3
seat 2   3 3 2 2 2
`},
		{"end=now: fewer than five in the centre after a lure end the game, what lies lured is caught", "seats=2 end=now", `
turn 1 lure red red
centre   3 0 0 0 3
lured    0 1 0 0 0
seat 1   3 3 3 3 0
seat 2   0 2 3 3 3
`, "lure red red", `
over
centre   1 0 0 0 3
lured    0 0 0 0 0
seat 1   5 4 3 3 0
seat 2   0 2 3 3 3
`},
		{"end=now: five in the centre after a lure are enough", "seats=2 end=now", `
turn 1 lure red red
centre   3 0 0 0 3
lured    0 1 0 0 0
seat 1   3 3 3 3 0
seat 2   0 2 3 3 3
`, "lure red", `
turn 1 more
centre   2 0 0 0 3
lured    1 1 0 0 0
seat 1   3 3 3 3 0
seat 2   0 2 3 3 3
`},
		{"end=now: what was taken from a card doesn't make the centre less", "seats=2 end=now", `
turn 1 lure red red
centre   2 0 0 0 3
lured    0 0 0 0 0
seat 1   0 4 3 3 0
seat 2   4 2 3 3 3
`, "lure red/2 red/2", `
turn 1 more
centre   2 0 0 0 3
lured    2 0 0 0 0
seat 1   0 4 3 3 0
seat 2   2 2 3 3 3
`},
		{"end=now with risk: the fifth colour is caught, and the game is over", "seats=2 risk=on end=now", `
turn 2 lure red red
centre   2 0 0 0 3
lured    0 2 1 1 1
seat 1   2 2 5 5 2
seat 2   2 2 0 0 0
`, "lure red", `
over
centre   1 0 0 0 3
lured    0 0 0 0 0
seat 1   2 2 5 5 2
seat 2   3 4 1 1 1
`},
		{"end=now: what is left after a hunt that fails is looked at as ever", "seats=2 end=now", `
turn 2 dice
centre   0 0 1 1 2
lured    0 0 0 0 0
seat 1   3 3 3 3 3
seat 2   3 3 2 2 1
`, "dice red orange", `
over
fled 2 red orange
centre   0 0 1 1 2
lured    0 0 0 0 0
seat 1   3 3 3 3 3
seat 2   3 3 2 2 1
`},
	} {
		t.Run(c.name, c.check)
	}
}
