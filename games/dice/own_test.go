package dice_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/dice"
)

func TestOwnDiceAreReadFromTheOption(t *testing.T) {
	number := func(name string, n int) dice.Face { return dice.Face{Name: name, Value: n} }
	word := func(name string) dice.Face { return dice.Face{Name: name, Word: true} }
	for option, want := range map[string][]dice.Die{
		"":                        nil,
		"  ":                      nil,
		"colour=red,blue":         {{Name: "colour", Faces: []dice.Face{word("red"), word("blue")}}},
		"цвет=красный,Синий":      {{Name: "цвет", Faces: []dice.Face{word("красный"), word("Синий")}}},
		" a = 1 , 2 ; b = x , y ": {{Name: "a", Faces: []dice.Face{number("1", 1), number("2", 2)}}, {Name: "b", Faces: []dice.Face{word("x"), word("y")}}},
		"fate=+,0,-":              {{Name: "fate", Faces: []dice.Face{number("+", 1), number("0", 0), number("-", -1)}}},
		"n=-999,999":              {{Name: "n", Faces: []dice.Face{number("-999", -999), number("999", 999)}}},
		"mixed=1,joker":           {{Name: "mixed", Faces: []dice.Face{number("1", 1), word("joker")}}},
		"d=1,1":                   {{Name: "d", Faces: []dice.Face{number("1", 1), number("1", 1)}}},
		"абвгдежз=а,б":            {{Name: "абвгдежз", Faces: []dice.Face{word("а"), word("б")}}},
	} {
		got, err := dice.ParseDice(option)
		same := slices.EqualFunc(got, want, func(a, b dice.Die) bool { return a.Name == b.Name && slices.Equal(a.Faces, b.Faces) })
		if err != nil || !same {
			t.Errorf("ParseDice(%q) = %v, %v, want %v", option, got, err, want)
		}
	}
}

// faces lists n of them.
func faces(n int) string { return strings.Repeat("1,", n-1) + "1" }

// twenty are as many dice as there may be, of as many faces.
func twenty() string {
	all := "a=" + faces(20)
	for c := 'b'; c <= 't'; c++ {
		name := string(c)
		if c == 'f' {
			name = "ff"
		}
		all += ";" + name + "=" + faces(20)
	}
	return all
}

var badDice = []struct{ option, rule string }{
	{twenty() + ";u=1,2", "rule.dice.own.many"},
	{strings.Repeat(";", 20), "rule.dice.own.many"},
	{strings.Repeat("a", 16<<10+1), "rule.dice.own.size"},
	{"a", "rule.dice.own.faces"},
	{"a=", "rule.dice.own.faces"},
	{"a=1", "rule.dice.own.faces"},
	{"a=" + faces(21), "rule.dice.own.faces"},
	{"=1,2", "rule.dice.own.name"},
	{"1=1,2", "rule.dice.own.name"},
	{"a1=1,2", "rule.dice.own.name"},
	{"a b=1,2", "rule.dice.own.name"},
	{"abcdefghi=1,2", "rule.dice.own.name"},
	{"F=1,2", "rule.dice.own.name"},
	{"f=1,2", "rule.dice.own.name"},
	{"Coin=1,2", "rule.dice.own.name"},
	{"a-b=1,2", "rule.dice.own.name"},
	{"\xff=1,2", "rule.dice.own.name"},
	{";a=1,2", "rule.dice.own.name"},
	{"a=1,2;", "rule.dice.own.name"},
	{"a=1,", "rule.dice.own.face"},
	{"a=,1", "rule.dice.own.face"},
	{"a=1,01", "rule.dice.own.face"},
	{"a=1,+1", "rule.dice.own.face"},
	{"a=1,1000", "rule.dice.own.face"},
	{"a=1,-1000", "rule.dice.own.face"},
	{"a=1,-0", "rule.dice.own.face"},
	{"a=1,2.5", "rule.dice.own.face"},
	{"a=1,two words", "rule.dice.own.face"},
	{"a=1,abcdefghi", "rule.dice.own.face"},
	{"a=1,a1", "rule.dice.own.face"},
	{"a=1,#red", "rule.dice.own.face"},
	{"a=1,@2", "rule.dice.own.face"},
	{"a=1,2=3", "rule.dice.own.face"},
	{"a=1,99999999999999999999", "rule.dice.own.face"},
	{"a=1,\xff", "rule.dice.own.face"},
	{"a=1,x\n", ""},
	{"a=1,x\ty", "rule.dice.own.face"},
	{"a=1,2;a=3,4", "rule.dice.own.twice"},
	{"a=1,2;A=3,4", "rule.dice.own.twice"},
	{"цвет=1,2;ЦВЕТ=3,4", "rule.dice.own.twice"},
}

func TestBadOwnDiceAreRefusedByARule(t *testing.T) {
	if all, err := dice.ParseDice(twenty()); err != nil || len(all) != 20 {
		t.Errorf("twenty dice of twenty faces: got %d, %v", len(all), err)
	}
	for _, tt := range badDice {
		_, err := dice.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"dice": tt.option}})
		var illegal games.Illegal
		switch {
		case tt.rule == "" && err != nil:
			t.Errorf("dice=%.60q is refused: %v", tt.option, err)
		case tt.rule != "" && (!errors.As(err, &illegal) || illegal.Rule.Key != tt.rule):
			t.Errorf("dice=%.60q: got %v, want %s", tt.option, err, tt.rule)
		}
	}
}

func TestEqualFacesAreOneOutcomeOfGreaterWeight(t *testing.T) {
	s, err := dice.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"dice": "fate=+,+,0,0,0,-;n=2,10,2"}})
	if err != nil {
		t.Fatal(err)
	}
	for notation, want := range map[games.Decision][]games.Choice{
		"dfate": {{Says: "dfate +", Weight: 2}, {Says: "dfate -", Weight: 1}, {Says: "dfate 0", Weight: 3}},
		"dn":    {{Says: "dn 10", Weight: 1}, {Says: "dn 2", Weight: 2}},
		"dF":    {{Says: "dF", From: -1, To: 1, Weight: 1}},
		"d6":    {{Says: "d6", From: 1, To: 6, Weight: 1}},
		"d%":    {{Says: "d100", From: 1, To: 100, Weight: 1}},
		"coin":  {{Says: "coin heads", Weight: 1}, {Says: "coin tails", Weight: 1}},
	} {
		rolling, err := s.Apply("roll " + notation)
		if err != nil {
			t.Fatal(err)
		}
		if got := rolling.Legal(); !slices.Equal(got, want) {
			t.Errorf("roll %s: chance has %v, want %v", notation, got, want)
		}
	}
}
