package evaluator

import (
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// Fault is an error in the text of a program, with its place.
type Fault struct {
	Line, Column int                   // from 1, in characters; 0 for the whole program
	Text         games.Text            // in the catalogues of the game language; {0} is the place
	Texts        map[words.Lang]string // the same as a sentence
}

// Error returns the English sentence.
func (f Fault) Error() string { return f.In(words.English) }

// In returns the sentence in a language.
func (f Fault) In(lang words.Lang) string {
	for _, l := range []words.Lang{lang, words.English} {
		if text := f.Texts[l]; text != "" {
			return text
		}
	}
	return strings.Join(append([]string{f.Text.Key}, f.Text.Args...), " ")
}
