package catalogue

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games/script"
)

// A game of a file lies over the companion's own words: those that are kept from files are
// all that begin as words of games do.
func TestAFileCanSayNothingInTheCompanionsName(t *testing.T) {
	own := words.Companion(words.English).Keys()
	for _, key := range slices.Sorted(maps.Keys(own)) {
		if _, err := script.Compile("trial", forged(key)); err == nil || !strings.Contains(err.Error(), "can't have a word called") {
			t.Errorf("%s can be said otherwise: %v", key, err)
		}
	}
}

// What a file says without being told is no word of the companion's either.
func TestTheLanguageOfFilesAndTheCompanionSayNothingByOneName(t *testing.T) {
	r, err := script.Compile("trial", forged("verb.go"))
	if err != nil {
		t.Fatal(err)
	}
	spoken, err := words.Parse(words.English, r.Assets()[string(words.English)])
	if err != nil {
		t.Fatal(err)
	}
	own := words.Companion(words.English)
	for key := range spoken.Keys() {
		if own.Has(key) {
			t.Errorf("both say %s", key)
		}
	}
}

// forged is a file with a word of that key in both languages.
func forged(key string) string {
	words := `{"` + key + `": "X"}`
	return `
rules(title = {"ru": "X", "en": "X"}, about = {"ru": "X", "en": "X"}, seats = 2,
    new = lambda: {"turn": 1}, legal = lambda: ["go"], apply = lambda state: state,
    words = {"ru": ` + words + `, "en": ` + words + `})
`
}
