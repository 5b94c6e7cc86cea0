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

// Why something failed, for [errors.Is].
var (
	ErrFull     = errors.New("the disk is full")
	ErrReadOnly = errors.New("the disk can't be written")
	ErrDamaged  = errors.New("the database can't be read")
	ErrNewer    = errors.New("the database was written by a newer program")
	ErrHeld     = errors.New("the state folder is held by another daemon")
	ErrGap      = errors.New("the lines before these are missing")
	ErrDiffers  = errors.New("another line was kept under that number")
	ErrUnknown  = history.ErrUnknown
	ErrOpen     = errors.New("a match that isn't ended yet must not change")
	ErrClash    = errors.New("both names sit in one match")
	ErrName     = errors.New("it can't be a name")
	ErrBackup   = errors.New("it is no backup that can be restored")
	ErrKnown    = errors.New("it is on the shelf already, with other lines")
	ErrLarge    = errors.New("it is more than there is room for")
	ErrMany     = errors.New("there are too many open matches")
	ErrChanged  = errors.New("matches or names changed meanwhile")
)

// Error is every error of this package but [HeldError].
type Error struct {
	Doing string // what was asked: "keep", "open PATH"
	Kind  error  // one of the Err values, or nil: none of them
	Err   error  // what happened below
}

// Error says what was asked, why it failed, and what SQLite or the kernel said.
func (e *Error) Error() string {
	if e.Kind == nil || errors.Is(e.Err, e.Kind) {
		return fmt.Sprintf("store: %s: %v", e.Doing, e.Err)
	}
	return fmt.Sprintf("store: %s: %v: %v", e.Doing, e.Kind, e.Err)
}

// Unwrap returns the kind, if there is one, and the cause.
func (e *Error) Unwrap() []error {
	if e.Kind == nil {
		return []error{e.Err}
	}
	return []error{e.Kind, e.Err}
}

// reasons are the keys of the sentences that tell the table.
var reasons = map[error]string{
	ErrFull:     "disk.full",
	ErrReadOnly: "disk.readonly",
	ErrDamaged:  "disk.damaged",
	ErrUnknown:  "shelf.unknown",
	ErrOpen:     "shelf.open",
	ErrClash:    "shelf.clash",
	ErrName:     "name.bad",
	ErrBackup:   "shelf.backup",
	ErrKnown:    "shelf.known",
	ErrLarge:    "shelf.large",
	ErrMany:     "shelf.many",
	ErrChanged:  "shelf.changed",
}

// Reason is the key of the sentence that tells the table; of what has none
// "disk.error".
func (e *Error) Reason() string {
	if key, ok := reasons[e.Kind]; ok {
		return key
	}
	return "disk.error"
}

// failure wraps err with what was asked and its kind. Where SQLite knows no more
// than that input or output failed, the folder itself is tried.
func (s *Store) failure(doing string, err error) error {
	if err == nil {
		return nil
	}
	kind := kindOf(err)
	if kind == nil && unclear(err) {
		kind = kindOf(try(s.dir))
	}
	return &Error{Doing: doing, Kind: kind, Err: err}
}

func kindOf(err error) error {
	for _, kind := range []error{ErrFull, ErrReadOnly, ErrDamaged, ErrNewer, ErrGap, ErrDiffers, ErrUnknown, ErrOpen, ErrClash, ErrName, ErrLarge, ErrMany, ErrBackup, ErrKnown, ErrChanged} {
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

func unclear(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_IOERR || c == sqlite3.SQLITE_CANTOPEN
}

// code is SQLite's primary result code of err, or 0.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// try writes one block into the folder and returns what the kernel says.
func try(dir string) error {
	f, err := os.CreateTemp(dir, "try-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, 4096))
	return errors.Join(err, f.Sync(), f.Close())
}
