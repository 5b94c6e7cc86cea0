package solve_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/kit"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// drawn returns the n-th start of a set-up, always the same.
func drawn(t testing.TB, setup string, n int) games.State {
	t.Helper()
	rnd := rand.New(rand.NewPCG(uint64(n), 15))
	s := gamestest.Begin(t, maze.Rules{}, "seats=2 setup="+setup)
	for s.Turn() == games.Chance {
		s = gamestest.After(t, s, kit.Pick(rnd, s.Legal()).Says)
	}
	return s
}

// stumbled returns the position after random plies, always the same for n, or the last that
// can go on; careful ones are plies after which the game isn't lost at sight, if there are any.
func stumbled(t testing.TB, s games.State, n, plies int, careful bool) games.State {
	t.Helper()
	rnd := rand.New(rand.NewPCG(uint64(n), 48))
	for ; plies > 0; plies-- {
		legal := s.Legal()
		rnd.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		i := slices.IndexFunc(legal, func(c games.Choice) bool {
			b, goesOn := maze.BoardOf(gamestest.After(t, s, c.Says))
			return goesOn && !(careful && b.Dead())
		})
		if i < 0 {
			break
		}
		s = gamestest.After(t, s, legal[i].Says)
	}
	return s
}

var more = flag.Bool("more", false, "look at more cases than a few")

// fewer is how many cases a test looks at: a few of all, unless more are wanted.
func fewer(all, few int) int {
	if *more {
		return all
	}
	return few
}

func solved(t testing.TB, s games.State, o solve.Options) solve.Answer {
	t.Helper()
	a, err := solve.Solve(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// checkWin replays a line through the rules.
func checkWin(t testing.TB, s games.State, line []games.Decision) {
	t.Helper()
	end := gamestest.After(t, s, line...)
	if len(end.Standing().Won) == 0 {
		t.Errorf("the line %v doesn't win\n%s", line, end)
	}
}

func TestEverySetUpIsWonAndTheRulesAgree(t *testing.T) {
	t.Parallel()
	for _, setup := range []string{"small", "balanced", "standard"} {
		for n := 4 - fewer(3, 1); n < 4; n++ {
			s := drawn(t, setup, n)
			a := solved(t, s, solve.Options{Shorten: 20_000})
			if !a.Won {
				t.Errorf("%s %d: got %+v, want a win", setup, n, a)
				continue
			}
			checkWin(t, s, a.Line)
			if len(a.Line) > a.Found {
				t.Errorf("%s %d: shortened from %d to %d moves", setup, n, a.Found, len(a.Line))
			}
		}
	}
}

func TestHouseRulesAreKept(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{"shadow": "jump", "tree": "jump", "rabbit": "many", "pawns": "upto", "square1": "dark"} {
		line := "seats=1 start=2TRRBLS213............3B1ST13LR2 " + name + "=" + value
		s := gamestest.Begin(t, maze.Rules{}, line)
		a := solved(t, s, solve.Options{})
		if !a.Won {
			t.Errorf("%s: got %+v, want a win", line, a)
			continue
		}
		checkWin(t, s, a.Line)
	}
}

func TestTheAnswerDependsOnTheSeedOnly(t *testing.T) {
	t.Parallel()
	s := drawn(t, "standard", 3)
	want := solved(t, s, solve.Options{Seed: 7, Nodes: 400_000})
	for _, threads := range []int{2, 3} {
		got := solved(t, s, solve.Options{Seed: 7, Nodes: 400_000, Threads: threads})
		if !slices.Equal(got.Line, want.Line) || got.Nodes != want.Nodes || got.Tries != want.Tries || got.Won != want.Won {
			t.Errorf("%d threads: got %+v, want %+v", threads, got, want)
		}
	}
}

// A bubble panics if a goroutine that began in it would never end.
func TestNoThreadOutlivesASearch(t *testing.T) {
	s := drawn(t, "small", 1)
	synctest.Test(t, func(t *testing.T) {
		if a := solved(t, s, solve.Options{Threads: 4}); !a.Won {
			t.Errorf("got %+v, want a win", a)
		}
	})
}

func TestAClosedChannelStopsASearch(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	s := drawn(t, "standard", 1)
	if a := solved(t, s, solve.Options{Stop: stop}); a.Won || a.Lost || a.Nodes > 0 {
		t.Errorf("got %+v, want nothing", a)
	}
}

func TestASearchWithoutEndIsStopped(t *testing.T) {
	stop, ended := make(chan struct{}), make(chan solve.Answer)
	s := stumbled(t, drawn(t, "balanced", 2), 2, 40, true) // open for long
	go func() {
		a, err := solve.Solve(s, solve.Options{Stop: stop, Nodes: math.MaxInt32, Threads: 2})
		if err != nil {
			t.Error(err)
		}
		ended <- a
	}()
	close(stop)
	if a := <-ended; a.Won || a.Lost {
		t.Errorf("got %+v, want nothing", a)
	}
}

func TestNoMorePositionsAreKeptThanAllowed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		most := rapid.IntRange(1, 3000).Draw(rt, "nodes")
		s := drawn(t, "standard", rapid.IntRange(0, 50).Draw(rt, "start"))
		if a := solved(t, s, solve.Options{Nodes: most, Memory: solve.LeastMemory}); a.Nodes > most {
			rt.Errorf("got %d positions, want %d at most", a.Nodes, most)
		}
	})
}

