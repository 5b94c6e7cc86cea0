package catalogue_test

import (
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/lesson"
	"tabletop/companion/words"
)

// A lesson is one screen; a topic whose first sentence is longer would have none.
func TestEveryTopicHasABriefScreen(t *testing.T) {
	for _, r := range catalogue.Games().Games {
		for _, lang := range words.Langs {
			w, err := words.For(lang, words.Companion(lang), r)
			if err != nil {
				t.Fatal(err)
			}
			for key := range w.Keys() {
				if strings.HasPrefix(key, "topic.") && strings.Contains(key, ".text") && len(lesson.Brief(w.Word(key), "").Lines) == 0 {
					t.Errorf("%s, %s: the first sentence of %s has more than a screen", r.Name(), lang, key)
				}
			}
		}
	}
}
