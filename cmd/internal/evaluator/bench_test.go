//go:build unix

package evaluator

import (
	"os"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// The mice of a file and those of the box, both in the child: what a decision costs the daemon.
func BenchmarkMice(b *testing.B) {
	source, err := os.ReadFile("../../../systemd/games/mice.star")
	if err != nil {
		b.Fatal(err)
	}
	setup := games.Setup{Seats: 4, Options: map[string]string{"risk": "on"}}
	for _, game := range []struct{ name, source string }{{"go", "mice"}, {"file", string(source)}} {
		b.Run(game.name, func(b *testing.B) { gamestest.Games(b, compiled(b, begin(b), game.source), setup) })
	}
}
