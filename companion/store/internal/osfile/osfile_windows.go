package osfile

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// locked is the byte that a lock covers. Windows lets nobody else read a locked byte, so it lies
// far beyond the text of the file.
func locked() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

// Lock takes the lock of an open file, exclusive or shared, without waiting. It returns ErrLocked
// while another process holds the file. A handle has one lock at most.
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

// Sync flushes a file to disk. It does nothing to a folder, which can't be flushed: NTFS
// keeps a journal of names.
func Sync(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0) // no flush without the right to write
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// URIPath returns the path of a database in a URI: C:\a is /C:/a (SQLite, "Uniform Resource
// Identifiers", section 3.1).
func URIPath(path string) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		return "/" + slashed
	}
	return slashed
}