func TestASearchTakesNoMoreMemoryThanAllowed(t *testing.T) {
	s := drawn(t, "standard", 1)
	for _, most := range []int{4 << 20, 24 << 20} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		solved(t, s, solve.Options{Nodes: 10_000, Memory: most})
		runtime.ReadMemStats(&after)
		const beside = 1 << 20 // bytes: what the board is surveyed with, and the line
		if took := int(after.TotalAlloc - before.TotalAlloc); took > most+beside {
			t.Errorf("took %d bytes, want %d", took, most)
		}
	}
}

func TestOptionsThatCantBeMetAreRefused(t *testing.T) {
	s := drawn(t, "standard", 1)
	for _, o := range []solve.Options{{Memory: solve.LeastMemory - 1}, {Nodes: -1}, {Threads: -1}, {Shorten: -1}} {
		if a, err := solve.Solve(s, o); err == nil {
			t.Errorf("%+v: got %+v, want an error", o, a)
		}
	}
}

func TestTheLeastMemoryIsEnoughForAWin(t *testing.T) {
	s := drawn(t, "small", 2)
	a := solved(t, s, solve.Options{Memory: solve.LeastMemory, Shorten: 50_000})
	if !a.Won {
		t.Fatalf("got %+v, want a win", a)
	}
	checkWin(t, s, a.Line)
}

func TestAGameThatIsOverCantBeSolved(t *testing.T) {
	s := drawn(t, "standard", 1)
	over, err := s.Fix("stop")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solve.Solve(over, solve.Options{}); err == nil {
		t.Error("a game that was given up is solved")
	}
}

func TestALineThatIsKnownIsShortened(t *testing.T) {
	s := drawn(t, "balanced", 1)
	long := solved(t, s, solve.Options{}).Line
	short, err := solve.Shorten(s, long, solve.Options{Shorten: 60_000, Near: 10_000})
	if err != nil || len(short) >= len(long) {
		t.Fatalf("%d of %d moves are left, %v", len(short), len(long), err)
	}
	checkWin(t, s, short)
	for want, line := range map[string][]games.Decision{
		"doesn't win":       long[:len(long)-1],
		`"0-13" is no`:      {"0-13"},
		`"13" is no`:        {"13"},
		`"47-49" is no`:     append(long[:1:1], "47-49"),
		`"stop" is not a m`: {"stop"},
	} {
		if _, err := solve.Shorten(s, line, solve.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", line, err, want)
		}
	}
}
