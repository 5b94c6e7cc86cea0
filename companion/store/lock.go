package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabletop/companion/store/internal/osfile"
)

// LockedError reports that another daemon uses the state folder. It matches [ErrLocked].
type LockedError struct {
	Dir     string
	PID     int    // process number of the other daemon; 0 if it isn't in the lock file yet
	Host    string // host of the other daemon
	Started string // start of the other daemon, RFC 3339
}

// Error returns a message with the folder, the process and its start.
func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("store: %s is held by another daemon", e.Dir)
	}
	return fmt.Sprintf("store: %s is held by process %d on %s since %s", e.Dir, e.PID, e.Host, e.Started)
}

// Unwrap returns [ErrLocked].
func (e *LockedError) Unwrap() error { return ErrLocked }

// lockFolder locks the state folder for this process and returns the lock file. The lock holds
// until the file is closed. The kernel releases the lock of a dead process, so an old lock file
// blocks nobody. If files can't be written, lockFolder locks the existing file. If there is no
// file, it returns nil: no other process can write either.
func lockFolder(dir string, now time.Time) (*os.File, error) {
	path := filepath.Join(dir, "lock")
	if err := notLink(path); err != nil {
		return nil, err
	}
	f, err := create(path)
	if kindOf(err) == ErrReadOnly || kindOf(err) == ErrFull {
		f, err = os.Open(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	err = osfile.Lock(f, true)
	if errors.Is(err, osfile.ErrLocked) {
		err = readHolder(dir, f)
	} else if err == nil {
		_ = writeHolder(f, now) // the lock holds even if the text is missing
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Locked returns a *[LockedError] if another daemon uses the state folder. It changes nothing and
// doesn't wait, so a caller can check the folder before opening it.
func Locked(dir string) error {
	f, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return nil // no daemon has locked the folder, or Open reports the error
	}
	defer release(f)
	if errors.Is(osfile.Lock(f, false), osfile.ErrLocked) {
		return readHolder(dir, f)
	}
	return nil
}

// release unlocks the lock file and closes it. Closing alone would keep the lock until every
// child process that is being started has closed the file too.
func release(f *os.File) error {
	return errors.Join(osfile.Unlock(f), f.Close())
}

// writeHolder writes the process number, the host and the time now into the lock file.
func writeHolder(f *os.File, now time.Time) error {
	host, err := os.Hostname()
	if err != nil || strings.ContainsAny(host, " \n") {
		host = "localhost"
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "%d %s %s\n", os.Getpid(), host, now.Format(time.RFC3339))
	return err
}

// readHolder returns a *LockedError with the contents of the lock file.
func readHolder(dir string, f *os.File) error {
	e := &LockedError{Dir: dir}
	_, err := fmt.Fscanln(io.LimitReader(f, 1024), &e.PID, &e.Host, &e.Started)
	if err != nil {
		return &LockedError{Dir: dir}
	}
	return e
}
