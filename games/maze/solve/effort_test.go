package solve_test

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// effort is what it takes to win a position that can be won.
func effort(t *testing.T, s games.State, seed uint64) solve.Effort {
	t.Helper()
	e, won, err := solve.Measure(s, seed)
	if err != nil || !won {
		t.Fatalf("got %v, %v, want a win\n%s", won, err, s)
	}
	return e
}

func TestAnEffortDependsOnTheSeedOnlyAndItsLineWins(t *testing.T) {
	t.Parallel()
	s := drawn(t, "small", 3)
	e := effort(t, s, 1)
	checkWin(t, s, e.Line)
	if e.Moves != len(e.Line) || slices.Min(e.Looked[:]) < 1 || slices.Max(e.Looked[:]) > 400_000 || e.Hopeless < 0 || e.Hopeless > 100 {
		t.Errorf("got %+v", e)
	}
	if testing.Short() {
		return
	}
	if again := effort(t, s, 1); !reflect.DeepEqual(again, e) {
		t.Errorf("got %+v, want %+v", again, e)
	}
	if other := effort(t, s, 2); reflect.DeepEqual(other, e) {
		t.Errorf("another seed has measured the same: %+v", other)
	}
}

// The bytes of the lists hang on these figures.
func TestAnEffortIsTheSameOnEveryMachine(t *testing.T) {
	t.Parallel()
	for n, want := range []solve.Effort{
		{Looked: [4]int{3162, 7173, 8766, 4910}, Moves: 35, Hopeless: 81},
		{Looked: [4]int{3446, 4485, 4553, 12351}, Moves: 49, Hopeless: 59},
		{Looked: [4]int{9450, 12702, 2220, 5834}, Moves: 38, Hopeless: 59},
	}[:fewer(3, 1)] {
		got := effort(t, drawn(t, "small", n), 15)
		got.Line = nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d: got %+v, want %+v", n, got, want)
		}
	}
}

// A game gets easier as it is won: what lies behind is no effort any more.
func TestOnTheWayToAWinTheEffortShrinks(t *testing.T) {
	t.Parallel()
	var scores [3]int // of the start, after half of the line, and after three quarters
	for n := range fewer(2, 1) {
		s := drawn(t, "small", n)
		e := effort(t, s, 1)
		scores[0] += e.Score()
		for i, moves := range []int{len(e.Line) / 2, len(e.Line) * 3 / 4} {
			scores[i+1] += effort(t, gamestest.After(t, s, e.Line[:moves]...), 1).Score()
		}
	}
	if scores[0] <= scores[1] || scores[1] <= scores[2] {
		t.Errorf("got %v, want less and less", scores)
	}
}

func TestWhatCantBeWonHasNoEffort(t *testing.T) {
	t.Parallel()
	s := gamestest.Begin(t, maze.Rules{}, "seats=1 start=BR31RLTB2L............L2S1TRL2T3")
	empty := gamestest.Begin(t, maze.Rules{}, "seats=1 start=................................")
	for name, lost := range map[string]games.State{
		"proved":   gamestest.After(t, s, "4-17", "41-22", "9-35"),
		"at sight": gamestest.After(t, empty, "1-18"),
	} {
		if e, won, err := solve.Measure(lost, 1); won || err != nil {
			t.Errorf("%s: got %+v, %v, %v", name, e, won, err)
		}
	}
	if _, _, err := solve.Measure(gamestest.After(t, s, "fix stop"), 1); err == nil {
		t.Error("a game that is over has an effort")
	}
}

func TestEveryDoublingOfThePositionsCountsSixteen(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 0, 2: 16, 3: 24, 4: 32, 5: 36, 1 << 18: 288, 400_000: 296} {
		if got := (solve.Effort{Looked: [4]int{n, n, n, n}}).Score(); got != want {
			t.Errorf("%d positions: got %d, want %d", n, got, want)
		}
	}
	if got := (solve.Effort{Looked: [4]int{2, 4, 8, 16}, Moves: 100, Hopeless: 30}).Score(); got != 40+130 {
		t.Errorf("got %d, want 170", got)
	}
}

func TestTheGradesFollowTheScores(t *testing.T) {
	for _, setup := range []string{"standard", "balanced", "small"} {
		least := map[solve.Grade]int{}
		last := solve.Easy
		for score := range 1000 {
			g := solve.GradeOf(setup, solve.Effort{Moves: score})
			if g < last || g > last+1 {
				t.Fatalf("%s: score %d is %s, after %s", setup, score, g, last)
			}
			if _, seen := least[g]; !seen {
				least[g] = score
			}
			last = g
		}
		if len(least) != int(solve.Grades) {
			t.Errorf("%s: only %d grades: %v", setup, len(least), least)
		}
	}
	if got := []string{solve.Easy.String(), solve.Medium.String(), solve.Hard.String(), solve.Master.String()}; !slices.Equal(got, []string{"easy", "medium", "hard", "master"}) {
		t.Errorf("got %v", got)
	}
}
