package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// made runs the program for some small starts and returns its journal.
func made(t *testing.T, logs string, most int) string {
	t.Helper()
	if err := run(logs, "", []string{"small"}, 15, 1000, most); err != nil {
		t.Fatal(err)
	}
	return read(t, filepath.Join(logs, "small.tsv"))
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
	want := made(t, t.TempDir(), 2)
	if lines := strings.Count(want, "\n"); lines != 2 {
		t.Fatalf("got %d lines:\n%s", lines, want)
	}
	logs := t.TempDir()
	before := want[:strings.Index(want, "\n")+1] + want[:20] // the last line isn't whole
	if err := os.WriteFile(filepath.Join(logs, "small.tsv"), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := made(t, logs, 1); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestAListHoldsTheStartsOfItsGradeInTheOrderOfTheJournal(t *testing.T) {
	logs, lists := t.TempDir(), t.TempDir()
	journal := ""
	want := map[solve.Grade]string{}
	for n, start := range []string{"SSLLRRTTBB............SSLLRRTTBB", "112233TTLL............SSLLRRTTBB", "LLSSRRTTBB............SSLLRRTTBB"} {
		m := measured{n: n, start: start, won: n != 1, effort: solve.Effort{Moves: 40 + 400*n}}
		journal += m.String()
		if m.won {
			g := solve.GradeOf("small", m.effort)
			packed, err := maze.Pack("small", m.start)
			if err != nil {
				t.Fatal(err)
			}
			want[g] += string(packed[:])
		}
	}
	if err := os.WriteFile(filepath.Join(logs, "small.tsv"), []byte(journal), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(logs, lists, []string{"small"}, 15, 1000, 0); err != nil {
		t.Fatal(err)
	}
	for g := range solve.Grades {
		if got := read(t, filepath.Join(lists, "small-"+g.String())); got != want[g] {
			t.Errorf("%s: got %x, want %x", g, got, want[g])
		}
	}
	if len(want[solve.Easy]) != maze.PackedBytes || len(want[solve.Master]) != maze.PackedBytes {
		t.Errorf("the starts are not of both ends: %v", want)
	}
}

func TestAStartWithoutAMoveCantBeWon(t *testing.T) {
	s, err := maze.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"start": "B2TT2BLL1133RRSS2TSL331T2RRS1BBL"}})
	if err != nil || s.Turn() != games.Nobody {
		t.Fatalf("somebody is to move: %v\n%s", err, s)
	}
	if e, won, err := measure(s, 1); won || err != nil {
		t.Errorf("got %+v, %v, %v", e, won, err)
	}
}

func TestAJournalThatIsDamagedIsRefused(t *testing.T) {
	for _, line := range []string{
		"0\tSS\n", "x\tSS\t-\n", "0\tSS\t1,2,3\t4\t5\n", "0\tSS\t1,2,3,4,5\t4\t5\n", "0\tSS\t1,2,3,4\t4\n", "0\tSS\t1,2,3,4\t4\tfive\n",
	} {
		logs := t.TempDir()
		if err := os.WriteFile(filepath.Join(logs, "small.tsv"), []byte("0\tSS\t-\n"+line), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run(logs, "", []string{"small"}, 15, 1, 0); err == nil || !strings.Contains(err.Error(), "small.tsv: line 2") {
			t.Errorf("%q: got %v", line, err)
		}
	}
}
