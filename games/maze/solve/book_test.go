package solve_test

import (
	"flag"
	"strconv"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
	"tabletop/games/maze/internal/find"
)

var problems = flag.Int("problems", 5, "how many problems of the book are solved, the first ones; 0: all")

// The search finds what the book has without its help, or something shorter. For the
// longest lines the book was looked for longer than a test can: there a tenth more will do.
func TestTheProblemsOfTheBookAreWonInNoMoreMoves(t *testing.T) {
	t.Parallel()
	const rounds, long = 12, 32
	book := games.Problems(maze.Rules{})
	if *problems > 0 {
		book = book[:min(*problems, len(book))]
	}
	for _, p := range book {
		l := find.Line{From: gamestest.Begin(t, maze.Rules{}, "seats=1 problem="+strconv.Itoa(p.Number))}
		if err := l.Shorten(rounds, p.Moves); err != nil {
			t.Fatalf("problem %d: %v", p.Number, err)
		}
		most := p.Moves
		if most > long {
			most += most / 10
		}
		switch n := len(l.Moves); {
		case n == 0 || n > most:
			t.Errorf("problem %d: %d moves, want %d at most", p.Number, n, most)
		case n < p.Moves:
			t.Logf("problem %d: %d moves, the book has %d", p.Number, n, p.Moves)
		}
		checkWin(t, l.From, l.Moves)
	}
}
