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

// session is the one connection that writes, with its prepared statements, and those that
// read. A frozen one has only these.
type session struct {
	db      *sql.DB
	conn    *sql.Conn
	ready   map[statement]*sql.Stmt
	ended   context.Context // done when the session closes
	end     context.CancelFunc
	users   sync.WaitGroup // checks and readers on connections of their own
	readers *sql.DB        // those of the readers
}

// statement is SQL, and the name of the step that it is.
type statement struct{ name, text string }

// open opens the database file at the absolute path, which must be there.
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
	shelf, err := sql.Open("sqlite", source(path)+"&_pragma=query_only(1)") // connects when it is first used
	if err != nil {
		return nil, errors.Join(err, conn.Close(), db.Close())
	}
	shelf.SetMaxOpenConns(mostReaders)
	s := newSession(db, conn)
	s.readers = shelf
	return s, nil
}

func newSession(db *sql.DB, conn *sql.Conn) *session {
	s := &session{db: db, conn: conn, ready: map[statement]*sql.Stmt{}}
	s.ended, s.end = context.WithCancel(context.Background())
	return s
}

// mostReaders is how many read at once; others wait for them.
const mostReaders = 2

// source names the file to SQLite. A plain path would not do: it may hold a
// question mark.
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

// settle sets what holds for the writer once the database is known to be ours.
// 2048 pages are 8 MiB of log. That lines belong to a match isn't enforced: while a match
// is being brought they are there before it.
func (s *session) settle(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, `
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = FULL;
		PRAGMA wal_autocheckpoint = 2048`)
	return err
}

// emptyLog works a log that was found into the database. The end of its last transaction
// is padded to a whole block, but SQLite, having read it back, would write on within that
// block. On a full disk it stays as it is.
func (s *session) emptyLog(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	if kindOf(err) == ErrDamaged {
		return err
	}
	return nil
}

// close ends the readers and checks, the statements and the connection, in that order: SQLite
// keeps the files and their locks as long as one statement lives.
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

// quickCheck looks through the whole database and returns [ErrDamaged] with the first
// fault found.
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

// prepared returns q ready to run.
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

// rows calls scan for every row of q.
func (s *session) rows(ctx context.Context, q statement, scan func(*sql.Rows) error, args ...any) error {
	stmt, err := s.prepared(ctx, q)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return scanned(rows, scan)
}

// scanned calls scan for every row and closes rows.
func scanned(rows *sql.Rows, scan func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err) // no row of ours
		}
	}
	return rows.Err()
}

// misread turns a statement that SQLite doesn't understand into [ErrDamaged]: the
// statements are fixed, so it is the file that lacks the table or the format.
func misread(err error) error {
	if code(err) == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
