package people

import (
	"slices"
	"testing"
)

func TestPlayersWhoLookAlikeAreMergedAndPartedAgain(t *testing.T) {
	p := People{Known: []string{"Аня", "Боря", "аня", "Елка", "Ёлка", "ЕЛКА"}, Firsts: map[string]int{"Аня": 1, "аня": 2, "Боря": 2}}
	want := []Pair{{"Аня", "аня"}, {"Елка", "Ёлка"}, {"Елка", "ЕЛКА"}}
	if got := p.Similar(); !slices.Equal(got, want) {
		t.Fatalf("similar are %v, want %v", got, want)
	}
	merged := p.Merged("Аня", "аня")
	if got := merged.Similar(); !slices.Equal(got, want[1:]) {
		t.Errorf("then similar are %v", got)
	}
	if merged.Person("аня") != "Аня" || merged.Person("Аня") != "Аня" || merged.Person("Боря") != "Боря" {
		t.Errorf("merged are %v", merged.Same)
	}
	if name, ok := merged.Recognized("АНЯ", nil); name != "Аня" || !ok {
		t.Errorf("АНЯ is %q, %t", name, ok)
	}
	if name, ok := merged.Recognized("аня", nil); name != "Аня" || !ok {
		t.Errorf("аня is %q, %t", name, ok)
	}
	if got := merged.Fairest([]string{"Аня", "Боря"}); !slices.Equal(got, []int{2}) {
		t.Errorf("the fewest were begun by %v: Аня has begun three, Боря two", got)
	}
	parted := merged.Parted("аня")
	if parted.Same != nil || !slices.Equal(parted.Similar(), want) {
		t.Errorf("parted: %v", parted.Same)
	}
	if got := parted.Fairest([]string{"Аня", "Боря"}); !slices.Equal(got, []int{1}) {
		t.Errorf("parted, the fewest were begun by %v", got)
	}
}

func TestMergingNeverGoesInACircle(t *testing.T) {
	p := People{}.Merged("a", "b").Merged("b", "a").Merged("b", "c").Merged("c", "a")
	if p.Person("a") != "a" || p.Person("b") != "a" || p.Person("c") != "a" {
		t.Errorf("merged are %v", p.Same)
	}
	damaged := People{Same: map[string]string{"a": "b", "b": "a"}}
	damaged.Person("a") // ends
}

func TestAMergedPlayerIsRenamedAndForgotten(t *testing.T) {
	p := People{Known: []string{"Аня", "аня"}}.Merged("Аня", "аня")
	if got := p.Renamed("Аня", "Анна"); got.Person("аня") != "Анна" {
		t.Errorf("renamed, merged are %v", got.Same)
	}
	if got := p.Without("Аня"); got.Same != nil {
		t.Errorf("forgotten, merged are %v", got.Same)
	}
	if got := p.Renamed("аня", "Аня"); got.Same != nil {
		t.Errorf("really one, merged are %v", got.Same)
	}
}
