package plugtest

import (
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	plugs    = flag.String("plugs", "", "`number` of points at which a process is killed, drawn at random, or all; default: the number in the test")
	plugSeed = flag.Uint64("plug-seed", 0, "seed of the drawn points; 0: a random one")
)

// kind is a kind of points at which a process can be killed. count runs the work once and
// returns the number of its points. count must be called before at. at(n) returns the way to
// kill a process at point n: the name of the point, a command under which to run the process,
// and environment variables.
type kind struct {
	name  string
	at    func(n int) (step string, before, env []string)
	count func(t *testing.T) int
}

func steps() kind {
	at := func(n int) (string, []string, []string) { return "step", nil, []string{atStep + "=" + strconv.Itoa(n)} }
	return kind{"step", at, countSteps}
}

// countSteps runs the work in a process that isn't killed, and returns its number of steps.
func countSteps(t *testing.T) int {
	t.Helper()
	out, err := Again(t, nil, inDir+"="+t.TempDir())
	for line := range strings.Lines(out) {
		if n, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), finished); ok {
			count, _ := strconv.Atoi(n)
			return count
		}
	}
	t.Fatalf("the work did not finish: %v\n%s", err, out)
	return 0
}

func callsOf(calls string) kind {
	trace := func(file string, more ...string) []string {
		return append([]string{"strace", "-f", "-qq", "-o", file, "-e", "trace=" + calls}, more...)
	}
	var made []string // names of the counted calls, in order
	return kind{
		calls,
		func(n int) (step string, before, env []string) {
			name, nth := made[n-1], 0
			for _, other := range made[:n] {
				if other == name {
					nth++
				}
			}
			inject := fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", name, nth) // strace counts each call separately
			return name, trace(os.DevNull, "-e", inject), nil
		},
		func(t *testing.T) int {
			t.Helper()
			file := filepath.Join(t.TempDir(), "calls")
			out, err := Again(t, trace(file), inDir+"="+t.TempDir())
			text, noFile := os.ReadFile(file)
			if err != nil || noFile != nil {
				t.Fatalf("the work did not finish: %v, %v\n%s", err, noFile, out)
			}
			made = callsIn(string(text))
			return len(made)
		},
	}
}

// call matches a line in the output of strace that begins a system call. Its groups are the
// thread and the name of the call. It doesn't match signals, exits, or the second half of an
// interrupted call.
var call = regexp.MustCompile(`(?m)^(\d+) +(\w+)\(`)

// callsIn returns the names of the system calls in the output of strace, for the thread with the
// most calls.
func callsIn(trace string) (most []string) {
	made := map[string][]string{}
	for _, of := range call.FindAllStringSubmatch(trace, -1) {
		thread := append(made[of[1]], of[2])
		made[of[1]] = thread
		if len(thread) > len(most) {
			most = thread
		}
	}
	return most
}

// every yields the points 1, 1+stride, 1+2·stride and so on, up to last.
func every(stride, last int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 1; n <= last && yield(n); n += stride {
		}
	}
}

// draw draws points of kind k at random and yields their numbers in order. usual is the number
// of points to draw, unless the flag -plugs gives another number.
func draw(t *testing.T, usual int, k kind) iter.Seq[int] {
	t.Helper()
	all := k.count(t)
	number := usual
	if *plugs == "all" {
		number = all
	} else if *plugs != "" {
		var err error
		if number, err = strconv.Atoi(*plugs); err != nil || number < 1 {
			t.Fatalf("-plugs %s: want a number, or all", *plugs)
		}
	}
	seed := *plugSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	number = min(number, all)
	t.Logf("-plug-seed %d draws %d of %d points: %s", seed, number, all, k.name)
	return slices.Values(drawPoints(seed, number, all))
}

// drawPoints returns distinct random numbers from 1 to all, in ascending order. The argument
// number is the length of the result.
func drawPoints(seed uint64, number, all int) []int {
	points := rand.New(rand.NewPCG(seed, 0)).Perm(all)[:number]
	for i := range points {
		points[i]++
	}
	slices.Sort(points)
	return points
}
