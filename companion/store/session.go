package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"

	"tabletop/companion/store/internal/osfile"

	sqlite3 "modernc.org/sqlite/lib"
)

// session contains the open connections to a database: the only writing connection with its
// prepared statements, and the connections of the readers. A frozen session has only readers.
type session struct {
	db      *sql.DB
	conn    *sql.Conn
	ready   map[statement]*sql.Stmt
	ended   context.Context // done when the session closes
	end     context.CancelFunc
	users   sync.WaitGroup // counts the checks and readers that use the session
	readers *sql.DB        // read-only connections
}

// statement is an SQL statement. name is its name as a step of a transaction.
type statement struct{ name, text string }

// open opens the existing database file at path, which is absolute.
func open(ctx context.Context, path string) (*session, error) {
	db, err := sql.Open("sqlite", source(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	readers, err := sql.Open("sqlite", source(path)+"&_pragma=query_only(1)") // connects on first use
	if err != nil {
		return nil, errors.Join(err, conn.Close(), db.Close())
	}
	readers.SetMaxOpenConns(mostReaders)
	s := newSession(db, conn)
	s.readers = readers
	return s, nil
}

func newSession(db *sql.DB, conn *sql.Conn) *session {
	s := &session{db: db, conn: conn, ready: map[statement]*sql.Stmt{}}
	s.ended, s.end = context.WithCancel(context.Background())
	return s
}

// mostReaders is the maximum number of concurrent readers; further readers wait.
const mostReaders = 2

// source returns the SQLite URI of the file at path. A plain path doesn't work for SQLite if it
// contains a question mark.
func source(path string) string {
	query := url.Values{
		"mode":          {"rw"},
		"psow":          {"0"},
		"_busy_timeout": {"5000"},
		"_dqs":          {"0"},
		"_error_rc":     {"1"},
	}
	u := url.URL{Scheme: "file", Path: osfile.URIPath(path), RawQuery: query.Encode()}
	return u.String()
}

// settle sets the pragmas of the writing connection. It is called only for a database of this
// program. The automatic checkpoint comes after 2048 pages, which are 8 MiB of log. Foreign keys
// are not enforced, because the facts of an import are written before their match.
func (s *session) settle(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, `
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = FULL;
		PRAGMA wal_autocheckpoint = 2048`)
	return err
}

// emptyLog runs a checkpoint, so that SQLite begins a new log. Otherwise SQLite, after reading
// an existing log, would continue to write within the padded last block of that log. If the disk
// is full, the log stays as it is.
func (s *session) emptyLog(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	if kindOf(err) == ErrDamaged {
		return err
	}
	return nil
}

// close waits for the readers and checks, then closes the statements and the connections. SQLite
// keeps the files and their locks while a statement exists.
func (s *session) close() error {
	s.end()
	s.users.Wait()
	var errs []error
	if s.readers != nil {
		errs = append(errs, s.readers.Close())
	}
	for _, stmt := range s.ready {
		errs = append(errs, stmt.Close())
	}
	if s.conn != nil {
		errs = append(errs, s.conn.Close(), s.db.Close())
	}
	return errors.Join(errs...)
}

// quickCheck checks the whole database and returns [ErrDamaged] with the first fault found.
func (s *session) quickCheck(ctx context.Context) error {
	var verdict string
	if err := s.conn.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	return nil
}

// prepared returns the prepared statement of q. It prepares each statement once.
func (s *session) prepared(ctx context.Context, q statement) (*sql.Stmt, error) {
	if stmt, ok := s.ready[q]; ok {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, q.text)
	if err != nil {
		return nil, misread(err)
	}
	s.ready[q] = stmt
	return stmt, nil
}

// rows calls scan for every row of the query q.
func (s *session) rows(ctx context.Context, q statement, scan func(*sql.Rows) error, args ...any) error {
	stmt, err := s.prepared(ctx, q)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return scanRows(rows, scan)
}

// scanRows calls scan for every row, and then closes rows.
func scanRows(rows *sql.Rows, scan func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err) // this program doesn't write such a row
		}
	}
	return rows.Err()
}

// misread turns a syntax error of SQLite into [ErrDamaged]. The program's statements never
// change, so the error means that the file lacks a table or that the table has a wrong format.
func misread(err error) error {
	if code(err) == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
