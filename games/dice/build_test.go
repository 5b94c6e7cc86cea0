package dice_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/words/wordstest"
	"tabletop/games"
	"tabletop/games/dice"
)

// shelf is a table with the dice of own, where d66 is two dice.
var shelf = games.Setup{Seats: 1, Options: dice.Rules{}.With(ownOption)}

// offered draws parts: what they are called, and the notation they make.
func offered(parts []games.Part) string {
	var all []string
	for _, p := range parts {
		switch said := strings.TrimPrefix(wordstest.Item(p.Text), "build.die "); {
		case len(p.Of) > 0:
			all = append(all, said+" ("+offered(p.Of)+")")
		case p.From < p.To:
			all = append(all, fmt.Sprintf("%s %s %d..%d at %d", said, p.Cup, p.From, p.To, p.Now))
		default:
			all = append(all, said+" "+p.Cup)
		}
	}
	return strings.Join(all, ", ")
}

func TestACupIsPutTogetherStepByStep(t *testing.T) {
	const (
		usual = "d4 +d4, d6 +d6, d8 +d8, d10 +d10, d12 +d12, d20 +d20, d100 +d100, dF +dF, dcolour +dcolour, dодин +dодин, build.faces +d# 2..1000 at 6"
		bonus = "build.plus CUP+# 1..9999 at 1, build.minus CUP-# 1..9999 at 1, build.more (" + usual + ")"
	)
	table := games.Setup{Seats: 1, Options: map[string]string{"dice": "colour=red,blue;один=1,1"}}
	for _, tt := range []struct{ cup, want string }{
		{"", strings.ReplaceAll(usual, "+", "") + ", name.coin coin"},
		{"d6", "build.count #d6 1..1000 at 1, BONUS, build.explode d6!, build.subtract d6 -d6"},
		{"2d6", "build.count #d6 1..1000 at 2, BONUS, build.best 2d6k1, build.worst 2d6kl1, build.explode 2d6!, build.subtract 2d6 -2d6"},
		{"4d6", "build.count #d6 1..1000 at 4, BONUS, build.best 4d6k# 1..3 at 3, build.worst 4d6kl# 1..3 at 1, build.explode 4d6!, build.subtract 4d6 -4d6"},
		{"4d6k2", "build.count #d6k2 3..1000 at 4, BONUS, build.best 4d6k# 1..3 at 2, build.worst 4d6kl# 1..3 at 1, build.all 4d6, build.explode 4d6!k2, build.subtract 4d6k2 -4d6k2"},
		{"4d6!kl2", "build.count #d6!kl2 3..1000 at 4, BONUS, build.best 4d6!k# 1..3 at 3, build.worst 4d6!kl# 1..3 at 2, build.all 4d6!, build.once 4d6kl2, build.subtract 4d6!kl2 -4d6!kl2"},
		{"-2d8", "build.count -#d8 1..1000 at 2, BONUS, build.best -2d8k1, build.worst -2d8kl1, build.explode -2d8!, build.add 2d8 2d8"},
		{"2d6-d8", "build.count 2d6-#d8 1..998 at 1, BONUS, build.explode 2d6-d8!, build.add d8 2d6+d8, build.without d8 2d6"},
		{"d6+2", "build.number d6+# 0..9999 at 2, BONUS, build.subtract 2 d6-2, build.without 2 d6"},
		{"d6-2", "build.number d6-# 0..9999 at 2, BONUS, build.add 2 d6+2, build.without 2 d6"},
		{"10-d6", "build.count 10-#d6 1..1000 at 1, BONUS, build.explode 10-d6!, build.add d6 10+d6"},
		{"dcolour", "build.count #dcolour 1..1000 at 1, BONUS"}, // words
		{"3coin", "build.count #coin 1..1000 at 3"},
		{"1000d6", "build.count #d6 1..1000 at 1000, build.plus CUP+# 1..9999 at 1, build.minus CUP-# 1..9999 at 1, build.best 1000d6k# 1..999 at 999, " +
			"build.worst 1000d6kl# 1..999 at 1, build.explode 1000d6!, build.subtract 1000d6 -1000d6"},
		{"999d6+d4", "build.plus CUP+# 1..9999 at 1, build.minus CUP-# 1..9999 at 1, build.explode 999d6+d4!, build.subtract d4 999d6-d4, build.without d4 999d6"},
		{"d4" + strings.Repeat("+1", 19), "build.number d4" + strings.Repeat("+1", 18) + "+# 0..9999 at 1, build.subtract 1 d4" + strings.Repeat("+1", 18) + "-1, build.without 1 d4" + strings.Repeat("+1", 18)},
		// as people write it
		{"2К6 + 1", "build.number 2d6+# 0..9999 at 1, BONUS, build.subtract 1 2d6-1, build.without 1 2d6"},
		{"0d6", ""},
		{"10", ""},
		{"dnobody", ""},
	} {
		cup, _ := dice.Parse(tt.cup, own(t)) // none of what can't be rolled
		want := strings.ReplaceAll(strings.ReplaceAll(tt.want, "BONUS", bonus), "CUP", cup.String())
		want = strings.ReplaceAll(want, " +d", " "+cup.String()+"+d")
		if got := offered((dice.Rules{}).Build(table, tt.cup)); got != want {
			t.Errorf("from %q:\n%s\nwant\n%s", tt.cup, got, want)
		}
	}
	if got := (dice.Rules{}).Build(games.Setup{Seats: 7}, "d6"); got != nil {
		t.Errorf("at a table that can't be there are steps: %s", offered(got))
	}
}

