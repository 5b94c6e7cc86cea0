package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tabletop/companion/store/plugtest"
)

const ownMounts = "STORE_OWN_MOUNTS" // set: this process may mount on that folder

// mounting runs work in a process with mounts of its own, on an empty folder. It
// skips the test where the kernel grants no such process.
func mounting(t *testing.T, work func(t *testing.T, dir string)) {
	t.Helper()
	if dir := os.Getenv(ownMounts); dir != "" {
		work(t, dir)
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run="+plugtest.Pattern(t.Name()), "-test.count=1")
	cmd.Env = append(os.Environ(), ownMounts+"="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Skipf("NOT TESTED: a process may have no mounts of its own here: %v", err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// disk mounts an empty disk of that many KiB on dir, or resizes it.
func disk(t *testing.T, dir string, flags uintptr, kib int) {
	t.Helper()
	if err := syscall.Mount("none", dir, "tmpfs", flags, fmt.Sprintf("size=%dk", kib)); err != nil {
		t.Fatal(err)
	}
}

func TestAFullDiskIsSaidLosesNothingAndIsWrittenOnceItHasRoom(t *testing.T) {
	mounting(t, func(t *testing.T, dir string) {
		disk(t, dir, 0, 320)
		s := opened(t, dir)
		k := spelled{Match: "m", First: 1, Lines: lines(1, 2), Secret: secretA}
		var err error
		for err = s.Keep(t.Context(), k.keep()); err == nil; err = s.Keep(t.Context(), k.keep()) {
			k.First += 2
			k.Lines, k.Secret = lines(k.First, k.First+1), ""
		}
		if !errors.Is(err, ErrFull) || err.(*Error).Reason() != "disk.full" {
			t.Errorf("on a full disk Keep = %v, want ErrFull", err)
		}
		disk(t, dir, syscall.MS_REMOUNT, 4096)
		// The refused one may have been written whole; then it isn't written twice.
		if got := load(t, s).Open[0].Lines; got != lines(1, k.First-1) && got != lines(1, k.First+1) {
			t.Errorf("%d lines are left of %d", strings.Count(got, "\n"), k.First-1)
		}
		keep(t, s, k)
		if _, err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestADiskTooFullToBeginIsSaid(t *testing.T) {
	t.Parallel()
	mounting(t, func(t *testing.T, dir string) {
		for kib := 4; ; kib += 4 {
			disk(t, dir, 0, kib)
			s, err := Open(dir, evening, rolling)
			if err == nil {
				err = errors.Join(s.Keep(t.Context(), night[0].keep()), s.Close())
			}
			if err == nil {
				t.Logf("%d KiB are enough", kib)
				return
			}
			if !errors.Is(err, ErrFull) || kib > 1024 {
				t.Fatalf("with %d KiB: %v, want ErrFull", kib, err)
			}
		}
	})
}

func TestADiskThatTakesNoWritesIsSaid(t *testing.T) {
	mounting(t, func(t *testing.T, dir string) {
		disk(t, dir, 0, 4096)
		s := opened(t, dir)
		for _, k := range night {
			keep(t, s, k)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		disk(t, dir, syscall.MS_REMOUNT|syscall.MS_RDONLY, 4096)
		s = opened(t, dir)
		var e *Error
		got, err := s.Load(t.Context())
		if err != nil || !errors.As(got.ReadOnly, &e) || e.Reason() != "disk.readonly" || !strings.Contains(got.ReadOnly.Error(), dir) {
			t.Errorf("Load = %v, unkept %v; want ErrReadOnly and the folder", err, got.ReadOnly)
		}
		looks(t, s)
		next := spelled{Match: "next", First: 1, Lines: lines(1, 2)}
		if err := s.Keep(t.Context(), next.keep()); !errors.Is(err, ErrReadOnly) {
			t.Errorf("Keep = %v, want ErrReadOnly", err)
		}
		looks(t, s)
		disk(t, dir, syscall.MS_REMOUNT, 4096)
		keep(t, s, next)
		if got, err := s.Load(t.Context()); err != nil || len(got.Settings) != 2 || got.ReadOnly != nil || len(got.Open) != 1 {
			t.Errorf("afterwards there is %+v (%v)", got, err)
		}
	})
}

// looks reads all of the night that can be looked at. One match of it is no record.
func looks(t *testing.T, s *Store) {
	t.Helper()
	for _, e := range list(t, s) {
		if got := record(t, s, e.ID); got.Lines == "" || got.Damaged != 0 {
			t.Errorf("%s is read as %+v", e.ID, got)
		}
	}
	var b strings.Builder
	if err := s.Backup(t.Context(), &b); err != nil || strings.Count(b.String(), `"kind":"match"`) != 2 {
		t.Errorf("the backup is\n%s%v", &b, err)
	}
	if _, err := s.OpenMatches(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAFullDiskIsLookedAt(t *testing.T) {
	mounting(t, func(t *testing.T, dir string) {
		disk(t, dir, 0, 4096)
		s := opened(t, dir)
		for _, k := range night {
			keep(t, s, k)
		}
		write(t, filepath.Join(dir, "full"), nil)
		fill := exec.Command("dd", "if=/dev/zero", "of="+filepath.Join(dir, "full"), "bs=4096")
		if out, err := fill.CombinedOutput(); err == nil {
			t.Fatalf("the disk isn't full: %s", out)
		}
		long := spelled{Match: "long", First: 1, Lines: lines(1, 400)}
		if err := s.Keep(t.Context(), long.keep()); !errors.Is(err, ErrFull) {
			t.Errorf("Keep = %v, want ErrFull", err)
		}
		looks(t, s)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		s = opened(t, dir)
		looks(t, s)
		if err := os.Remove(filepath.Join(dir, "full")); err != nil {
			t.Fatal(err)
		}
		keep(t, s, long)
	})
}

func TestADatabaseThatTurnsReadOnlyIsSaidAndWrittenOnceItIsNot(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, night[0])
	if _, err := s.session.conn.ExecContext(t.Context(), "PRAGMA query_only = ON"); err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(t.Context(), night[1].keep()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("Keep = %v, want ErrReadOnly", err)
	}
	keep(t, s, night[1])
}

func TestADatabaseThatMayNotGrowIsFullAndWrittenOnceItMay(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, night[0])
	if _, err := s.session.conn.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil {
		t.Fatal(err)
	}
	before := dump(t, s)
	long := spelled{Match: "long", First: 1, Lines: lines(1, 200), Settings: "a\tb\n"}
	if err := s.Keep(t.Context(), long.keep()); !errors.Is(err, ErrFull) {
		t.Errorf("Keep = %v, want ErrFull", err)
	}
	load(t, s)
	if got := dump(t, s); got != before {
		t.Errorf("left\n%swant\n%s", got, before)
	}
	keep(t, s, long)
}

func TestAFailedTransactionIsFollowedByNothingBeforeTheDatabaseIsOpenedAgain(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, night[0])
	failed := s.session
	if _, err := failed.conn.ExecContext(t.Context(), "PRAGMA query_only = ON"); err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(t.Context(), night[1].keep()); err == nil {
		t.Fatal("Keep didn't fail")
	}
	if err := failed.conn.PingContext(context.Background()); err == nil {
		t.Error("the old connection still answers")
	}
	keep(t, s, night[1])
	if s.session == failed {
		t.Error("the old connection is used again")
	}
}

func TestAFailingDiskIsAskedWhatIsWrongWithIt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	s := &Store{dir: dir}
	if err := try(t.TempDir()); err != nil {
		t.Errorf("a good folder: %v", err)
	}
	if err := try(s.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing folder: %v, want os.ErrNotExist", err)
	}
}
