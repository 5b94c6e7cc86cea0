package fox_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

// change is what a decision, or a ruling as "fix …", makes of a position.
type change struct {
	name, setup, before string
	says                games.Decision
	after               string
}

func (c change) check(t *testing.T) {
	got := gamestest.After(t, gamestest.Position(t, fox.Rules{}, c.setup, c.before), c.says).String()
	if want := strings.TrimPrefix(c.after, "\n"); got != want {
		t.Errorf("%q: got\n%s\nwant\n%s", c.says, got, want)
	}
}

// eleven is the first tricks of a round that is nearly over: seat 1 has won nine of eleven.
const eleven = `trick 1 moons 7 moons 5
trick 1 moons 11 moons 10
trick 1 moons 9 moons 4
trick 1 moons 8 moons 6
trick 1 keys 11 keys 10
trick 1 keys 9 keys 4
trick 1 keys 8 keys 6
trick 1 keys 5 keys 2
trick 1 moons 2 bells 6
trick 2 bells 8 bells 2
trick 2 bells 9 bells 10
`

func TestWhatADecisionDoes(t *testing.T) {
	for _, c := range []change{
		{"book: the dealer's opponent leads the first trick", "seats=2", `
decree
round 1 first 1
points 0 0
`, "decree bells 4", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
`},
		{"book: the other answers", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
`, "play keys 7", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`},
		{"book: the higher card of the led suit wins, and leads", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`, "play keys 8", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 keys 8
`},
		{"book: a higher card of a third suit doesn't win", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`, "play moons 10", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 10
`},
		{"book: trump beats the led suit", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 10
`, "play bells 2", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 10 bells 2
`},
		{"book: of two trumps the higher wins", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 bells 10
`, "play bells 2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 bells 10 bells 2
`},
		{"a Swan that loses leads", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`, "play moons 1", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 1
`},
		{"a Swan that wins leads like any winner", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`, "play bells 1", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 bells 1
`},
		{"book: of two Swans the loser leads", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 1
`, "play bells 1", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 1 bells 1
`},
		{"book: a single Witch counts as trump", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 bells 8
`, "play keys 9", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 bells 8 keys 9
`},
		{"book: of two Witches the one of trump wins", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 9
`, "play bells 9", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 9 bells 9
`},
		{"book: of two Witches without trump the led one wins", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 9
`, "play moons 9", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 9 moons 9
`},
		{"book: a Fox asks at once, before the answer", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
`, "play keys 3", `
turn 1 exchange
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 3
`},
		{"book: a Fox that answers asks before the winner is found", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7
`, "play moons 3", `
turn 2 exchange
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 3
`},
		{"book: the new trump counts for the very trick", "seats=2", `
turn 2 exchange
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 3
`, "exchange moons 2", `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 3 exchange moons 2
`},
		{"one may keep the decree", "seats=2", `
turn 2 exchange
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 3
`, "keep", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 3 keep
`},
		{"after a Woodcutter nothing is said", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
`, "play keys 5", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 5
`},
		{"the last Fox of a hand finds nothing to exchange", "seats=2", `
turn 1 lead
round 1 first 1
points 0 0
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\n", "play keys 3", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3\n"},
		{"book: thirteen tricks are a round, ten are greedy, three humble; a Treasure is a point; the dealer changes", "seats=2", `
turn 2 follow
round 1 first 1
points 0 0
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3\n", "play keys 7", `
decree
round 2 first 2
points 1 7
last 10-3 treasures 1-1
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3 keys 7\n"},
		{"the next decree takes the cards of the round before away", "seats=2", `
decree
round 2 first 2
points 1 7
last 10-3 treasures 1-1
decree bells 4
` + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3 keys 7\n", "decree moons 1", `
turn 2 lead
round 2 first 2
points 1 7
last 10-3 treasures 1-1
decree moons 1
`},
		{"book: 21 points end the game", "seats=2 mode=quick", quickBefore, "round 7-6 treasures 0-1", `
over
round 4 first 2
points 21 17
last 7-6 treasures 0-1
`},
		{"book: 20 don't", "seats=2 mode=quick", quickBefore, "round 6-7 treasures 2-0", `
turn 2 round
round 4 first 2
points 20 19
last 6-7 treasures 2-0
`},
		{"book: a shorter game ends at 16", "seats=2 mode=quick target=16", quickBefore, "round 6-7 treasures 0-0", `
over
round 4 first 2
points 18 19
last 6-7 treasures 0-0
`},
		{"book: a longer one doesn't end before 35", "seats=2 mode=quick target=35", quickBefore, "round 9-4 treasures 3-0", `
turn 2 round
round 4 first 2
points 24 14
last 9-4 treasures 3-0
`},
	} {
		t.Run(c.name, c.check)
	}
}

const quickBefore = `
turn 1 round
round 3 first 1
points 15 13
last 9-4 treasures 0-0
`
