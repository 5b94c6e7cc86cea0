package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
)

// scrubber removes the bytes of erased names from the files of an SQLite database. The counter
// "scrubbed" is 0 in a database that may still contain such bytes.
type scrubber struct {
	pending atomic.Bool // true if the database must be rewritten later
	mu      sync.Mutex
	next    time.Time // no rewrite before this time
}

// Limits of a scrubber.
const (
	scrubPause   = 20                     // pause after a rewrite, as a multiple of its duration
	scrubTimeout = 250 * time.Millisecond // maximum time to wait for readers of the database
)

// scrub rewrites an SQLite database, so that its files contain no deleted bytes. It does nothing
// for PostgreSQL. It is deferred if the previous rewrite was just before, or if another
// connection reads or writes the database; write then tries again.
func (l *Ledger) scrub(ctx context.Context) error {
	if l.dialect != goose.DialectSQLite3 {
		return nil
	}
	s := &l.scrubber
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending.Store(true)
	begun := time.Now()
	if begun.Before(s.next) {
		return nil
	}
	done, err := l.rewrite(ctx)
	s.next = time.Now().Add(scrubPause * time.Since(begun))
	if retryable(err) || err == nil && !done {
		return nil
	}
	if err != nil {
		return fmt.Errorf("ledger: remove erased bytes: %w", err)
	}
	s.pending.Store(false)
	return wrap("remove erased bytes", l.transact(ctx, l.writer, nil, func(t *tx) {
		t.do(`UPDATE counters SET n = 1 WHERE name = 'scrubbed'`)
	}))
}

// rewrite rewrites an SQLite database and empties its write-ahead log. done is false if a reader
// still needs the log.
func (l *Ledger) rewrite(ctx context.Context) (done bool, err error) {
	conn, err := l.writer.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := setBusyTimeout(ctx, conn, scrubTimeout); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, setBusyTimeout(context.WithoutCancel(ctx), conn, busyTimeout)) }()
	if done, err := emptyLog(ctx, conn); err != nil || !done {
		return false, err // the log would grow by the whole database
	}
	if _, err := conn.ExecContext(ctx, `VACUUM`); err != nil {
		return false, err
	}
	return emptyLog(ctx, conn)
}

// emptyLog moves the write-ahead log into the database. done is false if a reader still needs the
// log.
func emptyLog(ctx context.Context, conn *sql.Conn) (done bool, err error) {
	var busy, frames, moved int
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
	return busy == 0, err
}

// setBusyTimeout sets the maximum time that a connection waits for other connections.
func setBusyTimeout(ctx context.Context, conn *sql.Conn, d time.Duration) error {
	_, err := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout(%d)`, d.Milliseconds()))
	return err
}

// scrubIfNeeded rewrites an SQLite database that may contain erased bytes, when the program starts.
func (l *Ledger) scrubIfNeeded(ctx context.Context) error {
	var scrubbed int64
	err := l.read(ctx, "counters", func(t *tx) {
		t.find(`SELECT n FROM counters WHERE name = 'scrubbed'`, nil, &scrubbed)
	})
	if err != nil || scrubbed > 0 {
		return err
	}
	err = l.scrub(ctx)
	l.scrubber.mu.Lock()
	defer l.scrubber.mu.Unlock()
	l.scrubber.next = time.Time{} // the first erasure needs no pause
	return err
}
