package mice_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

// begun is a game in which the first seats have caught something. Four yellow
// mice are on the card of seat 2, so two are left.
const begun = `
         R O Y G B
centre   4 6 2 5 0
lured    0 0 0 0 0
seat 1   1 0 0 0 3
seat 2   1 0 4 0 2
seat 3   0 0 0 1 1
`

func TestLegalLures(t *testing.T) {
	tests := []struct{ name, setup, dice, want string }{
		{"book: of two different colours one mouse each, or only one", "", "red green", "lure green, lure red, lure red green"},
		{"book: of two different colours none from a card", "", "red yellow", "lure red, lure red yellow, lure yellow"},
		{"book: a colour the centre lacks can't be taken", "", "green blue", "lure green"},
		{
			"book: a pair takes up to two, from the centre and from others", "", "yellow yellow",
			"lure yellow, lure yellow yellow, lure yellow yellow/2, lure yellow/2, lure yellow/2 yellow/2",
		},
		{"a pair takes no second mouse where only one lies", "", "red red", "lure red, lure red red, lure red red/2, lure red/2"},
		{"a pair takes from two cards, not from one's own", "", "blue blue", "lure blue/2, lure blue/2 blue/2, lure blue/2 blue/3, lure blue/3"},
		{
			"book: white makes a pair with the other die, or is any other colour", "", "green white",
			"lure green, lure green green, lure green green/3, lure green/3, " +
				"lure orange, lure orange green, lure red, lure red green, lure yellow, lure yellow green",
		},
		{
			"white and a colour the centre lacks: the pair from cards, any other alone", "", "blue white",
			"lure blue/2, lure blue/2 blue/2, lure blue/2 blue/3, lure blue/3, lure green, lure orange, lure red, lure yellow",
		},
		{
			"nosteal: a pair made with white takes from the centre only", "joker=nosteal", "blue white",
			"lure green, lure orange, lure red, lure yellow",
		},
		{"nosteal: a pair without white still steals", "joker=nosteal", "red red", "lure red, lure red red, lure red red/2, lure red/2"},
		{
			"nosteal: two whites take from the centre only", "joker=nosteal", "white white",
			"lure green, lure green green, lure orange, lure orange green, lure orange orange, lure orange yellow, " +
				"lure red, lure red green, lure red orange, lure red red, lure red yellow, " +
				"lure yellow, lure yellow green, lure yellow yellow",
		},
		{
			"two whites: any pair, stolen ones too, or any two colours", "", "white white",
			"lure blue/2, lure blue/2 blue/2, lure blue/2 blue/3, lure blue/3, " +
				"lure green, lure green green, lure green green/3, lure green/3, " +
				"lure orange, lure orange green, lure orange orange, lure orange yellow, " +
				"lure red, lure red green, lure red orange, lure red red, lure red red/2, lure red yellow, lure red/2, " +
				"lure yellow, lure yellow green, lure yellow yellow, lure yellow yellow/2, lure yellow/2, lure yellow/2 yellow/2",
		},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, "seats=3 "+tt.setup, "turn 1 lure "+tt.dice+begun)
		if got := gamestest.Listed(s.Legal()); got != tt.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", tt.name, tt.dice, got, tt.want)
		}
	}
}

func TestWhatIsIllegalNamesItsRule(t *testing.T) {
	const luredRed = `
         R O Y G B
centre   3 6 2 5 0
lured    1 0 0 0 0
seat 1   1 0 0 0 3
seat 2   1 0 4 0 2
seat 3   0 0 0 1 1
`
	tests := []struct {
		head, mice string
		says       games.Decision
		want       string
	}{
		{"turn 1 roll", begun, "stop", "rule.roll"},
		{"turn 1 roll", begun, "lure red", "rule.roll"},
		{"turn 1 roll", begun, "dice red red", "rule.roll"},
		{"turn 1 roll", begun, "roll 2", "rule.notation"},
		{"turn 1 roll", begun, "Roll", "rule.notation"},
		{"turn 1 dice", begun, "roll", "rule.dice"},
		{"turn 1 dice", begun, "lure red", "rule.dice"},
		{"turn 1 dice", begun, "dice white red", "rule.order"},
		{"turn 1 dice", begun, "dice red", "rule.notation"},
		{"turn 1 dice", begun, "dice red red red", "rule.notation"},
		{"turn 1 dice", begun, "dice red pink", "rule.notation"},
		{"turn 1 lure red green", begun, "roll", "rule.lure"},
		{"turn 1 lure red green", begun, "stop", "rule.lure"},
		{"turn 1 lure red green", begun, "lure green red", "rule.order"},
		{"turn 1 lure red green", begun, "lure", "rule.notation"},
		{"turn 1 lure red green", begun, "lure white", "rule.notation"},
		{"turn 1 lure red green", begun, "lure red/0", "rule.notation"},
		{"turn 1 lure red green", begun, "lure red/2 green", "rule.notation"},
		{"turn 1 lure red green", begun, "lure yellow", "rule.colour #word.yellow"},
		{"turn 1 lure red green", begun, "lure red yellow", "rule.colour #word.yellow"},
		{"turn 1 lure red green", begun, "lure red red", "rule.pair #word.red"},
		{"turn 1 lure red green", begun, "lure red/2", "rule.steal #word.red"},
		{"turn 1 lure red white", begun, "lure green/3", "rule.steal #word.green"},
		{"turn 1 lure red white", begun, "lure green green", "rule.pair #word.green"},
		{"turn 1 lure red white", begun, "lure orange green", "rule.colours #word.orange"},
		{"turn 1 lure red red", begun, "lure red green", "rule.colour #word.green"},
		{"turn 1 lure red red", begun, "lure red/1", "rule.own #word.red @1"},
		{"turn 1 lure red red", begun, "lure red/4", "rule.seat #word.red @4"},
		{"turn 1 lure red red", begun, "lure red/3", "rule.card #word.red @3"},
		{"turn 1 lure red red", begun, "lure red/2 red", "rule.order"},
		{"turn 1 lure red red", begun, "lure red/2 red/2", "rule.card #word.red @2"},
		{"turn 1 lure green blue", begun, "lure blue", "rule.centre #word.blue @0"},
		{"turn 1 lure red green", luredRed, "lure red", "rule.again #word.red @0"},
		{"turn 1 lure white white", luredRed, "lure red/2", "rule.again #word.red @2"},
		{"turn 1 more", luredRed, "lure green", "rule.more"},
		{"turn 1 more", luredRed, "dice red red", "rule.more"},
		{"turn 1 more", luredRed, "stop 1", "rule.notation"},
		{"over", begun, "roll", "rule.over"},
		{"over", begun, "mew", "rule.notation"},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, "seats=3", tt.head+tt.mice)
		_, err := s.Apply(tt.says)
		if got := gamestest.Refusal(err); got != tt.want {
			t.Errorf("%s: %q: got %s, want %s", tt.head, tt.says, got, tt.want)
		}
	}
}

func TestNostealNamesItsRule(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=3 joker=nosteal", "turn 1 lure blue white"+begun)
	if _, err := s.Apply("lure blue/2"); gamestest.Refusal(err) != "rule.joker #word.blue" {
		t.Errorf("got %s", gamestest.Refusal(err))
	}
}
