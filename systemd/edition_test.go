package systemd_test

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

// Each file of testdata/edition1 is a program from before edition 2, beside three games of it: a
// set-up, the decisions, and after "=" the beginning of the SHA-256 of all positions and standings,
// as they were then.
func TestRecordsOfEdition1Replay(t *testing.T) {
	files, err := filepath.Glob("testdata/edition1/*.star")
	if err != nil || len(files) < 45 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".star")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := script.Compile(name, read(t, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, game := range strings.Split(strings.TrimSpace(read(t, strings.TrimSuffix(file, "star")+"play")), "\nseats=") {
				replays(t, r, "seats="+strings.TrimPrefix(game, "seats="))
			}
		})
	}
}

// replays fails unless a game has the same positions and standings as before.
func replays(t *testing.T, r games.Rules, game string) {
	t.Helper()
	lines := strings.Split(game, "\n")
	s, h := gamestest.Begin(t, r, lines[0]), sha256.New()
	fmt.Fprintf(h, "%s%v\n", s, s.Standing())
	for _, says := range lines[1 : len(lines)-1] {
		s = gamestest.After(t, s, games.Decision(says))
		fmt.Fprintf(h, "%s%v\n", s, s.Standing())
	}
	if got := fmt.Sprintf("= %x", h.Sum(nil)[:8]); got != lines[len(lines)-1] {
		t.Errorf("%s: got %s, want %s; the last position is\n%s", lines[0], got, lines[len(lines)-1], s)
	}
}
