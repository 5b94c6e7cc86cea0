package osfile

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// locked returns the position of the byte that a lock covers. Windows lets no other process read
// a locked byte, so the byte lies far beyond the text of the file.
func locked() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

// Lock takes the lock of an open file, exclusive or shared, without waiting. It returns
// ErrLocked while another process holds the lock. A handle has at most one lock.
func Lock(f *os.File, exclusive bool) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, locked())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrLocked
	}
	return err
}

// Unlock releases the lock of a file.
func Unlock(f *os.File) error { return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, locked()) }

// Sync flushes a file to disk. For a folder it does nothing: Windows can't flush a folder, and
// NTFS keeps a journal of names.
func Sync(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0) // Windows flushes only a file opened for writing
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// URIPath returns path in the form for a URI of SQLite: C:\a becomes /C:/a (SQLite, "Uniform
// Resource Identifiers", section 3.1).
func URIPath(path string) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		return "/" + slashed
	}
	return slashed
}
