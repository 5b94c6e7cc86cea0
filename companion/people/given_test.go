package people

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestUsualNamesAreInOrderOfFrequencyAndNoneIsTwice(t *testing.T) {
	for _, lang := range []string{"ru", "en"} {
		all := Usual(lang)
		if len(all) < 290 {
			t.Errorf("%s: %d names", lang, len(all))
		}
		seen := map[string]bool{}
		for i, g := range all {
			if name, ok := Tidy(g.Name); !ok || name != g.Name || utf8.RuneCountInString(name) > 16 || g.Weight < 1 {
				t.Errorf("%s: %+v", lang, g)
			}
			if seen[Fold(g.Name)] || i > 0 && g.Weight > all[i-1].Weight {
				t.Errorf("%s: %+v comes twice, or after a rarer one", lang, g)
			}
			seen[Fold(g.Name)] = true
		}
	}
	if Usual("de") != nil {
		t.Error("there are names of a language that has no list")
	}
}

// named returns the names of the group of a letter, nil if there is no such group.
func named(groups []Group, letter string) []string {
	for _, g := range groups {
		if g.Letter == letter {
			return g.Names
		}
	}
	return nil
}

func TestNamesOfKnownPlayersComeFirst(t *testing.T) {
	p := People{Known: []string{"Боря", "аркаша", "Аня", "Әсел", "ёжик"}}
	groups := p.Groups("ru", []string{"Александр"})
	on := named(groups, "А")
	if !slices.Equal(on[:2], []string{"аркаша", "Аня"}) || slices.Contains(on, "Александр") || slices.Contains(on[2:], "Аня") {
		t.Errorf("names on А: %q", on)
	}
	if on := named(groups, "Е"); on[0] != "ёжик" || !slices.Contains(on, "Егор") || named(groups, "Ё") != nil {
		t.Errorf("names on Е: %q", on)
	}
	if last := groups[len(groups)-1]; last.Letter != "Ә" || !slices.Equal(last.Names, []string{"Әсел"}) {
		t.Errorf("the last group is %+v", last)
	}
}

func TestEveryUsualNameIsOfferedOnceAndTheUsualLettersComeFirst(t *testing.T) {
	for _, lang := range []string{"ru", "en"} {
		offered, weights, before := map[string]bool{}, map[string]int{}, 1<<30
		for _, g := range Usual(lang) {
			weights[g.Name] = g.Weight
		}
		for _, g := range (People{}).Groups(lang, nil) {
			sum := 0
			for _, name := range g.Names {
				if offered[name] || !strings.HasPrefix(Fold(name), Fold(g.Letter)) {
					t.Errorf("%s: %s is offered on %s", lang, name, g.Letter)
				}
				offered[name] = true
				sum += weights[name]
			}
			if sum > before {
				t.Errorf("%s: %s is more frequent than the letter before it", lang, g.Letter)
			}
			before = sum
		}
		if len(offered) != len(Usual(lang)) {
			t.Errorf("%s: %d of %d names are offered", lang, len(offered), len(Usual(lang)))
		}
	}
	if got := (People{Known: []string{"Zoë"}}).Groups("de", nil); len(got) != 1 || got[0].Letter != "Z" {
		t.Errorf("without a list %+v is offered", got)
	}
}
