package catalogue_test

import (
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/lesson"
	"tabletop/companion/words"
	"tabletop/games"
)

// A lesson is one screen of whole sentences, so the first sentence of each topic fits on one. A tool or a
// scoreboard has lists of notation, which nobody learns by lessons.
func TestTheFirstSentenceOfATopicFitsOnAScreen(t *testing.T) {
	for _, r := range catalogue.Games().Games {
		if games.IsTool(r) || games.IsTracker(r) {
			continue
		}
		for _, lang := range words.Langs {
			w, err := words.For(lang, words.Companion(lang), r)
			if err != nil {
				t.Fatal(err)
			}
			for key := range w.Keys() {
				if strings.HasPrefix(key, "topic.") && strings.Contains(key, ".text") && cut(lesson.Brief(w.Word(key), "").Lines) {
					t.Errorf("%s, %s: the first sentence of %s has more than a screen", r.Name(), lang, key)
				}
			}
		}
	}
}

// cut reports whether the lines end within a sentence.
func cut(lines []string) bool { return strings.HasSuffix(lines[len(lines)-1], "…") }
