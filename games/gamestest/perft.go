package gamestest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
)

// Perft returns the number of sequences of depth decisions from s; for depth 0 it is 1. Each
// number of a range counts as a decision. Decisions with a text are not counted, and a finished
// game has no decisions.
func Perft(s games.State, depth int) (uint64, error) {
	if depth == 0 {
		return 1, nil
	}
	total := uint64(0)
	for _, c := range s.Legal() {
		if depth == 1 {
			total += uint64(c.Len())
			continue
		}
		for i := range c.Len() {
			next, err := s.Apply(c.At(i))
			if err != nil {
				return 0, err
			}
			n, err := Perft(next, depth-1)
			if err != nil {
				return 0, err
			}
			total += n
		}
	}
	return total, nil
}

// count is one line of a perft file, with the start above it.
type count struct {
	line  string // place of the line as FILE:LINE
	setup games.Setup
	path  []games.Decision
	depth int
	want  uint64
}

func (c *check) checkPerft(t *testing.T) {
	counts, err := readPerft(c.data)
	if err != nil {
		t.Fatal(err)
	}
	if len(counts) == 0 {
		t.Fatalf("%s/*.perft counts nothing", c.data)
	}
	for _, n := range counts {
		state, err := c.rules.New(n.setup)
		if err != nil {
			t.Fatalf("%s: %v", n.line, err)
		}
		for _, d := range n.path {
			next, err := state.Apply(d)
			if err != nil {
				t.Fatalf("%s: %v\n%s", n.line, err, state)
			}
			state = next
		}
		if got, err := Perft(state, n.depth); err != nil || got != n.want {
			t.Errorf("%s: depth %d: got %d, %v, want %d", n.line, n.depth, got, err, n.want)
		}
	}
}

// readPerft returns the counts in all perft files of a folder.
func readPerft(dir string) ([]count, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.perft"))
	if err != nil {
		return nil, err
	}
	var all []count
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		counts, err := parsePerft(file, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, counts...)
	}
	return all, nil
}

func parsePerft(file, text string) ([]count, error) {
	var all []count
	var at count
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		place := file + ":" + strconv.Itoa(i+1)
		switch {
		case line == "":
		case strings.HasPrefix(line, "seats="):
			setup, path, err := parsePath(line)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", place, err)
			}
			at = count{setup: setup, path: path}
		default:
			c := at
			c.line = place
			if _, err := fmt.Sscanf(line, "%d %d", &c.depth, &c.want); err != nil || c.setup.Seats == 0 {
				return nil, fmt.Errorf("%s: want \"DEPTH COUNT\" below a start, got %q", place, line)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// parsePath parses a start of a perft file: "seats=2 risk=on : roll, dice red white".
func parsePath(line string) (games.Setup, []games.Decision, error) {
	head, tail, _ := strings.Cut(line, " :")
	setup, err := parseStart(head)
	if err != nil {
		return setup, nil, err
	}
	var path []games.Decision
	for d := range strings.SplitSeq(tail, ",") {
		if d = strings.TrimSpace(d); d != "" {
			path = append(path, games.Decision(d))
		}
	}
	return setup, path, nil
}
