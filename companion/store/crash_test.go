package store

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/store/plugtest"
)

// keepNight is the evening of a process that may die at any step: a number is
// acknowledged when that many transactions are kept.
func keepNight(p *plugtest.Plug, dir string) {
	s, err := Open(dir, evening, rolling)
	if err != nil {
		panic(err)
	}
	s.step = p.Step
	for n, k := range night {
		if err := s.Keep(context.Background(), k.keep()); err != nil {
			panic(err)
		}
		p.Acknowledge(strconv.Itoa(n + 1))
	}
	if err := s.Close(); err != nil {
		panic(err)
	}
}

// boastNight is the same with the order broken: acknowledged, then kept.
func boastNight(p *plugtest.Plug, dir string) {
	s, err := Open(dir, evening, rolling)
	if err != nil {
		panic(err)
	}
	s.step = p.Step
	for n, k := range night {
		p.Acknowledge(strconv.Itoa(n + 1))
		if err := s.Keep(context.Background(), k.keep()); err != nil {
			panic(err)
		}
	}
}

// prefixes are the dumps after 0, 1, 2 … transactions of the night.
func prefixes(t *testing.T) []string {
	t.Helper()
	s := opened(t, t.TempDir())
	steps := 0
	s.step = func(string) { steps++ }
	dumps := []string{dump(t, s)}
	for _, k := range night {
		keep(t, s, k)
		dumps = append(dumps, dump(t, s))
	}
	if steps < 200 {
		t.Errorf("a night may end at %d steps, want 200", steps)
	}
	return dumps
}

// survived reports what is wrong with what a dead process left: all that it
// acknowledged must be there, at most one transaction more, and the rest of the
// night must go on from there.
func survived(t *testing.T, dir string, acknowledged int, want []string) (err error) {
	t.Helper()
	s, err := Open(dir, evening, rolling)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	got := dump(t, s)
	if got != want[acknowledged] && (acknowledged == len(night) || got != want[acknowledged+1]) {
		return fmt.Errorf("acknowledged %d transactions, found\n%swant\n%s", acknowledged, got, want[acknowledged])
	}
	if _, err := s.session.conn.ExecContext(t.Context(), "PRAGMA synchronous = OFF"); err != nil {
		return err // the rest of the night needs no disk
	}
	for _, k := range night[acknowledged:] {
		if err := s.Keep(t.Context(), k.keep()); err != nil {
			return fmt.Errorf("going on: %w", err)
		}
	}
	if got := dump(t, s); got != want[len(night)] {
		return fmt.Errorf("at the end of the night\n%swant\n%s", got, want[len(night)])
	}
	_, err = s.Check(t.Context())
	return err
}

func TestWhatWasAcknowledgedSurvivesAKillAtEveryStep(t *testing.T) {
	t.Parallel()
	cuts := plugtest.SomeSteps(t, 8, keepNight)
	want, points := prefixes(t), 0
	for cut := range cuts {
		points++
		if err := survived(t, cut.Dir, len(cut.Acknowledged), want); err != nil {
			t.Errorf("%v: %v", cut, err)
		}
	}
	if points == 0 {
		t.Error("there is no point to die at")
	}
}

func TestWhatWasAcknowledgedSurvivesAKillBeforeEveryWriteAndSync(t *testing.T) {
	t.Parallel()
	cuts := plugtest.SomeCalls(t, 8, "pwrite64,fsync,fdatasync,ftruncate,unlink", keepNight)
	want, points := prefixes(t), 0
	for cut := range cuts {
		points++
		if err := survived(t, cut.Dir, len(cut.Acknowledged), want); err != nil {
			t.Errorf("%v: %v", cut, err)
		}
	}
	if points == 0 {
		t.Error("there is no point to die at")
	}
}

func TestAProcessThatAcknowledgesBeforeItKeepsIsCaught(t *testing.T) {
	t.Parallel()
	cuts := plugtest.SomeSteps(t, 8, boastNight)
	want, points, caught := prefixes(t), 0, 0
	for cut := range cuts {
		points++
		if err := survived(t, cut.Dir, len(cut.Acknowledged), want); err != nil {
			caught++
		}
	}
	t.Logf("%d of %d points show that the order is broken", caught, points)
	if caught == 0 {
		t.Error("none does")
	}
}

var logCuts = flag.Int("log-cuts", 12, "at how many bytes the log is cut")

func TestALogCutAtAnyByteHoldsAPrefix(t *testing.T) {
	t.Parallel()
	draw, want := chance(t), prefixes(t)
	s := opened(t, t.TempDir())
	var ends []int // of the log, after each transaction
	for _, k := range night {
		keep(t, s, k)
		ends = append(ends, len(read(t, s.path()+walSuffix)))
	}
	base, log := read(t, s.path()), read(t, s.path()+walSuffix)
	rests := []string{"", strings.Repeat("\x00", 8192), strings.Repeat("\xa5", 8192)}
	cut := func(at int) {
		whole, _ := slices.BinarySearch(ends, at+1) // transactions that end before the cut
		rest := rests[draw.IntN(len(rests))]
		dir := t.TempDir()
		write(t, filepath.Join(dir, database), base)
		write(t, filepath.Join(dir, database+walSuffix), append(log[:at:at], rest...))
		if err := survived(t, dir, whole, want); err != nil {
			t.Errorf("cut at byte %d of %d, then %.1q: %v", at, len(log), rest, err)
		}
	}
	for _, at := range []int{0, ends[0] - 1, ends[0], len(log)} {
		cut(at)
	}
	for n := range *logCuts {
		at := draw.IntN(len(log))
		if n%2 == 0 {
			at &^= 511 // between two sectors
		}
		cut(at)
	}
}

func TestNoLaterWriteTouchesABlockThatHoldsAnAcknowledgedFact(t *testing.T) {
	const head, frame, block = 32, 24 + 4096, 4096 // bytes: of the log's head, a page in it, the disk
	s := opened(t, t.TempDir())
	from := head
	for n, k := range night {
		keep(t, s, k)
		log := read(t, s.path()+walSuffix)
		end := from // of the frame that commits: the first that tells the size of the database
		for binary.BigEndian.Uint32(log[end+4:]) == 0 {
			end += frame
		}
		if end += frame; len(log)/block*block < end {
			t.Errorf("transaction %d ends at byte %d, the next begins in the same block, at %d", n+1, end, len(log))
		}
		from = len(log)
	}
}
