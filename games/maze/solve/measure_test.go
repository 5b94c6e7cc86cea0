//go:build unix

package solve_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tabletop/games/maze/solve"
)

var (
	starts  = flag.Int("starts", 0, "how many positions of each set are measured; 0: 1, or 2 with -more")
	first   = flag.Int("first", 0, "the number of the first position")
	sets    = flag.String("sets", "", "what is measured: a set-up, +40 after random plies, ~40 after such as lose nothing at sight; none: two sets, or four with -more")
	limit   = flag.Int("limit", 0, "positions that a search may look at; 0: its default")
	memory  = flag.Int("memory", 0, "bytes that a search may take; 0: its default")
	shorten = flag.Int("shorten", 0, "positions looked at to shorten a line, which the time includes")
)

// measured is what a set came to. Times are seconds of the processor.
type measured struct {
	won, lost, open                   int
	seconds, looked, found, shortened []float64
}

func TestMeasure(t *testing.T) {
	t.Logf("%-12s %4s %4s %4s  %24s  %9s %9s  %s", "set", "won", "lost", "open", "s: half 90% 97% 99% most", "positions", "per s", "moves, shortened")
	if *starts == 0 {
		*starts = fewer(2, 1)
	}
	if *sets == "" {
		*sets = strings.Join([]string{"small", "balanced+40", "balanced", "standard"}[:fewer(4, 2)], " ")
	}
	for _, set := range strings.Fields(*sets) {
		m := measure(t, set)
		t.Log(m.row(set))
		if m.won+m.lost == 0 {
			t.Errorf("none of %s is decided", set)
		}
	}
}

// measure solves the positions of a set.
func measure(t *testing.T, set string) (m measured) {
	setup, plies, careful := parseSet(t, set)
	for n := *first; n < *first+*starts; n++ {
		s := stumbled(t, drawn(t, setup, n), n, plies, careful)
		began := processor()
		a := solved(t, s, solve.Options{Nodes: *limit, Memory: *memory, Shorten: *shorten})
		m.seconds = append(m.seconds, processor()-began)
		m.looked = append(m.looked, float64(a.Nodes))
		switch {
		case a.Won:
			checkWin(t, s, a.Line)
			m.won++
			m.found = append(m.found, float64(a.Found))
			m.shortened = append(m.shortened, float64(len(a.Line)))
		case a.Lost:
			m.lost++
		default:
			m.open++
			t.Logf("%s %d is open after %d positions", set, n, a.Nodes)
		}
	}
	return m
}

func parseSet(t *testing.T, set string) (setup string, plies int, careful bool) {
	t.Helper()
	i := strings.IndexAny(set, "+~")
	if i < 0 {
		return set, 0, false
	}
	plies, err := strconv.Atoi(set[i+1:])
	if err != nil {
		t.Fatal(err)
	}
	return set[:i], plies, set[i] == '~'
}

// row is the line of a set in the table.
func (m *measured) row(set string) string {
	return fmt.Sprintf("%-12s %4d %4d %4d  %4.2f %4.2f %4.2f %4.2f %4.2f  %9.0f %9.0f  %.0f %.0f", set, m.won, m.lost, m.open,
		part(m.seconds, 50), part(m.seconds, 90), part(m.seconds, 97), part(m.seconds, 99), part(m.seconds, 100),
		part(m.looked, 50), sum(m.looked)/max(sum(m.seconds), 1e-9), part(m.found, 50), part(m.shortened, 50))
}

// part returns the number that so many in a hundred don't exceed.
func part(some []float64, hundredths int) float64 {
	if len(some) == 0 {
		return 0
	}
	slices.Sort(some)
	return some[(len(some)*hundredths+99)/100-1]
}

func sum(some []float64) (all float64) {
	for _, n := range some {
		all += n
	}
	return all
}

// processor returns how long the processor has worked for this process, in seconds.
func processor() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
