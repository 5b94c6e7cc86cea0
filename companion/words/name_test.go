package words_test

import (
	"fmt"
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
		game games.Rules
		what string
		keys []string // of its parts
		want string   // with the text of each in place of %s
	}{
		{mice.Rules{}, "red", []string{"name.red"}, "%s"},
		{mazaitsy.Rules{}, "log-hare", []string{"word.log", "word.hare"}, "%s, %s"},
		{mazaitsy.Rules{}, "current-ne", []string{"name.current", "word.ne"}, "%s, %s"},
		{mazaitsy.Rules{}, "log hare", []string{"word.log", "word.hare"}, "%s, %s"},
		{mazaitsy.Rules{}, "3", nil, "3"},
		{maze.Rules{}, "3 L", []string{"word.L"}, "3 %s"},
		{fox.Rules{}, "bells 4", []string{"name.bells 4"}, "%s"},
		{dice.Rules{}, "-1", nil, "-1"},
		{maze.Rules{}, "wM×", []string{"piece.wM"}, "%s"},
		{maze.Rules{}, "dark-home", []string{"name.dark", "name.home"}, "%s, %s"},
	} {
		for _, lang := range words.Langs {
			w, err := words.For(lang, words.Companion(lang), tt.game)
			if err != nil {
				t.Fatal(err)
			}
			var parts []any
			for _, key := range tt.keys {
				parts = append(parts, w.Word(key))
			}
			if got, want := w.Name(tt.what), fmt.Sprintf(tt.want, parts...); got != want {
				t.Errorf("%s, %s: %q is %q, want %q", tt.game.Name(), lang, tt.what, got, want)
			}
		}
	}
}

func TestStreamsOfChanceHaveNames(t *testing.T) {
	w, err := words.For(words.Russian, words.Companion(words.Russian), mice.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Stream("dice") + ", " + w.Stream("d6"); got != w.Word("stream.dice")+", d6" {
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
			w, err := words.For(lang, words.Companion(lang), r)
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