// termed is a term in its shortest notation: its sign, how many dice, which, what they do.
var termed = regexp.MustCompile(`([+-]?)(\d*)(coin|d\d+|d\p{L}+?)?(!?)(kl?\d+)?(?:$|([+-]))`)

// stations are the notations on the way to a cup: dice first, then numbers; of each term
// the die, how many, whether it explodes, which count, the sign.
func stations(cup string) (way []string, end string) {
	var dice, numbers []string
	for len(cup) > 0 {
		m := termed.FindStringSubmatch(cup)
		whole := strings.TrimSuffix(m[0], m[6])
		if cup = cup[len(whole):]; m[3] == "" {
			numbers = append(numbers, whole)
			continue
		}
		dice = append(dice, whole)
	}
	for i, term := range append(dice, numbers...) {
		m := termed.FindStringSubmatch(term)
		plus := "+"
		if i == 0 {
			plus = ""
		}
		sign := plus
		if m[1] == "-" {
			sign = "-"
		}
		if m[3] == "" {
			if m[2] == "0" {
				way = append(way, end+sign+"1")
			}
			end += sign + m[2]
			way = append(way, end)
			continue
		}
		for _, part := range []string{plus + m[3], plus + m[2] + m[3], plus + m[2] + m[3] + m[4], plus + m[2] + m[3] + m[4] + m[5], sign + m[2] + m[3] + m[4] + m[5]} {
			way = append(way, end+part)
		}
		end = way[len(way)-1]
	}
	return slices.Compact(way), end
}

// leads reports whether one of parts makes a notation.
func leads(parts []games.Part, to string) bool {
	for _, p := range parts {
		for n := p.From; n <= p.To && len(p.Of) == 0; n++ {
			if p.With(n) == to {
				return true
			}
		}
		if leads(p.Of, to) {
			return true
		}
	}
	return false
}

// Every notation that the tests of the grammar read is put together, its numbers last.
func TestFromTheEmptyCupEveryConstructIsReachedInFewSteps(t *testing.T) {
	const stepsEach = 5 // die, how many, once more, which count, sign
	reached := 0
	for _, tt := range readings {
		if tt.want == "" {
			continue
		}
		way, end := stations(tt.want)
		at, terms := "", len(regexp.MustCompile(`[+-]?[^+-]+`).FindAllString(tt.want, -1))
		for _, next := range way {
			if !leads((dice.Rules{}).Build(shelf, at), next) {
				t.Errorf("%s: no step leads from %q to %q", tt.want, at, next)
			}
			at = next
		}
		if at != end || len(way) > stepsEach*terms || sortedTerms(end) != sortedTerms(tt.want) {
			t.Errorf("%s: %d steps lead to %s: %s", tt.want, len(way), end, way)
		}
		reached++
	}
	if reached < 100 {
		t.Errorf("only %d notations were tried", reached)
	}
}

// sortedTerms are the terms of a cup, each with its sign, in one order.
func sortedTerms(cup string) string {
	if !strings.HasPrefix(cup, "-") {
		cup = "+" + cup
	}
	terms := regexp.MustCompile(`[+-][^+-]+`).FindAllString(cup, -1)
	slices.Sort(terms)
	return strings.Join(terms, "")
}

func TestWhateverIsChosenTheCupCanBeRolled(t *testing.T) {
	dies := own(t)
	catalogues := []catalogue{texts(dice.Rules{}.Assets()["ru"]), texts(dice.Rules{}.Assets()["en"])}
	rapid.Check(t, func(t *rapid.T) {
		cup := ""
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			parts := (dice.Rules{}).Build(shelf, cup)
			if len(parts) == 0 {
				t.Fatalf("no step leads on from %q", cup)
			}
			p := rapid.SampledFrom(parts).Draw(t, "step")
			if len(p.Of) > 0 {
				p = rapid.SampledFrom(p.Of).Draw(t, "kind")
			}
			for _, words := range catalogues {
				if words[p.Text.Key] == "" {
					t.Fatalf("nothing says %q", p.Text.Key)
				}
			}
			if p.From > p.To || p.From < p.To && (p.Now < p.From || p.Now > p.To) {
				t.Fatalf("from %q the dial of %+v can't start", cup, p)
			}
			next := p.With(rapid.IntRange(p.From, p.To).Draw(t, "number"))
			read, err := dice.Parse(next, dies)
			if err != nil || read.String() != next {
				t.Fatalf("%q leads to %q, which is %s, %v", cup, next, read, err)
			}
			if next == cup && p.From == p.To {
				t.Fatalf("from %q %+v leads nowhere", cup, p)
			}
			cup = next
		}
	})
}
