package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/store/plugtest"
)

const (
	tracedIn = "STORE_TRACED"   // set: this process works in that folder under strace
	injected = "STORE_INJECTED" // set: faults are injected into it
)

// traced runs the test again under strace with the given injections and returns
// the syncs of each stretch between two marks.
func traced(t *testing.T, work func(t *testing.T, dir string, mark func(string)), inject ...string) map[string][]string {
	t.Helper()
	if dir := os.Getenv(tracedIn); dir != "" {
		if os.Getenv(injected) != "" {
			runtime.LockOSThread() // strace counts the calls of each thread by itself
		}
		marks, err := os.Create(filepath.Join(dir, "marks"))
		if err != nil {
			t.Fatal(err)
		}
		work(t, filepath.Join(dir, "state"), func(name string) {
			if _, err := marks.WriteString(name); err != nil {
				t.Fatal(err)
			}
		})
		return nil
	}
	plugtest.NeedStrace(t)
	dir := t.TempDir()
	trace := filepath.Join(dir, "trace")
	strace := []string{"strace", "-f", "-y", "-qq", "-s", "99", "-o", trace, "-e", "trace=write,fsync,fdatasync,sync_file_range,msync,syncfs,sync"}
	env := []string{tracedIn + "=" + dir}
	for _, fault := range inject {
		strace = append(strace, "-e", "inject="+fault)
		env = append(env, injected+"=1")
	}
	out, err := plugtest.Again(t, strace, env...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return stretches(string(read(t, trace)))
}

var (
	marking = regexp.MustCompile(`write\(\d+<.*/marks>, "(.*)", \d+(?:\)| <unfinished)`)
	syncing = regexp.MustCompile(`(?:f(?:data)?sync|sync\w*|msync)\((?:\d+<(?:.*/)?([^/]*)>)?.*(?:= (-?\d+)|<unfinished)`)
)

// stretches reads a trace: what was synced after each mark, with the result.
func stretches(trace string) map[string][]string {
	syncs, mark := map[string][]string{}, "start"
	for line := range strings.Lines(trace) {
		if m := marking.FindStringSubmatch(line); m != nil {
			mark = m[1]
		} else if m := syncing.FindStringSubmatch(line); m != nil {
			what := m[1]
			if m[2] == "-1" {
				what += " failed"
			}
			syncs[mark] = append(syncs[mark], what)
		}
	}
	return syncs
}

func TestATransactionIsOneSyncOfTheLog(t *testing.T) {
	t.Parallel()
	got := traced(t, func(t *testing.T, dir string, mark func(string)) {
		s := opened(t, dir)
		for _, name := range []string{"first", "second", "third", "fourth"} {
			mark(name)
			keepNext(t, s)
		}
		mark("again")
		keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 8)})
		mark("check")
		if _, err := s.Check(context.Background()); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"after the check", "and then"} {
			mark(name)
			keepNext(t, s)
		}
		mark("forty")
		for range 40 {
			keepNext(t, s)
		}
		mark("close")
	})
	if got == nil {
		return
	}
	log := database + walSuffix
	for stretch, want := range map[string][]string{
		"first":           {log, "state", log}, // the log's head and its name in the folder
		"second":          {log},
		"third":           {log},
		"fourth":          {log},
		"again":           nil,
		"check":           {log, "state", database},
		"after the check": {log, log}, // the new log's head
		"and then":        {log},
		"forty":           slices.Repeat([]string{log}, 40),
	} {
		if !slices.Equal(got[stretch], want) {
			t.Errorf("%s: synced %q, want %q", stretch, got[stretch], want)
		}
	}
}

// keepNext keeps one decision with its outcome, two lines.
func keepNext(t *testing.T, s *Store) {
	t.Helper()
	next := 1
	if e := load(t, s); len(e.Open) > 0 {
		next += strings.Count(e.Open[0].Lines, "\n")
	}
	keep(t, s, spelled{Match: "m", First: next, Lines: lines(next, next+1)})
}

func TestALogThatAKilledProcessLeftIsSyncedBeforeItIsRead(t *testing.T) {
	t.Parallel()
	got := traced(t, func(t *testing.T, dir string, mark func(string)) {
		s := opened(t, dir)
		keepNext(t, s)
		left := filepath.Join(filepath.Dir(dir), "left")
		if err := os.Mkdir(left, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, suffix := range []string{"", walSuffix} {
			write(t, filepath.Join(left, database+suffix), read(t, s.path()+suffix))
		}
		mark("open")
		s = opened(t, left)
		mark("opened")
		if got := load(t, s).Open[0].Lines; got != lines(1, 2) {
			t.Errorf("got %q, want two lines", got)
		}
	})
	if got != nil && !slices.Contains(got["open"], database+walSuffix) {
		t.Errorf("Open synced %q, want the log among it", got["open"])
	}
}

func TestAfterAFailedSyncTheLogIsCopiedBeforeAnythingIsBelieved(t *testing.T) {
	t.Parallel()
	work := func(t *testing.T, dir string, mark func(string)) {
		s := opened(t, dir)
		for range 3 {
			keepNext(t, s)
		}
		mark("failing")
		next := spelled{Match: "m", First: 7, Lines: lines(7, 8)}
		for err := s.Keep(context.Background(), next.keep()); err != nil; err = s.Keep(context.Background(), next.keep()) {
			if failed := (*Error)(nil); !errors.As(err, &failed) || failed.Reason() != "disk.error" {
				t.Fatalf("Keep = %v, want an Error with disk.error", err)
			}
			mark("retry")
		}
		mark("acknowledged")
		if got := load(t, s).Open[0].Lines; got != lines(1, 8) {
			t.Errorf("got %q, want eight lines", got)
		}
	}
	sound := traced(t, work)
	if sound == nil {
		return
	}
	// The sync of the commit fails, and that of the closing: the log stays as it is.
	first := len(sound["start"]) + 1
	got := traced(t, work, fmt.Sprintf("fsync:error=EIO:when=%d..%d", first, first+1))
	t.Logf("%q", got)
	log := database + walSuffix
	if want := []string{log + " failed", log + " failed"}; len(got["failing"]) < 2 || !slices.Equal(got["failing"][:2], want) {
		t.Errorf("failing: synced %q, want %q first", got["failing"], want)
	}
	if want := []string{log + ".new", "state"}; len(got["retry"]) < 2 || !slices.Equal(got["retry"][:2], want) {
		t.Errorf("before the acknowledgement: synced %q, want %q first", got["retry"], want)
	}
}
