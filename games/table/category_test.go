package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

func TestCategoriesAreReadFromTheOption(t *testing.T) {
	free := func(name string) table.Category { return table.Category{Name: name, From: -999, To: 999, Factor: 1} }
	for option, want := range map[string][]table.Category{
		"none":                            nil,
		"coins":                           {free("coins")},
		"None":                            {free("None")},
		"coins;buildings;bonus":           {free("coins"), free("buildings"), free("bonus")},
		"coins=0..50;lost=0..10*-1":       {{"coins", 0, 50, 1}, {"lost", 0, 10, -1}},
		"x=-999..999*1":                   {free("x")},
		"x*100;y*-100":                    {{"x", -999, 999, 100}, {"y", -999, 999, -100}},
		"штраф=-5..-1*2":                  {{"штраф", -5, -1, 2}},
		"четвероног":                      {free("четвероног")},
		"a;b;c;d;e;f;g;h":                 {free("a"), free("b"), free("c"), free("d"), free("e"), free("f"), free("g"), free("h")},
		"monotonous=-999..-998*-100;none": {{"monotonous", -999, -998, -100}, free("none")},
	} {
		if got, err := table.ParseCategories(option); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseCategories(%q) = %v, %v, want %v", option, got, err, want)
		}
	}
}

func TestBadCategoriesAreRefusedByARule(t *testing.T) {
	for _, tt := range []struct{ option, rule string }{
		{"a;b;c;d;e;f;g;h;i", "rule.categories.many"},
		{strings.Repeat(";", 1<<20), "rule.categories.many"},
		{"", "rule.categories.name"},
		{"coins;", "rule.categories.name"},
		{";coins", "rule.categories.name"},
		{"=0..5", "rule.categories.name"},
		{"two words", "rule.categories.name"},
		{" coins", "rule.categories.name"},
		{"coins ", "rule.categories.name"},
		{"coin5", "rule.categories.name"},
		{"@2", "rule.categories.name"},
		{"#red", "rule.categories.name"},
		{"red/3", "rule.categories.name"},
		{"a,b", "rule.categories.name"},
		{"abcdefghijk", "rule.categories.name"},
		{"и\u0306", "rule.categories.name"}, // й in two parts
		{"\xff", "rule.categories.name"},
		{strings.Repeat("\xff", 1<<20), "rule.categories.name"},
		{"coins;coins", "rule.categories.twice"},
		{"coins=0..5;Coins*2", "rule.categories.twice"},
		{"ряд;РЯД", "rule.categories.twice"},
		{"coins=", "rule.categories.limits"},
		{"coins=5", "rule.categories.limits"},
		{"coins=5..", "rule.categories.limits"},
		{"coins=5..5", "rule.categories.limits"},
		{"coins=5..4", "rule.categories.limits"},
		{"coins=00..5", "rule.categories.limits"},
		{"coins=0..+5", "rule.categories.limits"},
		{"coins=-0..5", "rule.categories.limits"},
		{"coins=0...5", "rule.categories.limits"},
		{"coins=0..1000", "rule.categories.limits"},
		{"coins=-1000..0", "rule.categories.limits"},
		{"coins=0..99999999999999999999", "rule.categories.limits"},
		{"coins=0..5=0..5", "rule.categories.limits"},
		{"coins*", "rule.categories.factor"},
		{"coins*0", "rule.categories.factor"},
		{"coins*01", "rule.categories.factor"},
		{"coins*-0", "rule.categories.factor"},
		{"coins*101", "rule.categories.factor"},
		{"coins*-101", "rule.categories.factor"},
		{"coins*2*2", "rule.categories.factor"},
		{"coins*2=0..5", "rule.categories.factor"},
		{"coins*1.5", "rule.categories.factor"},
	} {
		_, err := table.Score{}.New(games.Setup{Seats: 2, Options: map[string]string{"categories": tt.option}})
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != tt.rule || illegal.Says.Word(0)[:11] != "categories=" || len(illegal.Says) > 1<<10 {
			t.Errorf("%.40q: got %.200v, want %s", tt.option, err, tt.rule)
		}
	}
}

func TestAllRoundsTogetherHaveTwoHundredNumbersASeat(t *testing.T) {
	for _, tt := range []struct{ setup, rule string }{
		{"2 rounds=25 categories=a;b;c;d;e;f;g;h", ""},
		{"2 rounds=26 categories=a;b;c;d;e;f;g;h", "rule.categories.rounds"},
		{"2 rounds=66 categories=a;b;c", ""},
		{"2 rounds=67 categories=a;b;c", "rule.categories.rounds"},
		{"2 rounds=99 categories=a;b", ""},
		{"2 rounds=99", ""},
	} {
		_, err := table.Score{}.New(gamestest.Setup("seats=" + tt.setup))
		var illegal games.Illegal
		if errors.As(err, &illegal); illegal.Rule.Key != tt.rule || (err == nil) != (tt.rule == "") {
			t.Errorf("%s: got %v, want %q", tt.setup, err, tt.rule)
		}
	}
}

// drawCategory draws a category that can be.
func drawCategory(t *rapid.T) table.Category {
	from := rapid.IntRange(-table.MostPoints, table.MostPoints-1).Draw(t, "from")
	return table.Category{
		Name:   rapid.StringMatching(`[a-zа-яё]{1,10}`).Draw(t, "name"),
		From:   from,
		To:     rapid.IntRange(from+1, table.MostPoints).Draw(t, "to"),
		Factor: rapid.IntRange(-table.MostFactor, table.MostFactor).Filter(func(n int) bool { return n != 0 }).Draw(t, "factor"),
	}
}

// optionOf prints categories as the option wants them.
func optionOf(categories []table.Category) string {
	parts := make([]string, len(categories))
	for i, c := range categories {
		parts[i] = c.String()
	}
	return strings.Join(parts, ";")
}

// drawCategories draws a list that can be.
func drawCategories(t *rapid.T) []table.Category {
	name := func(c table.Category) string { return c.Name }
	return rapid.SliceOfNDistinct(rapid.Custom(drawCategory), 1, table.MostCategories, name).
		Filter(func(all []table.Category) bool { return optionOf(all) != "none" }).Draw(t, "categories")
}

func TestCategoriesArePrintedAsTheyAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawCategories(t)
		if got, err := table.ParseCategories(optionOf(want)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q is read as %v, %v", optionOf(want), got, err)
		}
	})
}

func FuzzCategories(f *testing.F) {
	for _, option := range []string{"none", "coins=0..50;buildings;lost=0..10*-1", "a;b;c;d;e;f;g;h;i", "x*2=1..2", "штраф=-5..-1*2", "a;A", "\xff"} {
		f.Add(option)
	}
	f.Fuzz(func(t *testing.T, option string) {
		all, err := table.ParseCategories(option)
		if err != nil {
			if !errors.Is(err, games.ErrIllegal) {
				t.Fatalf("%q is refused by no rule: %v", option, err)
			}
			return
		}
		if again, err := table.ParseCategories(optionOf(all)); len(all) > 0 && (err != nil || !slices.Equal(again, all)) {
			t.Fatalf("%q is read as %v, which is read as %v, %v", option, all, again, err)
		}
		s, err := table.Score{}.New(games.Setup{Seats: 2, Options: map[string]string{"categories": option}})
		if err != nil || len(s.Legal()) != 2*max(len(all), 1) {
			t.Fatalf("%q makes %v, %v", option, s, err)
		}
	})
}
