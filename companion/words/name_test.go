package words_test

import (
	"strings"
	"testing"
	"unicode"

	"tabletop/companion/pixel"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
)

func TestWhatStandsByItselfHasAName(t *testing.T) {
	for _, tt := range []struct {
		game                   games.Rules
		what, russian, english string
	}{
		{mice.Rules{}, "red", "красный", "red"},
		{mazaitsy.Rules{}, "log-hare", "бревно, с зайцем", "log, with a hare"},
		{mazaitsy.Rules{}, "current-ne", "течение, вверх-вправо", "current, up right"},
		{mazaitsy.Rules{}, "log hare", "бревно, с зайцем", "log, with a hare"},
		{mazaitsy.Rules{}, "3", "3", "3"},
		{maze.Rules{}, "3 L", "3 Молния", "3 Lightning"},
		{fox.Rules{}, "bells 4", "4 колокольчика", "4 of bells"},
		{dice.Rules{}, "-1", "-1", "-1"},
		{maze.Rules{}, "wM×", "белый Путник", "White Mate"},
		{maze.Rules{}, "dark-home", "тёмное поле, дом", "dark space, home"},
	} {
		for lang, want := range map[words.Lang]string{words.Russian: tt.russian, words.English: tt.english} {
			w, err := words.For(lang, words.Own(lang), tt.game)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.Name(tt.what); got != want {
				t.Errorf("%s, %s: %q is %q, want %q", tt.game.Name(), lang, tt.what, got, want)
			}
		}
	}
}

func TestStreamsOfChanceHaveNames(t *testing.T) {
	w, err := words.For(words.Russian, words.Own(words.Russian), mice.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Stream("dice") + ", " + w.Stream("d6"); got != "Кубики, d6" {
		t.Errorf("the streams are %s", got)
	}
}

// Whoever doesn't see a board hears words: no picture of a game is called by its key.
func TestEveryPictureHasAName(t *testing.T) {
	for _, r := range []games.Rules{mice.Rules{}, maze.Rules{}, mazaitsy.Rules{}} {
		glyphs, err := pixel.ParseGlyphs(r.Assets()["glyphs"])
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range words.Langs {
			w, err := words.For(lang, words.Own(lang), r)
			if err != nil {
				t.Fatal(err)
			}
			for name := range glyphs {
				if got := w.Name(name); lang == words.Russian && strings.ContainsFunc(got, latin) {
					t.Errorf("%s: the picture %s is called %q", r.Name(), name, got)
				}
			}
		}
	}
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) }
