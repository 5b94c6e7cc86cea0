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

// HeldError says that another daemon works on the state folder. It is [ErrHeld].
type HeldError struct {
	Dir   string
	PID   int    // 0 if the other has not said it yet
	Host  string // where it runs
	Since string // when it began, RFC 3339
}

// Error names the folder, the process and since when it runs.
func (e *HeldError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("store: %s is held by another daemon", e.Dir)
	}
	return fmt.Sprintf("store: %s is held by process %d on %s since %s", e.Dir, e.PID, e.Host, e.Since)
}

// Unwrap returns [ErrHeld].
func (e *HeldError) Unwrap() error { return ErrHeld }

// hold takes the folder for this process until the file is closed. The kernel
// lets go of it when a process dies, so what an old file says stops nobody. Where no file
// can be written one that is there is taken, or none: then others can't write either.
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
		_ = writeHolder(f, now) // it holds unsigned, too
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Held returns a *[HeldError] if another daemon works on the state folder. It changes
// nothing and waits for nothing, so that who asks first need not open the folder.
func Held(dir string) error {
	f, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return nil // nobody has ever held it, or Open will say why
	}
	defer release(f)
	if errors.Is(osfile.Lock(f, false), osfile.ErrLocked) {
		return readHolder(dir, f)
	}
	return nil
}

// release lets go of a lock and closes its file. Closing alone lets go only once no child that
// this process is starting has the file any more.
func release(f *os.File) error {
	return errors.Join(osfile.Unlock(f), f.Close())
}

// sign writes process, host and time into the lock file.
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

// holder reads who holds the folder.
func readHolder(dir string, f *os.File) error {
	e := &HeldError{Dir: dir}
	_, err := fmt.Fscanln(io.LimitReader(f, 1024), &e.PID, &e.Host, &e.Since)
	if err != nil {
		return &HeldError{Dir: dir}
	}
	return e
}
