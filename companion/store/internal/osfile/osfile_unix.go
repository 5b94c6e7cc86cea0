//go:build unix

package osfile

import (
	"errors"
	"os"
	"syscall"
)

// Lock takes the advisory lock of an open file, exclusive or shared, without waiting. It returns
// ErrLocked while another process holds the lock.
func Lock(f *os.File, exclusive bool) error {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// Unlock releases the lock of a file.
func Unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// Sync flushes a file to disk. For a folder, it flushes the names in the folder.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// URIPath returns path in the form for a URI of SQLite. On Unix the form is path itself.
func URIPath(path string) string { return path }
