package dice_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
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
	{"5d10>=8df1", "5d10>=8f1k4", "rule.dice.instead"},
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

// elsewhere are notations of other programs and of people, and how they are written here.
var elsewhere = []struct{ notation, here string }{
	{"/roll 2d6+1", "2d6+1"},
	{"/r 4d6 drop lowest", "4d6k3"},
	{"!r 2d20 keep highest", "2d20k1"},
	{"output [highest 3 of 4d6]", "4d6k3"},
	{"[lowest 1 of 2d20]", "2d20kl1"},
	{"[explode d6]", "d6!"},
	{"[count 6 in 5d6]", "5d6=6"},
	{"4d6 drop lowest 1", "4d6k3"},
	{"4d6, drop the lowest", "4d6k3"},
	{"4d6 drop 1", "4d6k3"},
	{"4d6 drop highest 2", "4d6kl2"},
	{"4d6 keep 3", "4d6k3"},
	{"2d20 keep lowest", "2d20kl1"},
	{"4d6-L", "4d6k3"},
	{"4d6-H+2", "4d6kl3+2"},
	{"best 3 of 4d6", "4d6k3"},
	{"лучшие 3 из 4к6", "4d6k3"},
	{"4к6 без худшего", "4d6k3"},
	{"5d6x", "5d6!"},
	{"5d6x>4", "5d6!>4"},
	{"5d6e6", "5d6!6"},
	{"4d6mi2", "4d6min2"},
	{"4d6ma5", "4d6max5"},
	{"4d6pl1", "4d6k3"},
	{"5d10>=8df1", "5d10>=8f1"},
	{"5d10t8", "5d10>=8"},
	{"2w6+1", "2d6+1"},
	{"(d6+1)x3", "(d6+1)*3"},
	{"2d6:2", "2d6/2"},
	{"2d6÷2", "2d6/2"},
	{"2·d6", "2*d6"},
	{"d6*1,5", "d6*1.5"},
	{"5d10=>8", "5d10>=8"},
	{"5d10==8", "5d10=8"},
	{"2d6 exploding", "2d6!"},
	{"3 монеты", "3coin"},
	{"д20 с преимуществом", "2d20k1"},
	{"d20+5 with disadvantage", "2d20kl1+5"},
	{"(4d6,3d8)kh1", "{4d6,3d8}k1"},
	{"d20+5>15", "{d20+5}>15"},
}

// A refusal names the notation that one would type here.
func TestARefusalSaysHowItIsWrittenHere(t *testing.T) {
	for _, e := range elsewhere {
		_, err := dice.Parse(e.notation, nil)
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != "rule.dice.instead" || illegal.Rule.Args[0] != e.here {
			t.Errorf("%q: %v, want %s", e.notation, err, e.here)
		}
	}
	for notation, want := range map[string]string{
		"5d6x6":        "rule.dice.cross 5d6*6 5d6!6",
		"5d6х2+1":      "rule.dice.cross 5d6*2+1 5d6!2+1",
		"d20r<21":      "rule.dice.endless.once d20 d20ro<21",
		"d20^7":        "rule.dice.large 1000000000",
		"coin adv":     "rule.dice.words coin",
		"2d6+2 adv":    "rule.dice.advantage",
		"d{a,b} dis":   "rule.dice.words d{a,b}",
		"5d10cs>=8df1": "rule.dice.sign 'd' 10",
		"d20fast":      "rule.dice.sign 'a' 5",
	} {
		_, err := dice.Parse(notation, nil)
		var illegal games.Illegal
		if !errors.As(err, &illegal) || strings.TrimSpace(illegal.Rule.Key+" "+strings.Join(illegal.Rule.Args, " ")) != want {
			t.Errorf("%q: %v, want %s", notation, err, want)
		}
	}
}

// Old records roll as they did before edition 3.
func TestOldEditionsRollAsBefore(t *testing.T) {
	text, err := os.ReadFile("testdata/editions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		edition, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		notation, want, _ := strings.Cut(rest, "\t")
		cup, err := dice.ParseOf(int(edition[0]-'0'), notation, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		got := cup.String()
		for seed := range uint64(5) {
			r := cup.Roll(rand.New(rand.NewPCG(seed, 2)).Uint64N)
			got += fmt.Sprintf(" %d/%d", len(r.Faces), r.Total)
		}
		if got != want {
			t.Errorf("notation=%s: %q is %s, was %s", edition, notation, got, want)
		}
	}
}
