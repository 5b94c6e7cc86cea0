package companion

import (
	"tabletop/companion/match"
	"tabletop/companion/words"
)

// game is the match on the panel with all that is said of it: whose turn it is, how it
// stands, what happened, what can be decided.
type game struct {
	tongue
	match match.Match // zero: there is none
}

// words are those of the game, as the match has it.
func (g game) words() *words.Catalogue { return g.wordsOf(g.match.Rules()) }
