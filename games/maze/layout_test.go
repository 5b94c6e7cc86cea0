package maze_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// laidOut are the steps of a position: each its square, its text and what that names.
func laidOut(s games.State) (all []string) {
	for _, step := range games.Steps(s) {
		all = append(all, strings.TrimSpace(step.At+" "+step.Text.Key+" "+strings.Join(step.Text.Args, " ")))
	}
	return all
}

func TestAStartIsLaidOutColumnByColumn(t *testing.T) {
	s := begun(t, "seats=2 start=SL.1RTB123..............2...LT..")
	want := []string{
		"1 step.mates",
		"3 step.column.4 3 6 #word.white #word.S #word.L #word.free #word.pawn1",
		"7 step.column.6 7 12 #word.white #word.R #word.T #word.B #word.pawn1 #word.pawn2 #word.pawn3",
		"37 step.column.6 37 42 #word.black #word.free #word.free #word.pawn2 #word.free #word.free #word.free",
		"43 step.column.4 43 46 #word.black #word.L #word.T #word.free #word.free",
	}
	if got := laidOut(s); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAWholeStartTakesSevenSteps(t *testing.T) {
	drawn := begun(t, "seats=2")
	for drawn.Turn() == games.Chance {
		if steps := laidOut(drawn); steps != nil {
			t.Fatalf("while the pieces are drawn: got %v", steps)
		}
		drawn = gamestest.After(t, drawn, drawn.Legal()[0].Says)
	}
	for name, s := range map[string]games.State{"drawn": drawn, "fixed": begun(t, "seats=2 start="+crowded)} {
		if n := len(laidOut(s)); n != 7 {
			t.Errorf("%s: got %d steps, want 7: %v", name, n, laidOut(s))
		}
	}
}

func TestOnlyTheStartIsLaidOut(t *testing.T) {
	s := begun(t, "seats=2 start="+crowded)
	for name, later := range map[string]games.State{
		"after a move":   gamestest.After(t, s, s.Legal()[0].Says),
		"after a ruling": gamestest.After(t, s, "fix swap 3 13"),
		"given up":       gamestest.After(t, s, "fix stop"),
	} {
		if steps := laidOut(later); steps != nil {
			t.Errorf("%s: got %v", name, steps)
		}
	}
}

func TestTheStepsTellEverySquareThatGetsAPieceOnce(t *testing.T) {
	s := begun(t, "seats=2 start=SL.1RTB123..............2...LT..")
	var got []string
	for _, step := range games.Steps(s) {
		got = append(got, strings.Join(step.Squares, " "))
	}
	if want := "1 2 47 48|3 4 6|7 8 9 10 11 12|39|43 44"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
}
