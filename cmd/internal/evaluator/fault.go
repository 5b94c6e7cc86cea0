package evaluator

import (
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// Fault is an error in the text of a program, with its place.
type Fault struct {
	Line, Column int                   // position in the text, from 1, with columns in characters; 0 for the whole program
	Text         games.Text            // words key of the game language's catalogues, with arguments; {0} is the place
	Texts        map[words.Lang]string // full sentence in each language
}

// Error returns the sentence about the fault in English.
func (f Fault) Error() string { return f.In(words.English) }

// In returns the sentence about the fault in a language.
func (f Fault) In(lang words.Lang) string {
	for _, l := range []words.Lang{lang, words.English} {
		if text := f.Texts[l]; text != "" {
			return text
		}
	}
	return strings.Join(append([]string{f.Text.Key}, f.Text.Args...), " ")
}
