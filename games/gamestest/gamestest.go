// Package gamestest is what every game passes in go test. One call does it:
//
//	func TestMice(t *testing.T) { gamestest.Check(t, mice.Rules{}) }
//
// It has package kit play random games and hold every position against the contract of
// package games. Then it recounts the game's perft files and replays its playthroughs, of
// which a game has at least one each (see [HasProof]).
//
// What it can't find out by itself a test gives as an [Extra]: samples of a grammar, how
// many games are enough, and what is hidden. A secret that is told the kit finds without
// that, but for one that a view shows outright: for those a test gives positions that differ
// in it alone (see [Hidden]).
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
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	_ "pgregory.net/rapid" // has the flag -rapid.checks

	"tabletop/games"
	"tabletop/games/kit"
)

// Properties are checked some times only, unless -rapid.checks says how often.
func init() {
	debug.SetGCPercent(400) // next to nothing of what games make is kept
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}

var update = flag.Bool("update", false, "write the playthroughs in testdata anew")

// gamesEach is how many random games Check plays of each number of seats.
var gamesEach = flag.Int("kit", 2, "how many random games of each number of seats the kit plays, 1 with -short; of games in files a quarter of that; below 4 one position in four of each is looked at, and games in files are one of the fewest and one of the most seats")

// Kept fails unless text is that of a file in testdata, which -update writes: sentences of a
// game that somebody is to read.
func Kept(t testing.TB, file, text string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("got\n%s\nwhere %s has\n%s\nread it, then go generate ./companion/words", text, path, want)
	}
}

const positionsEach = 400

// Extra tells Check what it can't find out by itself.
type Extra func(*check)

// Texts gives samples of a grammar that a [games.Choice] names. They are
// decided wherever the game offers a text of that grammar; it may refuse some.
func Texts(grammar string, samples ...string) Extra {
	return func(c *check) { c.Texts[grammar] = append(c.Texts[grammar], samples...) }
}

// Hidden gives positions with secrets. Check fails if a blind seat can tell
// one twin from the other by its view, the standing or its own decisions.
func Hidden(twins ...Twins) Extra {
	return func(c *check) { c.twins = append(c.twins, twins...) }
}

// Slow has a quarter of the random games played, and where that is less than one of each
// number of seats, one of the fewest and one of the most seats, of whose positions half as
// many are looked at: for games in files, whose positions take a thousand times as long.
func Slow(c *check) {
	c.Bounds.Games, c.ends = max(1, c.Bounds.Games/4), c.Bounds.Games < 4
	c.Bounds.Every *= 2
}

// Together says that all seats win a game or all lose it: once it is over, all of
// them have won or nobody has. Without it every game has a winner. Rules may say so
// themselves by a method Together.
func Together(c *check) { c.Together = true }

// In says in which folder the perft files and the playthroughs of a game lie, where a
// package has several games; without it they are in testdata.
func In(folder string) Extra { return func(c *check) { c.data = folder } }

// check is the kit for a game, and what its test adds to that.
type check struct {
	*kit.Kit
	rules games.Rules
	twins []Twins
	data  string // the folder of its perft files and playthroughs
	ends  bool   // only the fewest and the most seats are played
}

// Much is how much of a game Check plays.
func Much() kit.Bounds {
	much := kit.Bounds{Games: *gamesEach, Positions: positionsEach}
	if testing.Short() {
		much.Games = 1
	}
	if *gamesEach < 4 {
		much.Every = 4
	}
	return much
}

func newCheck(r games.Rules, extras []Extra) *check {
	c := &check{Kit: kit.New(r, Much()), rules: r, data: "testdata"}
	for _, extra := range extras {
		extra(c)
	}
	return c
}

// Check fails t wherever r breaks the contract of package games.
func Check(t *testing.T, r games.Rules, extras ...Extra) {
	t.Helper()
	c := newCheck(r, extras)
	if !t.Run("both catalogues say all that the game needs", func(t *testing.T) { c.CheckCatalogues(t) }) {
		return
	}
	t.Run("art is symbols called as its pictures", func(t *testing.T) { c.CheckArt(t) })
	t.Run("a set-up is accepted or refused by a rule", func(t *testing.T) { c.CheckSetups(t) })
	least, most := r.Seats()
	for seats := least; seats <= most; seats++ {
		if c.ends && seats > least && seats < most {
			continue
		}
		t.Run(fmt.Sprintf("random games of %d keep the contract", seats), func(t *testing.T) { c.CheckGames(t, seats) })
	}
	t.Run("what is hidden can't be told from a view", func(t *testing.T) { checkTwins(t, c.twins) })
	t.Run("perft files count right", c.checkPerft)
	t.Run("playthroughs go as written", c.checkPlays)
}
