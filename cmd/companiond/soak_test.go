package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// figures are what was measured of a daemon that has nothing to do: memory in KiB,
// files in bytes.
type figures struct {
	at                               time.Duration // since the soak began
	memory, peak, heap               float64       // resident now and at most, and what the collector can't free
	goroutines, descriptors, threads float64
	db, log                          float64 // companion.db, companion.db-wal
	steps, decisions, refused        int     // of the soak so far
}

const columnsOfFigures = "  minute  MB-RSS  MB-peak  MB-heap  goroutines  descriptors  threads  KB-db  KB-wal   steps  decisions  refused\n"

func (f figures) String() string {
	return fmt.Sprintf("%8.1f %7.1f %8.1f %8.2f %11.0f %12.0f %8.0f %6.0f %7.0f %7d %10d %8d\n",
		f.at.Minutes(), f.memory/1024, f.peak/1024, f.heap/1024, f.goroutines, f.descriptors, f.threads, f.db/1024, f.log/1024, f.steps, f.decisions, f.refused)
}

func table(life []figures) string {
	var b strings.Builder
	b.WriteString(columnsOfFigures)
	for _, f := range life {
		b.WriteString(f.String())
	}
	return b.String()
}

// flat are the figures that stay as they are however long a daemon runs, and by how
// much the last may lie above the first: a share of it or so many, whichever is more.
var flat = []struct {
	name  string
	of    func(figures) float64
	share float64
	more  float64
}{
	{"memory, KiB", func(f figures) float64 { return f.memory }, 0.10, 4 << 10},
	{"heap, KiB", func(f figures) float64 { return f.heap }, 0.10, 4 << 10},
	{"goroutines", func(f figures) float64 { return f.goroutines }, 0, 0},
	{"descriptors", func(f figures) float64 { return f.descriptors }, 0, 0},
}

// mostLog is how long the log may be, bytes: 8 MiB, after which it is emptied, and the
// transaction that passed them.
const mostLog = 8<<20 + 256<<10

// fewest is of how many figures of a life something can be said.
const fewest = 16

// rising says which figures of one life of the daemon are higher at its end than at its
// beginning, by the medians of the first and the last quarter of what comes after an
// eighth in which the daemon grew warm.
func rising(life []figures) (found []string) {
	if len(life) < fewest {
		return []string{fmt.Sprintf("%d figures of a life tell nothing, want %d", len(life), fewest)}
	}
	warm := life[len(life)/8:]
	quarter := len(warm) / 4
	for _, f := range flat {
		first, last := median(warm[:quarter], f.of), median(warm[len(warm)-quarter:], f.of)
		if last > first+max(f.share*first, f.more) {
			found = append(found, fmt.Sprintf("%s: %.0f at first, %.0f at last", f.name, first, last))
		}
	}
	for _, f := range life {
		if f.log > mostLog {
			return append(found, fmt.Sprintf("companion.db-wal: %.0f bytes in minute %.1f, want at most %d", f.log, f.at.Minutes(), mostLog))
		}
	}
	return found
}

// median is the one in the middle.
func median(some []figures, of func(figures) float64) float64 {
	all := make([]float64, len(some))
	for i, f := range some {
		all[i] = of(f)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// calm is a life of n figures without a leak: memory swings, and once it is high.
func calm(n int) []figures {
	life := make([]figures, n)
	for i := range life {
		life[i] = figures{memory: 60_000 + float64(i*7919%3000), heap: 9000 + float64(i*31%200), goroutines: 20, descriptors: 17, log: 8 << 20}
	}
	life[n-2].memory = 200_000
	return life
}

func TestSoakFindsEveryFigureThatRises(t *testing.T) {
	const n = 180
	if found := rising(calm(n)); found != nil {
		t.Errorf("a calm life is not flat: %v", found)
	}
	if found := rising(calm(fewest - 1)); found == nil {
		t.Error("too few figures are taken for flat")
	}
	for _, leak := range []struct {
		want string
		from func(f *figures, i int)
	}{
		{"memory", func(f *figures, i int) { f.memory += float64(10_000 * i / n) }}, // 10 MB in three hours
		{"heap", func(f *figures, i int) { f.heap += float64(8_000 * i / n) }},
		{"goroutines", func(f *figures, i int) { f.goroutines += float64(2 * i / n) }}, // one, in the middle
		{"descriptors", func(f *figures, i int) { f.descriptors += float64(i / 100) }},
		{"companion.db-wal", func(f *figures, i int) { f.log += float64(i) * 4096 }},
	} {
		life := calm(n)
		for i := range life {
			leak.from(&life[i], i)
		}
		if found := rising(life); len(found) != 1 || !strings.HasPrefix(found[0], leak.want) {
			t.Errorf("a leak of %s is found as %v", leak.want, found)
		}
	}
}
