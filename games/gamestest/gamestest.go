// Package gamestest contains the tests that every game must pass. One call runs them:
//
//	func TestMice(t *testing.T) { gamestest.Check(t, mice.Rules{}) }
//
// Check lets package kit play random games and check every position against the contract of
// package games. Then it recounts the game's perft files and replays its playthroughs. A game
// has at least one of each (see [HasProof]).
//
// A test passes further information as an [Extra]: samples of a grammar, the number of games,
// and hidden information. The kit itself detects secrets that are revealed, except secrets that
// a view shows directly. For such secrets a test gives pairs of positions that differ only in
// the secret (see [Hidden]).
//
// # Perft files
//
// The files testdata/*.perft have known counts of legal decisions. A wrong count shows that a
// rule allows too many decisions or too few. "#" begins a comment, which names the source of the
// count. A start is a line
//
//	seats=2 scoring=kids : roll, dice red white
//
// with the set-up, a colon, and the decisions up to the position, separated by commas. Lines
// "DEPTH COUNT" follow: from that position there are COUNT sequences of DEPTH decisions. Each
// number of a range counts as a decision. Decisions with a text are not counted, and a finished
// game has no decisions (see [Perft]).
//
// # Playthroughs
//
// Each file testdata/*.play is a game as the table sees it. It begins with a set-up line like
// the one above, without colon and decisions. Lines that begin with ">" are the decisions, with
// the seat that made each (0 is chance) or "fix" for a ruling of the table:
//
//	> 1 roll
//	> 0 dice red white
//	> fix turn 2
//
// After each decision comes the resulting position: its text after "|", its view in keys, and
// its standing. go test -update writes these lines, so that a person writes only the set-up and
// the decisions, reads the lines that were added, and commits the file. If a file has no
// decisions, go test -update writes a random game into it.
//
// # Tables
//
// A game's own tests are tables of positions drawn as text, of decisions, and of rules that
// refuse them: see [Begin], [Position], [After], [Refusal] and [Listed].
package gamestest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	_ "pgregory.net/rapid" // defines the flag -rapid.checks

	"tabletop/games"
	"tabletop/games/kit"
)

// init sets the number of times that rapid checks each property to 25, unless the flag
// -rapid.checks is given.
func init() {
	debug.SetGCPercent(400) // collect rarely: games retain almost nothing of their allocations
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}

var update = flag.Bool("update", false, "write the playthroughs in testdata anew")

// gamesEach is the number of random games that Check plays for each number of seats.
var gamesEach = flag.Int("kit", 2, "number of random games per number of seats, 1 with -short; for games in files a quarter of it; below 4 one position in four is checked, and games in files are played with the fewest and the most seats only")

// listedGames is the number of random games in which Check tries nothing but listed decisions.
var listedGames = flag.Int("listed-games", 20, "number of random games that try listed decisions only; a tenth of it for games in files")

// Kept fails unless text equals the content of a file in testdata. The flag -update writes the
// file. Tests use Kept for sentences of a game that a person must review.
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

// Extra passes information about a game to Check.
type Extra func(*check)

// Texts returns an Extra with sample texts of a grammar that a [games.Choice] names. The kit
// tries them wherever the game offers a text of that grammar. The game may refuse some of them.
func Texts(grammar string, samples ...string) Extra {
	return func(c *check) { c.Texts[grammar] = append(c.Texts[grammar], samples...) }
}

// Hidden returns an Extra with pairs of positions that differ in secrets. Check fails if a blind
// seat can distinguish the positions of a pair by its view, the standing or its own legal
// decisions.
func Hidden(twins ...Twins) Extra {
	return func(c *check) { c.twins = append(c.twins, twins...) }
}

// Slow reduces the number of random games to a quarter. If that is less than one for each number
// of seats, Check plays one game with the fewest seats and one with the most. Slow also halves the
// number of checked positions, unless the bounds let Check check all of them. Slow is meant for
// games in files: checking such a game takes about a thousand times as long as checking a game in
// Go.
func Slow(c *check) {
	c.Bounds.Games, c.ends = max(1, c.Bounds.Games/4), c.Bounds.Games < 4
	c.Bounds.Every *= 2
	c.slow = true
}

// checkListed plays as many random games as the flag -listed-games says.
func (c *check) checkListed(t *testing.T) {
	n := *listedGames
	if c.slow {
		n = (n + 9) / 10
	}
	t.Logf("%d decisions listed in %d games were tried", c.CheckListed(t, n), n)
}

// Together declares that all seats win a game or all lose it. Without it every game must have a
// winner. Rules may also declare this themselves, by a method Together.
func Together(c *check) { c.Together = true }

// In sets the folder of a game's perft files and playthroughs. Packages with several games need
// it. The default is testdata.
func In(folder string) Extra { return func(c *check) { c.data = folder } }

// check is the kit for one game, with the extras that the test of the game gives.
type check struct {
	*kit.Kit
	rules games.Rules
	twins []Twins
	data  string // the folder of the perft files and playthroughs
	ends  bool   // play only with the fewest and with the most seats
	slow  bool   // the game is in a file
}

// Much returns the bounds for the random games of Check, as the flags of the test set them.
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

// Check fails t for every breach of the contract of package games in r. It also fails t for wrong
// perft counts and for playthroughs that r does not reproduce.
func Check(t *testing.T, r games.Rules, extras ...Extra) {
	t.Helper()
	c := newCheck(r, extras)
	if !t.Run("both catalogues have all texts of the game", func(t *testing.T) { c.CheckCatalogues(t) }) {
		return
	}
	t.Run("art consists of symbols named after pictures", func(t *testing.T) { c.CheckArt(t) })
	t.Run("a set-up is accepted or refused by a rule", func(t *testing.T) { c.CheckSetups(t) })
	least, most := r.Seats()
	for seats := least; seats <= most; seats++ {
		if c.ends && seats > least && seats < most {
			continue
		}
		t.Run(fmt.Sprintf("random games of %d fulfil the contract", seats), func(t *testing.T) { c.CheckGames(t, seats) })
	}
	t.Run("listed decisions are accepted", func(t *testing.T) { c.checkListed(t) })
	t.Run("views don't reveal secrets", func(t *testing.T) { checkTwins(t, c.twins) })
	t.Run("perft counts are correct", c.checkPerft)
	t.Run("playthroughs are reproduced", c.checkPlays)
}
