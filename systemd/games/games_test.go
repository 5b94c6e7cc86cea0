package games_test

import (
	"path/filepath"
	"testing"

	"tabletop/games/gamestest"
	"tabletop/games/script"
	shipped "tabletop/systemd/games"
)

// TestEveryGameHasItsWordsInBothLanguages fails for a word that a game borrows from its other language.
func TestEveryGameHasItsWordsInBothLanguages(t *testing.T) {
	for _, r := range compiled(t) {
		if lacks := r.(interface{ Lacks() map[string][]string }).Lacks(); len(lacks) > 0 {
			t.Errorf("%s lacks words: %v", r.Name(), lacks)
		}
	}
}

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
