// Package kit plays random games and checks every position against the contract of package
// games. One call does it, within bounds:
//
//	report := kit.Run(rules, kit.Bounds{Games: 8, Positions: 400})
//
// It parses the catalogues in both languages and the art, tries invalid set-ups, and plays with
// every number of seats and a random mix of options. The games are the same every time. It
// renders every text of the game. The results are values (see [Finding]). Run needs no test,
// flag or clock, so that a program that receives a game can call it too. A game's own test
// calls package gamestest, which checks the same part by part (see [Kit]) and then the files in
// testdata.
//
// # Secrets
//
// The kit itself detects revealed secrets. Beside the game it plays a twin, in which chance or
// a seat answered one question otherwise, and makes all further decisions in both. A seat has
// seen its view and the standing at each position since. Where these were equal in both games,
//
//   - an onlooker must see the same: the panel shows everybody View(Nobody);
//   - if another seat has seen a difference, so that there is a secret, the seat must have the
//     same choices on its turn, and the table must see the same Steps and Moments.
//
// The kit can't detect a secret that a view shows directly, since only the game's author knows
// that it is one. Nor can it detect a secret that no seat sees, such as the order of a pile; a
// secret in the standing, which is open to all; or a secret revealed after the two games no
// longer accept the same decisions.
package kit

import "tabletop/games"

// T receives the findings of a [Kit]: a test, or a substitute. Fatalf doesn't return.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Kit checks one game against the contract, part by part. CheckCatalogues comes first, because
// the other parts use the texts of the game; if it fails, their results mean nothing.
type Kit struct {
	Bounds   Bounds
	Texts    map[string][]string // samples by grammar, decided wherever the game offers a text of it; some may be refused
	Together bool                // all players win or all lose; otherwise every game has a winner

	rules  games.Rules
	words  map[string]catalogue
	glyphs map[string]bool
	worded map[games.Decision]bool // decisions that both catalogues have texts for
	// numbers of games and positions played
	games, positions int
}

// New returns the kit for a game. If the rules have a method Together() bool, it decides
// whether all players win or lose together.
func New(r games.Rules, b Bounds) *Kit {
	t, ok := r.(interface{ Together() bool })
	return &Kit{
		Bounds: b, Texts: map[string][]string{}, Together: ok && t.Together(),
		rules: r, words: map[string]catalogue{}, glyphs: glyphNames(r.Assets()), worded: map[games.Decision]bool{},
	}
}
