package dice_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// plain lists the pictures of topics that the page shows as the panel does, because the art has no
// room for them.
var plain = []string{"dice-again", "dice-tens", "dice-group", "dice-times"}

// drawn lists the names of what an asset draws for lamps and panel.
func drawn(asset string) (names []string) {
	for line := range strings.Lines(dice.Rules{}.Assets()[asset]) {
		if f := strings.Fields(line); len(f) > 1 && (f[0] == "glyph" || f[0] == "picture") {
			names = append(names, f[1])
		}
	}
	return names
}

func TestTheArtHasEveryGlyphAndEveryBody(t *testing.T) {
	art := gamestest.Symbols(t, dice.Rules{})
	want := append(append(drawn("glyphs"), drawn("pictures")...), "die")
	want = slices.DeleteFunc(want, func(name string) bool { return slices.Contains(plain, name) })
	for face := 1; face <= 6; face++ {
		want = append(want, strconv.Itoa(face))
	}
	for _, name := range want {
		if art[name] == "" {
			t.Errorf("%s is not drawn", name)
		}
	}
	if len(art) != len(want) {
		t.Errorf("%d symbols, want %d", len(art), len(want))
	}
}

// A word is drawn alike in both languages, and no two colours alike but for the colour.
func TestTheColoursOfTheArtDifferWithoutColour(t *testing.T) {
	art, colour := gamestest.Symbols(t, dice.Rules{}), regexp.MustCompile(`#[0-9a-f]{6}`)
	is := map[string]string{}
	for _, c := range [][2]string{
		{"red", "красный"},
		{"orange", "рыжий"},
		{"yellow", "жёлтый"},
		{"green", "зелёный"},
		{"blue", "синий"},
		{"purple", "лиловый"},
		{"white", "белый"},
		{"black", "чёрный"},
	} {
		if art[c[0]] != art[c[1]] {
			t.Errorf("%s and %s differ", c[0], c[1])
		}
		shape := colour.ReplaceAllString(art[c[0]], "")
		if is[shape] != "" {
			t.Errorf("%s and %s are of one shape", is[shape], c[0])
		}
		is[shape] = c[0]
	}
}
