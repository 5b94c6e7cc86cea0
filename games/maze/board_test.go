package maze_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

func TestABoardHasTheMovesOfItsPosition(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := afterChance(rt, anyTable(rt))
		for range rapid.IntRange(0, 80).Draw(rt, "moves") {
			b, ok := maze.BoardOf(s)
			if ok != (s.Turn() != games.Nobody) {
				rt.Fatalf("there is a board: %v\n%s", ok, s)
			}
			if !ok {
				return
			}
			if got, want := movesOf(&b), listed(s); !slices.Equal(got, want) {
				rt.Fatalf("got %v\nwant %v\n%s", got, want, s)
			}
			if b.Dead() != (dead(s) != "") || b.BlackToMove() != (s.String()[:10] == "turn black") {
				rt.Fatalf("dead %v, black to move %v\n%s", b.Dead(), b.BlackToMove(), s)
			}
			m := rapid.SampledFrom(s.Legal()).Draw(rt, "move").Says
			s = gamestest.After(rt, s, m)
			from, to, _, _ := maze.ParseMove(string(m))
			if b.Move(from-1, to-1); b.Won() != (len(s.Standing().Won) > 0) {
				rt.Fatalf("won: %v\n%s", b.Won(), s)
			}
			if next, ok := maze.BoardOf(s); ok && next != b {
				rt.Fatalf("%s leads elsewhere\n%s", m, s)
			}
		}
	})
}

// movesOf lists a board's moves as Legal does.
func movesOf(b *maze.Board) (all []games.Decision) {
	for from := range maze.Squares {
		for to := range maze.Squares {
			if b.Movable()>>from&1 != 0 && b.Targets(from)>>to&1 != 0 {
				all = append(all, maze.Says(from, to))
			}
		}
	}
	slices.Sort(all)
	return all
}

func listed(s games.State) (all []games.Decision) {
	for _, c := range s.Legal() {
		all = append(all, c.Says)
	}
	return all
}

func TestABoardIsPutTogetherPieceByPiece(t *testing.T) {
	s := gamestest.Begin(t, maze.Rules{}, "seats=2 start=2TRRBLS213............3B1ST13LR2")
	s = gamestest.After(t, s, "8-13")
	want, _ := maze.BoardOf(s)
	got := want.Cleared(want.BlackToMove())
	for at := range maze.Squares {
		if it := want.On(at); it != 0 {
			got.Put(at, it, want.Fixed()>>at&1 != 0)
		}
	}
	if got != want {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if want.Fixed() == 0 || want.Walls()&want.Fixed() != want.Fixed() {
		t.Errorf("what stays for good is %x, walls are %x", want.Fixed(), want.Walls())
	}
}

func TestThereIsNoBoardBeforeAMoveIsAwaited(t *testing.T) {
	if _, ok := maze.BoardOf(gamestest.Begin(t, maze.Rules{}, "seats=2")); ok {
		t.Error("a set-up that goes on has a board")
	}
}

func TestAnEmptySquareHasNoTargets(t *testing.T) {
	b, _ := maze.BoardOf(gamestest.Begin(t, maze.Rules{}, "seats=2 start="+nobody))
	for at := range maze.Squares {
		if b.On(at) == 0 && b.Targets(at) != 0 {
			t.Errorf("square %d: got %x, want none", at+1, b.Targets(at))
		}
	}
}
