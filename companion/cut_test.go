package companion_test

import (
	"strings"
	"testing"

	"tabletop/companion/words"
)

func TestRowsOfAListCanBeToldApart(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs {
		for _, g := range gallery {
			full, rest, decides := inGallery(t, lang, g.way).Model.Listed()
			at := map[string]int{}
			for i, text := range rest {
				if k, twice := at[text]; twice && full[k] != full[i] {
					t.Errorf("%s, %s: %q and %q both stand as %q", g.name, lang, full[k], full[i], text)
				}
				at[text] = i
				if decides[i] && text != full[i] && strings.HasSuffix(text, "…") {
					t.Errorf("%s, %s: the decision %q is cut to %q", g.name, lang, full[i], text)
				}
			}
		}
	}
}
