package osfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tabletop/companion/store/internal/osfile"
)

// fresh returns the path of a file that isn't there yet. The folder is removed without
// [os.RemoveAll], whose POSIX semantics Wine 8 lacks.
func fresh(t *testing.T) string {
	dir, err := os.MkdirTemp("", "osfile")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	t.Cleanup(func() { os.Remove(path); os.Remove(dir) })
	return path
}

// opened opens the file twice, as two processes do.
func opened(t *testing.T) (a, b *os.File) {
	path := fresh(t)
	var both [2]*os.File
	for i := range both {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		both[i] = f
	}
	return both[0], both[1]
}

func lock(t *testing.T, f *os.File, exclusive bool) {
	t.Helper()
	if err := osfile.Lock(f, exclusive); err != nil {
		t.Fatal(err)
	}
}

func refuse(t *testing.T, f *os.File, exclusive bool) {
	t.Helper()
	if err := osfile.Lock(f, exclusive); !errors.Is(err, osfile.ErrLocked) {
		t.Fatalf("lock of a file that is held: %v, want %v", err, osfile.ErrLocked)
	}
}

func TestAnExclusiveLockKeepsOthersOut(t *testing.T) {
	a, b := opened(t)
	lock(t, a, true)
	refuse(t, b, true)
	refuse(t, b, false)
	if err := osfile.Unlock(a); err != nil {
		t.Fatal(err)
	}
	lock(t, b, true)
}

func TestSharedLocksKeepOutOnlyAnExclusiveOne(t *testing.T) {
	a, b := opened(t)
	lock(t, a, false)
	lock(t, b, false)
	if err := osfile.Unlock(b); err != nil {
		t.Fatal(err)
	}
	refuse(t, b, true)
}

func TestClosingReleasesALock(t *testing.T) {
	a, b := opened(t)
	lock(t, a, true)
	a.Close()
	lock(t, b, true)
}

// Who asks for the state folder of another daemon reads its number from the lock.
func TestALockedFileCanBeReadAndWritten(t *testing.T) {
	a, b := opened(t)
	lock(t, a, true)
	if _, err := a.WriteString("12 here\n"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(b.Name()); err != nil || string(text) != "12 here\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestFilesAndFoldersAreFlushed(t *testing.T) {
	path := fresh(t)
	if err := osfile.Sync(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("flush of no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, filepath.Dir(path)} {
		if err := osfile.Sync(p); err != nil {
			t.Errorf("flush of %s: %v", p, err)
		}
	}
}
