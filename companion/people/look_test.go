package people

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestALookIsTheChosenOneOrTheFirstThatIsFree(t *testing.T) {
	p := People{}.WithLook("Аня", Look{3, 5}).WithLook("Боря", Look{3, 1}).WithLook("Вера", Look{99, -1})
	for _, tt := range []struct {
		names []string
		want  []Look
	}{
		{[]string{"Гена", "Дима"}, []Look{{1, 1}, {2, 2}}},
		{[]string{"Гена", "Аня"}, []Look{{1, 1}, {3, 5}}},
		{[]string{"Аня", "Боря"}, []Look{{3, 5}, {2, 1}}}, // Боря keeps the picture
		{[]string{"Боря", "Аня"}, []Look{{3, 1}, {2, 5}}},
		{[]string{"Вера", "Гена", "Аня"}, []Look{{1, 1}, {2, 2}, {3, 5}}},
		{nil, []Look{}},
	} {
		if got := p.AtTable(tt.names); !slices.Equal(got, tt.want) {
			t.Errorf("%q look like %v, want %v", tt.names, got, tt.want)
		}
	}
}

func TestNoTwoAtATableLookAlikeAsLongAsThatCanBeHelped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringN(1, 3, -1), 0, 20, rapid.ID[string]).Draw(t, "names")
		p := People{}
		for _, name := range names {
			p = p.WithLook(name, Look{rapid.IntRange(-1, 14).Draw(t, "colour"), rapid.IntRange(-1, 14).Draw(t, "picture")})
		}
		colours, pictures := map[int]int{}, map[int]int{}
		for i, l := range p.AtTable(names) {
			colours[l.Colour]++
			pictures[l.Picture]++
			if l.Colour < 1 || l.Colour > len(Colours) || l.Picture < 1 || l.Picture > len(Pictures) {
				t.Fatalf("%q looks like %v", names[i], l)
			}
			if c := p.Chosen(names[i]).Colour; c > 0 && l.Colour != c && colours[c] == 0 {
				t.Fatalf("%q has colour %d, though %d, the chosen one, was free", names[i], l.Colour, c)
			}
		}
		most := (len(names) + len(Colours) - 1) / len(Colours)
		for _, counts := range []map[int]int{colours, pictures} {
			for n, count := range counts {
				if count > most {
					t.Fatalf("%d of %d have %d", count, len(names), n)
				}
			}
		}
	})
}

func TestALookGoesWithItsPlayer(t *testing.T) {
	p := People{Known: []string{"a", "b"}}.WithLook("a", Look{2, 3})
	if got := p.Renamed("a", "c").Chosen("c"); got != (Look{2, 3}) {
		t.Errorf("renamed, a looks like %v", got)
	}
	if got := p.Renamed("b", "a").Chosen("a"); got != (Look{2, 3}) {
		t.Errorf("with b as well, a looks like %v", got)
	}
	if got := p.Without("a"); got.Looks != nil {
		t.Errorf("forgotten, a looks like %v", got.Looks)
	}
	if got := p.WithLook("a", Look{}); got.Looks != nil || p.Looks == nil {
		t.Errorf("without a choice there is %v", got.Looks)
	}
}
