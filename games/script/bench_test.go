package script_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

// The mice that a file plays beside those of the box: what a decision costs, with all that
// follows from it.
func BenchmarkMice(b *testing.B) {
	setup := games.Setup{Seats: 4, Options: map[string]string{"risk": "on"}}
	for name, r := range map[string]games.Rules{"file": compiled(b, "mice", source(b, miceFile)), "go": mice.Rules{}} {
		b.Run(name, func(b *testing.B) { gamestest.Games(b, r, setup) })
	}
}

func BenchmarkCompile(b *testing.B) {
	text := source(b, miceFile)
	for b.Loop() {
		compiled(b, "mice", text)
	}
}
