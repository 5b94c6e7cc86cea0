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
// as they were then. testdata/edition2 holds two games each of programs from before edition 3.
func TestRecordsOfEdition1Replay(t *testing.T) { replayAll(t, "testdata/edition1/*.star", 45) }

func TestRecordsOfEdition2Replay(t *testing.T) { replayAll(t, "testdata/edition2/*.star", 55) }

// replayAll fails unless the games of all programs, at least the given number, replay.
func replayAll(t *testing.T, pattern string, least int) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < least {
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
