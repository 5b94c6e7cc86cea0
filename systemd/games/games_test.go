package games_test

import (
	"path/filepath"
	"testing"

	"tabletop/games/gamestest"
	"tabletop/games/script"
	shipped "tabletop/systemd/games"
)

// TestEveryGameKeepsTheContract plays each file by the kit, and what lies of it in testdata.
func TestEveryGameKeepsTheContract(t *testing.T) {
	for name, program := range shipped.All() {
		t.Run(name, func(t *testing.T) {
			r, err := script.Compile(name, program)
			if err != nil {
				t.Fatal(err)
			}
			t.Parallel()
			extras := []gamestest.Extra{gamestest.In(filepath.Join("testdata", name)), gamestest.Slow}
			if g, ok := r.(interface{ Together() bool }); ok && g.Together() {
				extras = append(extras, gamestest.Together)
			}
			gamestest.Check(t, r, extras...)
		})
	}
}
