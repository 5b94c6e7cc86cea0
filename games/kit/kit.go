// Package kit plays random games and checks every position against the contract of package
// games. One call runs all checks, within bounds:
//
//	report := kit.Run(rules, kit.Bounds{Games: 8, Positions: 400})
//
// Run parses the catalogues in both languages and the art, tries invalid set-ups, and plays with
// every number of seats and a random mix of options. Every run plays the same games. Run
// renders every text of the game. It returns breaches of the contract as values (see
// [Finding]). Run needs no test, flag or clock, so that a program that receives a game can call
// it too. A game's own test calls package gamestest. That package runs the same checks part by
// part (see [Kit]), and then checks the files in testdata.
//
// # Secrets
//
// The kit itself detects revealed secrets. Beside each game it plays a second one, the twin.
// One decision of chance or of a seat differs in the twin; all later decisions are the same in
// both games. The kit compares the views and the standings of the two games at each position.
// As long as they are equal for a seat, that seat can't know which game it plays. Then
//
//   - an onlooker must see the same in both games, because the panel shows View(Nobody) to
//     all people;
//   - if another seat has seen a difference, the difference is a secret. The first seat must
//     then have the same choices on its turn in both games, and both games must have the
//     same Steps and Moments.
//
// The kit can't detect a secret that a view shows directly, since only the game's author knows
// the secrets. The kit can't detect a secret that no seat sees, such as the order of a pile,
// or a secret in the standing, which is open to all. It can't detect a secret revealed after
// the two games no longer accept the same decisions.
package kit

import "tabletop/games"

// T receives the findings of a [Kit]. It is a *testing.T or a substitute. Fatalf doesn't return.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Kit checks one game against the contract, part by part. CheckCatalogues comes first, because
// the other parts use the texts of the game; if it fails, their results mean nothing.
type Kit struct {
	Bounds Bounds
	// Texts has sample texts by grammar. The kit tries them wherever the game offers a text of
	// that grammar. The game may refuse some.
	Texts map[string][]string
	// Together means that all players win or all lose. If it is false, every game has a winner.
	Together bool

	rules  games.Rules
	words  map[string]catalogue
	glyphs map[string]bool
	worded map[games.Decision]bool // decisions for which both catalogues have texts
	// games and positions count the games and positions played.
	games, positions int
	reach            *reach   // what the games have reached; nil if Run plays no quick games
	doubt            *Finding // the doubt with the shortest path; see Report
}

// New returns a kit that checks the game with the rules r within the bounds b. If r has a method
// Together() bool, its result states whether all players win or lose together.
func New(r games.Rules, b Bounds) *Kit {
	t, ok := r.(interface{ Together() bool })
	return &Kit{
		Bounds: b, Texts: map[string][]string{}, Together: ok && t.Together(),
		rules: r, words: map[string]catalogue{}, glyphs: glyphNames(r.Assets()), worded: map[games.Decision]bool{},
	}
}
