// Package kit plays random games and holds every position against the contract of package
// games. One call does it, within bounds:
//
//	report := kit.Run(rules, kit.Bounds{Games: 8, Positions: 400})
//
// It reads the catalogues in both languages and the art, tries what a set-up may not be, and
// plays for every number of seats and a drawn mix of options, the same games every time. It
// renders whatever the game says. What it finds are values (see [Finding]): no test, no flag
// and no clock is needed, so that a program that is given a game can run it too. A game's own
// test calls package gamestest, which does the same part by part (see [Kit]) and then what
// lies in testdata.
//
// # Secrets
//
// The kit finds out by itself whether a secret is told: beside the game it plays
// another, in which chance or a seat answered one question otherwise, and then what is
// decided is decided in both. What a seat has seen is its view and the standing at each
// position since. Where that was the same in both,
//
//   - an onlooker sees the same: the panel shows everybody View(Nobody);
//   - if another seat has seen something else, so that there is a secret, the seat may
//     decide the same on its turn, and the table is told the same (Steps, Moments).
//
// This can't see a secret that a view shows outright, for only whoever made the game knows
// that it is one; nor one that nobody sees, such as the order of a pile; nor one that the
// standing tells, which is open to all; nor what comes once the two games can't be
// decided alike any more.
package kit

import "tabletop/games"

// T is what a [Kit] tells what it finds: a test, or whoever stands in for one. Fatalf
// doesn't return.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Kit holds one game against the contract, part by part: CheckCatalogues first, for the
// others say what the game says in its words; if it fails, they mean nothing.
type Kit struct {
	Bounds   Bounds
	Texts    map[string][]string // by grammar: samples, decided wherever a text of it is offered; some may be refused
	Together bool                // all win or all lose; without it every game has a winner

	rules  games.Rules
	words  map[string]catalogue
	glyphs map[string]bool
	said   map[games.Decision]bool // decisions that both catalogues can say
	// what was played
	games, positions int
}

// New returns the kit for a game. Rules that have a method Together() bool say by it whether
// all play together.
func New(r games.Rules, b Bounds) *Kit {
	t, ok := r.(interface{ Together() bool })
	return &Kit{
		Bounds: b, Texts: map[string][]string{}, Together: ok && t.Together(),
		rules: r, words: map[string]catalogue{}, glyphs: glyphNames(r.Assets()), said: map[games.Decision]bool{},
	}
}
