package dice

import (
	"strings"

	"tabletop/games"
)

var _ games.Roller = Rules{}

// Cups are those that are rolled most.
func (Rules) Cups() []string {
	return []string{"2d6", "d6", "d20", "d4", "d8", "d10", "d12", "d100", "coin"}
}

// Dice are the usual ones.
func (Rules) Dice() []string {
	return []string{"d4", "d6", "d8", "d10", "d12", "d20", "d100", "dF"}
}

// Roll returns the decision that rolls a cup.
func (Rules) Roll(cup string) games.Decision { return games.Decision("roll " + cup) }

// Rolled returns the cup that a decision rolls.
func (Rules) Rolled(d games.Decision) string {
	cup, _ := strings.CutPrefix(string(d), "roll ")
	if cup == string(d) {
		return ""
	}
	return cup
}

// With returns the options for dice of the table's own.
func (r Rules) With(own string) map[string]string {
	options := map[string]string{}
	for _, o := range r.Options() {
		if o.Offer != "" {
			options[o.Name] = o.Offer
		}
	}
	if own != "" {
		options["dice"] = own
	}
	return options
}

// Own returns the dice of the table's own in s.
func (Rules) Own(s games.Setup) string { return s.Options["dice"] }
