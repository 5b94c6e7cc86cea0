package maze_test

import (
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// laidOut are the steps of a position: each its square, its text and what that names or counts.
func laidOut(s games.State) (all []string) {
	for _, step := range games.Steps(s) {
		line := step.At + " " + step.Text.Key + " " + strings.Join(step.Text.Args, " ")
		if step.Text.N > 0 {
			line += strconv.Itoa(step.Text.N)
		}
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

func TestAStartIsLaidOutHalfByHalf(t *testing.T) {
	s := begun(t, "seats=2 start=SL.1RTB123..............2...LT..")
	want := []string{"step.sit @1 @2", "1 step.half.white 11", "39 step.half.black 5"}
	if got := laidOut(s); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestBeforeTheFirstPieceIsDrawnThePiecesAreMixed(t *testing.T) {
	drawn := begun(t, "seats=2")
	if got := strings.Join(laidOut(drawn), "|"); got != "step.home|step.mix" {
		t.Errorf("before the first piece: got %s", got)
	}
	drawn = gamestest.After(t, drawn, drawn.Legal()[0].Says)
	for drawn.Turn() == games.Chance {
		if steps := laidOut(drawn); steps != nil {
			t.Fatalf("while the pieces are drawn: got %v", steps)
		}
		drawn = gamestest.After(t, drawn, drawn.Legal()[0].Says)
	}
	if got := strings.Join(laidOut(drawn), "|"); got != "step.sit @1 @2|1 step.half.white 18|31 step.half.black 18" {
		t.Errorf("after the last piece: got %s", got)
	}
}

func TestOnlyTheStartIsLaidOut(t *testing.T) {
	s := begun(t, "seats=2 start="+crowded)
	for name, later := range map[string]games.State{
		"after a move":   gamestest.After(t, s, s.Legal()[0].Says),
		"after a ruling": gamestest.After(t, s, "fix swap 3 13"),
	} {
		if steps := laidOut(later); steps != nil {
			t.Errorf("%s: got %v", name, steps)
		}
	}
}

func TestAtTheEndThePiecesArePutAway(t *testing.T) {
	s := gamestest.After(t, begun(t, "seats=2 start="+crowded), "fix stop")
	if got := strings.Join(laidOut(s), "|"); got != "step.away" {
		t.Errorf("got %s", got)
	}
}

func TestTheStepsTellEverySquareThatGetsAPieceOnce(t *testing.T) {
	s := begun(t, "seats=2 start=SL.1RTB123..............2...LT..")
	var got []string
	for _, step := range games.Steps(s) {
		got = append(got, strings.Join(step.Squares, " "))
	}
	if want := "|1 2 3 4 6 7 8 9 10 11 12|39 43 44 47 48"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
}
