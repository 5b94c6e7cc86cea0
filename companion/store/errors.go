package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"tabletop/companion/history"
)

// Kinds of errors, for [errors.Is].
var (
	ErrFull        = errors.New("the disk is full")
	ErrReadOnly    = errors.New("the disk can't be written")
	ErrDamaged     = errors.New("the database can't be read")
	ErrNewer       = errors.New("the database was written by a newer program")
	ErrLocked      = errors.New("the state folder is held by another daemon")
	ErrGap         = errors.New("earlier lines are missing")
	ErrDiffers     = errors.New("another line is stored under that number")
	ErrUnknown     = history.ErrUnknown
	ErrOpen        = errors.New("an open match must not change")
	ErrClash       = errors.New("both names sit in one match")
	ErrName        = errors.New("it can't be a name")
	ErrBackup      = errors.New("it is not a valid backup")
	ErrExists      = errors.New("the match exists with other lines")
	ErrLarge       = errors.New("it is too large")
	ErrTooManyOpen = errors.New("there are too many open matches")
	ErrChanged     = errors.New("matches or names changed meanwhile")
)

// Error is the type of all errors of this package except [LockedError].
type Error struct {
	Op   string // operation that failed, such as "keep" or "open PATH"
	Kind error  // kind of the error: one of the Err values, or nil
	Err  error  // cause of the error
}

// Error returns a message with the operation, the kind and the cause.
func (e *Error) Error() string {
	if e.Kind == nil || errors.Is(e.Err, e.Kind) {
		return fmt.Sprintf("store: %s: %v", e.Op, e.Err)
	}
	return fmt.Sprintf("store: %s: %v: %v", e.Op, e.Kind, e.Err)
}

// Unwrap returns the kind, if there is one, and the cause.
func (e *Error) Unwrap() []error {
	if e.Kind == nil {
		return []error{e.Err}
	}
	return []error{e.Kind, e.Err}
}

// reasons maps kinds of errors to the keys of their messages in package words.
var reasons = map[error]string{
	ErrFull:        "disk.full",
	ErrReadOnly:    "disk.readonly",
	ErrDamaged:     "disk.damaged",
	ErrUnknown:     "shelf.unknown",
	ErrOpen:        "shelf.open",
	ErrClash:       "shelf.clash",
	ErrName:        "name.bad",
	ErrBackup:      "shelf.backup",
	ErrExists:      "shelf.known",
	ErrLarge:       "shelf.large",
	ErrTooManyOpen: "shelf.many",
	ErrChanged:     "shelf.changed",
}

// Reason returns the key of the message for e in package words. It returns "disk.error" for a
// kind without a message of its own.
func (e *Error) Reason() string {
	if key, ok := reasons[e.Kind]; ok {
		return key
	}
	return "disk.error"
}

// failure wraps err in an *Error with the operation and the kind. If SQLite reports only an I/O
// error, failure writes a file into the folder to find the kind.
func (s *Store) failure(doing string, err error) error {
	if err == nil {
		return nil
	}
	kind := kindOf(err)
	if kind == nil && isIOError(err) {
		kind = kindOf(try(s.dir))
	}
	return &Error{Op: doing, Kind: kind, Err: err}
}

func kindOf(err error) error {
	for _, kind := range []error{ErrFull, ErrReadOnly, ErrDamaged, ErrNewer, ErrGap, ErrDiffers, ErrUnknown, ErrOpen, ErrClash, ErrName, ErrLarge, ErrTooManyOpen, ErrBackup, ErrExists, ErrChanged} {
		if errors.Is(err, kind) {
			return kind
		}
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return ErrFull
	case errors.Is(err, syscall.EROFS), errors.Is(err, os.ErrPermission):
		return ErrReadOnly
	}
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return ErrReadOnly
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return ErrDamaged
	}
	return nil
}

func isIOError(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_IOERR || c == sqlite3.SQLITE_CANTOPEN
}

// code returns SQLite's primary result code of err, or 0 if err is not from SQLite.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// try writes a temporary file of 4096 bytes into the folder and returns the kernel's error.
func try(dir string) error {
	f, err := os.CreateTemp(dir, "try-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, 4096))
	return errors.Join(err, f.Sync(), f.Close())
}
