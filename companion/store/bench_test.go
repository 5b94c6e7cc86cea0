package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// BenchmarkKeep compares a decision and its outcome, kept, with the same two lines
// appended to a file and synced, in turn on the same disk. The disk's own
// whims cancel out in the medians.
func BenchmarkKeep(b *testing.B) {
	dir := b.TempDir()
	s := opened(b, filepath.Join(dir, "state"))
	raw, err := os.OpenFile(filepath.Join(dir, "raw"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	defer raw.Close()
	keep(b, s, spelled{Match: "m", First: 1, Lines: lines(1, 2), Secret: secretA})
	var kept, appended []time.Duration
	b.ReportAllocs()
	for seq := 3; b.Loop(); seq += 2 {
		b.StopTimer()
		k := spelled{Match: "m", First: seq, Lines: lines(seq, seq+1)}
		appended = append(appended, timed(b, func() error { return appendSynced(raw, k.Lines) }))
		b.StartTimer()
		kept = append(kept, timed(b, func() error { return s.Keep(b.Context(), k.keep()) }))
	}
	k, r := median(kept), median(appended)
	b.ReportMetric(float64(k)/float64(r), "×raw")
	b.ReportMetric(float64(r), "raw-ns/op")
	b.ReportMetric(float64(k), "median-ns/op")
}

// BenchmarkKeepWithoutDisk is the share of it that isn't the disk's.
func BenchmarkKeepWithoutDisk(b *testing.B) {
	s := opened(b, b.TempDir())
	keep(b, s, spelled{Match: "m", First: 1, Lines: lines(1, 2), Secret: secretA})
	if _, err := s.session.conn.ExecContext(b.Context(), "PRAGMA synchronous = OFF"); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for seq := 3; b.Loop(); seq += 2 {
		b.StopTimer()
		k := spelled{Match: "m", First: seq, Lines: lines(seq, seq+1)}
		b.StartTimer()
		keep(b, s, k)
	}
}

func appendSynced(f *os.File, text string) error {
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return syscall.Fdatasync(int(f.Fd()))
}

func timed(b *testing.B, do func() error) time.Duration {
	start := time.Now()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// BenchmarkOpenAndLoad is the disk's part of the time to the first picture.
func BenchmarkOpenAndLoad(b *testing.B) {
	for _, matches := range []int{0, 1000} {
		b.Run(fmt.Sprintf("matches=%d", matches), func(b *testing.B) {
			dir := b.TempDir()
			s := opened(b, dir)
			for n := range matches {
				keep(b, s, spelled{
					Match: fmt.Sprint("m", n), First: 1, Lines: lines(1, 150), Secret: secretA,
					Players: "Аня\nБоря\n", Over: n < matches-1,
				})
			}
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				s = opened(b, dir)
				load(b, s)
			}
		})
	}
}

// BenchmarkCheck looks through a database of 1,000 matches of 150 facts, and reports what
// each fact costs.
func BenchmarkCheck(b *testing.B) {
	const matches, facts = 1000, 150
	s := opened(b, b.TempDir())
	for n := range matches {
		keep(b, s, spelled{Match: fmt.Sprint("m", n), First: 1, Lines: lines(1, facts), Secret: secretA, Over: true})
	}
	for b.Loop() {
		if damaged, err := s.Check(b.Context()); err != nil || len(damaged) > 0 {
			b.Fatal(damaged, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*matches*facts), "ns/fact")
}
