package dice_test

import (
	"errors"
	"testing"

	"tabletop/games"
	"tabletop/games/dice"
)

// meanings are notations that the editions read differently. A want that begins with "rule." is a
// refusal.
var meanings = []struct{ notation, second, third string }{
	{"2d6r!=3", "2d6r1!3", "2d6r<>3"},
	{"2d6ro!=3", "2d6ro1!3", "2d6ro<>3"},
	{"2d6r!=3!", "rule.dice.sign", "2d6r<>3!"},
	{"5d10>=8f!=1", "rule.dice.sign", "5d10>=8f<>1"},
	{"2d6!=3", "2d6!3", "2d6!3"},
	{"2d6!!=3", "2d6!!3", "2d6!!3"},
	{"1d20rr>15", "d20r1r>15", "d20r>15"},
	{"2d6rr", "2d6r1r1", "2d6r1"},
	{"d{1,1}!", "d{1,1}!", "rule.dice.endless"},
	{"2d{0,0}!k1", "2d{0,0}!k1", "rule.dice.endless"},
	{"d{1,1}!p", "d{1,1}!p", "rule.dice.endless"},
	{"d{1,1}!>1", "d{1,1}!>1", "d{1,1}!>1"},
	{"d{1,1}!1", "rule.dice.endless", "rule.dice.endless"},
	{"8d6 d4", "8d6k4", "rule.dice.plus"},
	{"8d6 d 4", "8d6k4", "rule.dice.plus"},
	{"8d6d4", "8d6k4", "8d6k4"},
	{"8d6 dl4", "8d6k4", "8d6k4"},
	{"8d6 d", "8d6k7", "8d6k7"},
	{"8d6 d\u00a0+1", "8d6k7+1", "8d6k7+1"},
	{"{d4,d6} d1", "{d4,d6}k1", "{d4,d6}k1"},
	{"8д6 д4", "8d6k4", "rule.dice.plus"},
	{"4к6 к3", "4d6k3", "4d6k3"},
	{"d6 d8", "rule.dice.plus", "rule.dice.plus"},
	{"2d6 3d8", "rule.dice.plus", "rule.dice.plus"},
}

func TestEachEditionKeepsItsMeaning(t *testing.T) {
	for _, m := range meanings {
		for edition, want := range []string{1: m.second, 2: m.second, 3: m.third} {
			if edition == 0 {
				continue
			}
			got := read(edition, m.notation)
			if got != want {
				t.Errorf("notation=%d: %q is %s, want %s", edition, m.notation, got, want)
			}
		}
	}
}

// read returns the shortest form of a notation, or the key of the rule that refuses it.
func read(edition int, notation string) string {
	cup, err := dice.ParseOf(edition, notation, nil)
	if illegal := (games.Illegal{}); errors.As(err, &illegal) {
		return illegal.Rule.Key
	}
	return cup.String()
}
