package evaluator

import (
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// Fault is what is wrong with the text of a program, and where.
type Fault struct {
	Line, Column int                   // from 1, in characters; 0: the program as a whole
	Text         games.Text            // in the catalogues of the language; {0} is the place
	Said         map[words.Lang]string // the same in words
}

// Error says it in English.
func (f Fault) Error() string { return f.In(words.English) }

// In says it in a language.
func (f Fault) In(lang words.Lang) string {
	for _, l := range []words.Lang{lang, words.English} {
		if said := f.Said[l]; said != "" {
			return said
		}
	}
	return strings.Join(append([]string{f.Text.Key}, f.Text.Args...), " ")
}
