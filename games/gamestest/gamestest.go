// Package gamestest is the kit that every game passes. One call does it:
//
//	func TestMice(t *testing.T) { gamestest.Check(t, mice.Rules{}) }
//
// It plays random games, the same ones every time, for every number of seats
// and a drawn mix of options, and holds every position against the contract of
// package games. It reads the catalogues in both languages and renders whatever
// the game says. Then it recounts the game's perft files and replays its
// playthroughs, of which a game has at least one each (see [HasProof]).
//
// # Perft files
//
// testdata/*.perft counts decisions, so that a rule that lets one through too
// many or too few is found by a number. "#" begins a comment: who counted, and
// how. A start is a line
//
//	seats=2 scoring=kids : roll, dice red white
//
// with the set-up, a colon, and the decisions up to the position, parted by
// commas. Below it stand lines "DEPTH COUNT": so many decisions lie DEPTH deep
// under that position. A range counts each of its numbers, a text and an ended
// game count nothing (see [Perft]).
//
// # Playthroughs
//
// testdata/*.play is a game as it is seen from the table. It begins with a line
// of the set-up like the one above, without colon and decisions. Lines that
// begin with ">" are the decisions, with the seat that took each (0 is chance)
// or "fix" for a ruling of the table:
//
//	> 1 roll
//	> 0 dice red white
//	> fix turn 2
//
// Behind each of them stands what the position was then: its text behind "|",
// its view in keys, its standing. go test -update writes these lines anew, so
// that a person writes set-up and decisions only, reads the rest once and
// commits it. A file without decisions is filled with a random game.
//
// # Tables
//
// A game's own tests are tables of positions drawn as text, of decisions, and of rules
// that refuse them: see [Begin], [Position], [After], [Refusal] and [Listed].
package gamestest

import (
	"flag"
	"fmt"
	"testing"

	"tabletop/games"
)

var update = flag.Bool("update", false, "write the playthroughs in testdata anew")

// Extra tells Check what it can't find out by itself.
type Extra func(*kit)

// Texts gives samples of a grammar that a [games.Choice] names. They are
// decided wherever the game offers a text of that grammar; it may refuse some.
func Texts(grammar string, samples ...string) Extra {
	return func(k *kit) { k.texts[grammar] = append(k.texts[grammar], samples...) }
}

// Twins are two positions that differ only in what the Blind may not know.
type Twins struct {
	Name       string
	One, Other games.State
	Blind      []games.Seat // Nobody is an onlooker
}

// Hidden gives positions with secrets. Check fails if a blind seat can tell
// one twin from the other by its view, the standing or its own decisions.
func Hidden(twins ...Twins) Extra {
	return func(k *kit) { k.twins = append(k.twins, twins...) }
}

// Together says that all seats win a game or all lose it: once it is over, all of
// them have won or nobody has. Without it every game has a winner.
func Together(k *kit) { k.together = true }

// kit is a game under test.
type kit struct {
	rules    games.Rules
	words    map[string]catalogue
	glyphs   map[string]bool
	texts    map[string][]string
	said     map[games.Decision]bool // decisions that both catalogues can say
	twins    []Twins
	together bool
}

// Check fails t wherever r breaks the contract of package games.
func Check(t *testing.T, r games.Rules, extras ...Extra) {
	t.Helper()
	k := &kit{
		rules: r, words: map[string]catalogue{}, glyphs: glyphNames(r.Assets()),
		texts: map[string][]string{}, said: map[games.Decision]bool{},
	}
	for _, extra := range extras {
		extra(k)
	}
	if !t.Run("both catalogues say all that the game needs", k.checkCatalogues) {
		return
	}
	t.Run("art is symbols called as its pictures", k.checkArt)
	t.Run("a set-up is accepted or refused by a rule", k.checkSetups)
	least, most := r.Seats()
	for seats := least; seats <= most; seats++ {
		t.Run(fmt.Sprintf("random games of %d keep the contract", seats), func(t *testing.T) { k.checkGames(t, seats) })
	}
	t.Run("what is hidden can't be told from a view", func(t *testing.T) { k.checkTwins(t) })
	t.Run("perft files count right", k.checkPerft)
	t.Run("playthroughs go as written", k.checkPlays)
}
