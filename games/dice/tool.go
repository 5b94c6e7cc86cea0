package dice

import (
	"strings"

	"tabletop/games"
)

var _ games.Roller = Rules{}

// Cups returns the notations of the most usual cups.
func (Rules) Cups() []string {
	return []string{"2d6", "d6", "d20", "d4", "d8", "d10", "d12", "d100", "coin"}
}

// Dice returns the notations of the usual dice.
func (Rules) Dice() []string {
	return []string{"d4", "d6", "d8", "d10", "d12", "d20", "d100", "dF"}
}

// Roll returns the decision that rolls a cup.
func (Rules) Roll(cup string) games.Decision { return games.Decision("roll " + cup) }

// Rolled returns the cup that a decision rolls, or "".
func (Rules) Rolled(d games.Decision) string {
	cup, _ := strings.CutPrefix(string(d), "roll ")
	if cup == string(d) {
		return ""
	}
	return cup
}

var _ games.Restater = Rules{}

// Restated returns the meanings of a cup in the second edition of the notation and in the newest one.
func (r Rules) Restated(s games.Setup, cup string) (before, now string) {
	table, err := r.empty(s)
	if err != nil {
		return "", ""
	}
	then, today := dialect{table.own, tensD66}, dialect{table.own, strict}
	before, now = then.valid(cup), today.valid(cup)
	if today.valid(before) != before {
		before = "" // today it's refused in any form
	}
	return before, now
}

// With returns the set-up options for a table: the offered value of each option, and the own
// dice. The parameter own has the form of the option "dice"; "" defines no own dice.
func (r Rules) With(own string) map[string]string {
	options := games.Offers(r.Options())
	if own != "" {
		options["dice"] = own
	}
	return options
}

// Own returns the table's own dice in s.
func (Rules) Own(s games.Setup) string { return s.Options["dice"] }
