package people

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestALookIsTheChosenOneOrTheUsualOneOfTheName(t *testing.T) {
	p := People{}.WithLook("Аня", Look{3, 5}).WithLook("Боря", Look{3, 1}).WithLook("Вера", Look{99, -1})
	for _, tt := range []struct {
		names []string
		want  []Look
	}{
		{[]string{"Гена"}, []Look{{Colour: 5}}},
		{[]string{"Игрок 1", "Player 2", "Гость 14"}, []Look{{Colour: 1}, {Colour: 2}, {Colour: 3}}}, // the first by name has 2
		{[]string{"Игрок 1", "Игрок 2"}, []Look{{Colour: 1}, {Colour: 2}}},
		{[]string{"Игрок 12"}, []Look{{Colour: 12}}},
		{[]string{"Аня", "Игрок 3"}, []Look{{3, 5}, {Colour: 1}}}, // a chosen colour comes first
		{[]string{"Аня", "Боря"}, []Look{{3, 5}, {1, 1}}},         // Боря keeps the picture
		{[]string{"Вера"}, []Look{{Colour: 6}}},                   // of a setting that is damaged
		{nil, []Look{}},
	} {
		if got := p.AtTable(tt.names); !slices.Equal(got, tt.want) {
			t.Errorf("%q look like %v, want %v", tt.names, got, tt.want)
		}
	}
}

func TestLooksStayWithPeopleWhoChangeSeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringN(1, 3, -1), 1, 12, rapid.ID[string]).Draw(t, "names")
		p := People{}
		for _, name := range names {
			p = p.WithLook(name, Look{rapid.IntRange(0, 12).Draw(t, "colour"), rapid.IntRange(0, 12).Draw(t, "picture")})
		}
		turned := rapid.Permutation(names).Draw(t, "turned")
		before, after := p.AtTable(names), p.AtTable(turned)
		for i, name := range names {
			if got := after[slices.Index(turned, name)]; got != before[i] {
				t.Fatalf("%q looks like %v, and %v in another seat", name, before[i], got)
			}
		}
	})
}

func TestWhoHasChosenAPictureThatIsTakenHasAnother(t *testing.T) {
	p := People{}.WithLook("Аня", Look{Picture: 1}).WithLook("Боря", Look{Picture: 1})
	if got := p.AtTable([]string{"Боря", "Вера", "Аня"}); got[0].Picture < 2 || got[1].Picture != 0 || got[2].Picture != 1 {
		t.Errorf("the table looks like %v", got)
	}
}

func TestTheNumberOfAGuestEndsTheName(t *testing.T) {
	for name, want := range map[string]int{"Игрок 2": 2, "Аня 12": 12, "Аня": 0, "7": 0, "Аня 123": 0, "Аня +1": 0, "Аня 0": 0, "": 0} {
		if got := Number(name); got != want {
			t.Errorf("the number of %q is %d, want %d", name, got, want)
		}
	}
}

func TestAMergedNameHasTheLookOfItsPerson(t *testing.T) {
	p := People{Known: []string{"Аня", "Анюта"}}.WithLook("Аня", Look{2, 3}).Merged("Аня", "Анюта")
	if got := p.AtTable([]string{"Анюта"})[0]; got != (Look{2, 3}) {
		t.Errorf("Анюта looks like %v", got)
	}
	p = p.WithLook("Аня", Look{})
	if a, b := p.AtTable([]string{"Аня"})[0], p.AtTable([]string{"Анюта"})[0]; a != b {
		t.Errorf("one person looks like %v and %v", a, b)
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
			if l.Picture > 0 {
				pictures[l.Picture]++
			}
			if l.Colour < 1 || l.Colour > len(Colours) || l.Picture > len(Pictures) || (l.Picture > 0) != (p.Chosen(names[i]).Picture > 0) {
				t.Fatalf("%q looks like %v", names[i], l)
			}
			c := p.Chosen(names[i]).Colour
			if c > 0 && l.Colour != c && !slices.ContainsFunc(names, func(other string) bool { return other < names[i] && p.Chosen(other).Colour == c }) {
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

func TestTheLightsOfATableAreItsColours(t *testing.T) {
	names := make([]string, 14)
	for i := range names {
		names[i] = string(rune('а' + i))
	}
	p := People{}.WithLook("в", Look{Colour: 9})
	lights := p.Lights(names)
	for i, l := range p.AtTable(names[:12]) {
		if want := Colours[l.Colour-1].RGB; lights[i] != want {
			t.Errorf("seat %d has the light %v, want %v", i+1, lights[i], want)
		}
	}
	if lights[2] != Colours[8].RGB || lights[12] != Colours[0].RGB || lights[13] != Colours[1].RGB {
		t.Errorf("got %v, want the chosen colour of seat 3, and from seat 13 on those from 1", lights)
	}
	if got := p.Lights(nil); len(got) != 0 {
		t.Errorf("got %v for nobody", got)
	}
}
