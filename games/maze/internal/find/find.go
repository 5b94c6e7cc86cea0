// Package find contains the code shared by the programs that find starts and problems of maze:
// starts drawn by chance, lines played by the rules, and journals of programs that can be
// stopped and resumed.
package find

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tabletop/games"
	"tabletop/games/kit"
	"tabletop/games/maze"
)

// Setups contains the names of the set-ups, as in the option setup. Their order determines the
// random numbers of starts.
var Setups = []string{"standard", "balanced", "small"}

// Start returns the n-th start of a set-up drawn with a seed. Different set-ups use different
// random numbers.
func Start(setup string, seed uint64, n int) (games.State, error) {
	s, err := maze.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"setup": setup}})
	stream := seed*uint64(len(Setups)) + uint64(slices.Index(Setups, setup))
	rnd := rand.New(rand.NewPCG(stream, uint64(n)))
	for err == nil && s.Turn() == games.Chance {
		s, err = s.Apply(kit.Pick(rnd, s.Legal()).Says)
	}
	return s, err
}

// Letters returns the start of a match in the form of the option start, taken from a position.
func Letters(s games.State) string {
	_, text, _ := strings.Cut(s.String(), "\nstart ")
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// After plays a line of moves by the rules and returns the position at its end.
func After(s games.State, line []games.Decision) (games.State, error) {
	for i, d := range line {
		next, err := s.Apply(d)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		s = next
	}
	return s, nil
}
