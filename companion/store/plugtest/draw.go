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
	plugs    = flag.String("plugs", "", "at how many points of its work a process is killed, drawn by chance: a number, or all; none: as many as the test says")
	plugSeed = flag.Uint64("plug-seed", 0, "what those points are drawn from; 0: chosen by chance")
)

// kind is a kind of points: how a process dies at the n-th, and how they are counted.
type kind struct {
	name  string
	at    func(n int) (before, env []string)
	count func(t *testing.T) int
}

func steps() kind {
	at := func(n int) ([]string, []string) { return nil, []string{atStep + "=" + strconv.Itoa(n)} }
	return kind{"step", at, countSteps}
}

// countSteps returns how many steps a process goes that dies at none.
func countSteps(t *testing.T) int {
	t.Helper()
	out, err := Again(t, nil, inDir+"="+t.TempDir())
	for line := range strings.Lines(out) {
		if n, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), finished); ok {
			count, _ := strconv.Atoi(n)
			return count
		}
	}
	t.Fatalf("the work did not come to its end: %v\n%s", err, out)
	return 0
}

func callsOf(calls string) kind {
	trace := func(file string, more ...string) []string {
		return append([]string{"strace", "-f", "-qq", "-o", file, "-e", "trace=" + calls}, more...)
	}
	return kind{
		calls,
		func(n int) (before, env []string) {
			return trace(os.DevNull, "-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", calls, n)), nil
		},
		func(t *testing.T) int {
			t.Helper()
			file := filepath.Join(t.TempDir(), "calls")
			out, err := Again(t, trace(file), inDir+"="+t.TempDir())
			text, noFile := os.ReadFile(file)
			if err != nil || noFile != nil {
				t.Fatalf("the work did not come to its end: %v, %v\n%s", err, noFile, out)
			}
			return countCalls(string(text))
		},
	}
}

// call is a line of a trace that begins a call: its thread and the name. Others are of signals,
// of ends, or of calls that another thread's has cut in two.
var call = regexp.MustCompile(`(?m)^(\d+) +\w+\(`)

// countCalls returns how many calls the thread makes that makes most of them.
func countCalls(trace string) (most int) {
	made := map[string]int{}
	for _, of := range call.FindAllStringSubmatch(trace, -1) {
		made[of[1]]++
		most = max(most, made[of[1]])
	}
	return most
}

// every returns each stride-th point, for ever.
func every(stride int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 1; yield(n); n += stride {
		}
	}
}

// draw returns points of a kind in order: as many as usual says, or the flag.
func draw(t *testing.T, usual int, k kind) iter.Seq[int] {
	t.Helper()
	all := k.count(t)
	number := usual
	if *plugs == "all" {
		number = all
	} else if *plugs != "" {
		var err error
		if number, err = strconv.Atoi(*plugs); err != nil || number < 1 {
			t.Fatalf("-plugs %s: it is a number, or all", *plugs)
		}
	}
	seed := *plugSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	number = min(number, all)
	t.Logf("-plug-seed %d draws %d of %d points: %s", seed, number, all, k.name)
	return slices.Values(drawn(seed, number, all))
}

// drawn returns so many numbers from 1 to all, in order.
func drawn(seed uint64, number, all int) []int {
	points := rand.New(rand.NewPCG(seed, 0)).Perm(all)[:number]
	for i := range points {
		points[i]++
	}
	slices.Sort(points)
	return points
}
