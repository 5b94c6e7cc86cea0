package games_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabletop/games"
)

func TestADecisionIsWordsPartedByBlanks(t *testing.T) {
	tests := []struct {
		d    games.Decision
		i    int
		want string
	}{
		{"dice red white", 0, "dice"},
		{"dice red white", 2, "white"},
		{"dice red white", 3, ""},
		{"roll", 0, "roll"},
		{"roll", 1, ""},
		{"", 0, ""},
		{"", 5, ""},
	}
	for _, tt := range tests {
		if got := tt.d.Word(tt.i); got != tt.want {
			t.Errorf("word %d of %q: got %q, want %q", tt.i, tt.d, got, tt.want)
		}
	}
}

func TestAChoiceCoversItsDecisions(t *testing.T) {
	whole := games.Choice{Says: "roll"}
	score := games.Choice{Says: "score 2", From: -9, To: 99}
	dice := games.Choice{Says: "roll", Grammar: "dice"}
	tests := []struct {
		c    games.Choice
		d    games.Decision
		want bool
	}{
		{whole, "roll", true},
		{whole, "rol", false},
		{whole, "roll ", false},
		{whole, "roll 1", false},
		{whole, "", false},
		{score, "score 2 0", true},
		{score, "score 2 -9", true},
		{score, "score 2 99", true},
		{score, "score 2 -10", false},
		{score, "score 2 100", false},
		{score, "score 2", false},
		{score, "score 2 ", false},
		{score, "score 2 03", false},
		{score, "score 2 +3", false},
		{score, "score 2 -0", false},
		{score, "score 2 3.0", false},
		{score, "score 2 3 3", false},
		{score, "score 23", false},
		{score, "score 1 3", false},
		{score, "score 2 4294967299", false},
		{score, "score 2 99999999999999999999", false},
		{dice, "roll 2d6", true},
		{dice, "roll anything at all", true},
		{dice, "roll", false},
		{dice, "rolls 2d6", false},
	}
	for _, tt := range tests {
		if got := tt.c.Covers(tt.d); got != tt.want {
			t.Errorf("%s covers %q: got %v, want %v", tt.c, tt.d, got, tt.want)
		}
	}
}

func TestFindReturnsTheChoiceThatCovers(t *testing.T) {
	choices := []games.Choice{{Says: "end"}, {Says: "score 1", From: 0, To: 9}, {Says: "score 2", From: 0, To: 9}}
	if c, ok := games.Find(choices, "score 2 7"); !ok || c != choices[2] {
		t.Errorf("got %v, %v, want the third", c, ok)
	}
	if c, ok := games.Find(choices, "score 3 7"); ok {
		t.Errorf("got %v for a decision of none", c)
	}
}

func TestAChoiceCountsItsDecisions(t *testing.T) {
	tests := []struct {
		c    games.Choice
		n    int
		last games.Decision
		text string
	}{
		{games.Choice{Says: "roll"}, 1, "roll", "roll"},
		{games.Choice{Says: "take", From: 1, To: 3}, 3, "take 3", "take 1..3"},
		{games.Choice{Says: "score 2", From: -999, To: 999}, 1999, "score 2 999", "score 2 -999..999"},
		{games.Choice{Says: "take", From: 3, To: 3}, 1, "take", "take"},
		{games.Choice{Says: "roll", Grammar: "dice"}, 0, "roll", "roll <dice>"},
	}
	for _, tt := range tests {
		if got := tt.c.Len(); got != tt.n {
			t.Errorf("%s: got %d decisions, want %d", tt.c, got, tt.n)
		}
		if got := tt.c.At(max(0, tt.n-1)); got != tt.last {
			t.Errorf("%s: got %q last, want %q", tt.c, got, tt.last)
		}
		if got := tt.c.String(); got != tt.text {
			t.Errorf("got %q, want %q", got, tt.text)
		}
	}
}

func TestAChoiceCoversWhatItCounts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		from := rapid.Int32Range(-2000, 2000).Draw(rt, "from")
		c := games.Choice{Says: "n", From: from, To: from + rapid.Int32Range(1, 2000).Draw(rt, "more")}
		i := rapid.IntRange(-10, c.Len()+10).Draw(rt, "i")
		if got, want := c.Covers(c.At(i)), 0 <= i && i < c.Len(); got != want {
			rt.Fatalf("%s covers %q: got %v, want %v", c, c.At(i), got, want)
		}
	})
}

func TestARefusalNamesDecisionAndRule(t *testing.T) {
	err := games.Refuse("lure red", "rule.again", "#red")
	var illegal games.Illegal
	if !errors.Is(err, games.ErrIllegal) || !errors.As(err, &illegal) || illegal.Rule.Key != "rule.again" || illegal.Says != "lure red" {
		t.Errorf("got %+v, want an Illegal for lure red by rule.again", err)
	}
	if got, want := err.Error(), `illegal decision "lure red": rule.again #red`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestARefusalOfAHostileDecisionIsShortAndReadable(t *testing.T) {
	for _, hostile := range []string{strings.Repeat("9", 1<<20), strings.Repeat("ы", 1<<20), "\x00\xff\x1b[2J"} {
		got := games.Refuse(games.Decision(hostile), "rule.notation").Error()
		if len(got) > 300 || !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\x1b") {
			t.Errorf("got %d bytes: %.300q", len(got), got)
		}
	}
}

func TestOrderHasNoMeaningAmongEqualDice(t *testing.T) {
	choices := func(says ...games.Decision) (all []games.Choice) {
		for _, d := range says {
			all = append(all, games.Choice{Says: d})
		}
		return all
	}
	dice := choices("dice red red", "dice red white", "dice white white")
	for name, c := range map[string]struct {
		choices []games.Choice
		want    bool
	}{
		"equal dice":        {dice, true},
		"suits and numbers": {choices("deal bells 1", "deal bells 2", "deal keys 1"), false},
		"single faces":      {choices("die 1", "die 2"), false},
		"ordered pairs":     {choices("dice red white", "dice white red"), false},
		"two verbs":         {choices("dice red red", "coin red red"), false},
		"a number to enter": {[]games.Choice{{Says: "dice red red", From: 1, To: 3}}, false},
		"nothing":           {nil, false},
	} {
		if got := games.Unordered(c.choices); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if c, ok := games.FindUnordered(dice, "dice white red"); !ok || c.Says != "dice red white" {
		t.Errorf("dice white red is %q, %v", c.Says, ok)
	}
	if c, ok := games.FindUnordered(dice, "dice white green"); ok {
		t.Errorf("dice white green is %q", c.Says)
	}
}
