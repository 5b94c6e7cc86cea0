package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/maze"
	"tabletop/games/maze/internal/find"
	"tabletop/games/maze/solve"
)

// made runs the program for a step and returns its journal.
func made(t *testing.T, path string) string {
	t.Helper()
	if err := run(path, "", 2015, 1, 1); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAProgramThatWasStoppedGoesOnWhereItWas(t *testing.T) {
	const before = "small\t7\tSS\t-\nbalanced\t0\tSS\t-\n"
	want := made(t, logged(t, before))
	if !strings.HasPrefix(want, before+"small\t8\t") || strings.Count(want, "\n") != 3 {
		t.Fatalf("got\n%s", want)
	}
	if got := made(t, logged(t, before+"small\t8\tbegun")); got != want { // a line that isn't whole
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// What a step leaves in memory is what it has written.
func TestAProblemIsWonByItsLineAndWhiteBegins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	j, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.step(2015, 1); err != nil {
		t.Fatal(err)
	}
	p := j.all[0]
	if text := read(t, path); text != p.String() {
		t.Errorf("it has written\n%s, and goes on from\n%s", text, p)
	}
	s, err := p.position()
	if err != nil || s.Turn() != 1 {
		t.Fatalf("seat %v is on turn, %v", s.Turn(), err)
	}
	if b, ok := maze.BoardOf(s); !ok || b.BlackToMove() {
		t.Errorf("white isn't to move:\n%s", s)
	}
	if _, err := solve.Referee(s, p.line); err != nil || p.seeds != find.Seeds {
		t.Errorf("%d seeds, %v", p.seeds, err)
	}
}

// logged writes a journal.
func logged(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheLastLineOfAStartCounts(t *testing.T) {
	const first, later = "small\t0\tSS\t8\t1,2,3,4\t60\t-\t3-8,9-4,8-3\n", "small\t0\tSS\t16\t1,2,3,4\t60\t-\t3-8\n"
	j, err := open(logged(t, first+"small\t1\tSS\t-\n"+later))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if len(j.all) != 2 || j.all[0].String() != later || j.all[0].effort.Moves != 1 {
		t.Errorf("got %v", j.all)
	}
}

func TestAJournalThatIsDamagedIsRefused(t *testing.T) {
	for _, line := range []string{
		"small\t0\tSS\n", "small\tx\tSS\t-\n", "small\t0\tSS\t8\t1,2,3\t60\t-\t3-8\n", "small\t0\tSS\t8\t1,2,3,4\tx\t-\t3-8\n", "\n",
	} {
		path := logged(t, "small\t1\tSS\t-\n"+line)
		if err := run(path, "", 1, 1, 0); err == nil || !strings.Contains(err.Error(), path+": line 2") {
			t.Errorf("%q: got %v", line, err)
		}
	}
}

func TestABookWantsEnoughOfEachSetUp(t *testing.T) {
	path := logged(t, "small\t1\tSS\t-\n")
	err := run(path, filepath.Join(t.TempDir(), "book"), 1, 1, 0)
	if err == nil || !strings.Contains(err.Error(), "0 problems of small are easy, want 13") {
		t.Errorf("got %v", err)
	}
}

// of makes a problem of so many moves and of the score of so many positions.
func of(moves, looked int) *problem {
	p := &problem{setup: "small", line: make([]games.Decision, moves)}
	p.effort = solve.Effort{Moves: moves, Looked: [4]int{looked, looked, looked, looked}}
	return p
}

func TestAProblemIsOfAGradeByItsLengthAndByItsScore(t *testing.T) {
	all := []*problem{of(8, 1), of(14, 1), of(15, 64), of(22, 64), of(23, 1024), of(32, 1024), of(33, 4096), of(48, 4096)}
	borders := quartiles(all)
	for g := range solve.Grades {
		if got := fitting(all, g, borders); !slices.Equal(got, all[2*g:2*g+2]) {
			t.Errorf("%s has %d problems, want the two of its quarter", g, len(got))
		}
	}
	long := append([]*problem{of(40, 1)}, all[1:]...) // much to play, and little to see
	if got := fitting(long, solve.Easy, quartiles(long)); len(got) != 1 {
		t.Errorf("%d problems are easy, want 1", len(got))
	}
	for _, moves := range []int{1, 7, 49} {
		if g, ok := of(moves, 1).length(); ok {
			t.Errorf("%d moves are %s", moves, g)
		}
	}
}

func TestThoseAreTakenWhoseLinesWereLookedForTheLongest(t *testing.T) {
	var all []*problem
	for n, seeds := range []int{8, 24, 8, 16, 24, 8} {
		p := of(9, 1)
		p.n, p.seeds = n, seeds
		all = append(all, p)
	}
	got := ""
	for _, p := range settled(all, 4) {
		got += strconv.Itoa(p.n) + " "
	}
	if got != "1 4 3 0 " {
		t.Errorf("got %s", got)
	}
}
