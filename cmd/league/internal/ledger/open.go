package ledger

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Errors of a ledger.
var (
	ErrURL       = errors.New("ledger: not sqlite:PATH or postgres://…")
	ErrNewer     = errors.New("ledger: the database is of a newer version")
	ErrFull      = errors.New("ledger: too many messages of the box are waiting")
	ErrMalformed = errors.New("ledger: malformed message or argument")
	ErrConflict  = errors.New("ledger: changed by another client meanwhile")
	ErrNotFound  = errors.New("ledger: not found")
)

// Ledger is an open database of a league. Its methods may be called from several goroutines.
// Several processes may open the same database.
type Ledger struct {
	writer, reader *sql.DB // connections for writing and for reading; the same pool for PostgreSQL
	dialect        goose.Dialect
	now            func() time.Time
	scrubber       scrubber
}

// Open opens the database at "sqlite:PATH" or "postgres://…" and checks that it answers. It neither
// reads nor changes the contents; see [Ledger.Migrate].
func Open(ctx context.Context, where string) (*Ledger, error) {
	path, lite := strings.CutPrefix(where, "sqlite:")
	switch {
	case lite && path != "":
		return openLite(ctx, path)
	case strings.HasPrefix(where, "postgres://"), strings.HasPrefix(where, "postgresql://"):
		const most = 16 // connections of PostgreSQL are processes of the server
		db, err := sql.Open("pgx", where)
		if err != nil {
			return nil, fmt.Errorf("ledger: %w", err)
		}
		db.SetMaxOpenConns(most)
		db.SetMaxIdleConns(most) // by default all but two are closed after each use
		db.SetConnMaxIdleTime(time.Minute)
		return ready(ctx, &Ledger{writer: db, reader: db, dialect: goose.DialectPostgres, now: time.Now})
	}
	return nil, ErrURL
}

// busyTimeout is the maximum time that an SQLite connection waits for other connections.
const busyTimeout = 10 * time.Second

// openLite opens an SQLite database with one connection for writing, and with connections for
// reading that do not wait for the writer.
func openLite(ctx context.Context, path string) (*Ledger, error) {
	busy := fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())
	pragmas := url.Values{"_pragma": {busy, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(1)"}, "_txlock": {"immediate"}}
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String()
	writer, err := sql.Open("sqlite", name+"?"+pragmas.Encode())
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	writer.SetMaxOpenConns(1)
	pragmas = url.Values{"_pragma": {busy, "query_only(1)"}}
	reader, err := sql.Open("sqlite", name+"?"+pragmas.Encode())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("ledger: %w", err), writer.Close())
	}
	reader.SetMaxOpenConns(4)
	return ready(ctx, &Ledger{writer: writer, reader: reader, dialect: goose.DialectSQLite3, now: time.Now})
}

// ready checks that the database of l answers. It closes the database on failure.
func ready(ctx context.Context, l *Ledger) (*Ledger, error) {
	if err := l.Ping(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Ping checks that the database answers. It tries several times: if two processes create the same
// SQLite file at once, one gets the error "busy" immediately.
func (l *Ledger) Ping(ctx context.Context) error {
	err := l.writer.PingContext(ctx)
	for n := 1; n < tries && retryable(err); n++ {
		time.Sleep(rand.N(100 * time.Millisecond))
		err = l.writer.PingContext(ctx)
	}
	if err != nil {
		return fmt.Errorf("ledger: the database doesn't answer: %w", err)
	}
	return nil
}

// Close closes the database.
func (l *Ledger) Close() error {
	if l.reader == l.writer {
		return l.writer.Close()
	}
	return errors.Join(l.reader.Close(), l.writer.Close())
}

// Migrate upgrades the database to the schema of this version. Several workers may call it at the
// same time. It returns an [ErrNewer] for a database of a newer version.
func (l *Ledger) Migrate(ctx context.Context) error {
	err := l.migrate(ctx, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return l.scrubIfNeeded(ctx)
}

// tries is the maximum number of attempts at a migration or a transaction. SQLite has no lock for
// migrations: if two processes migrate, one fails and finds the migration done at its next attempt.
const tries = 5

// migrate calls the function up with the migrations of this program. After a failure it tries
// again. The constant tries limits the number of attempts.
func (l *Ledger) migrate(ctx context.Context, up func(*goose.Provider) error) error {
	p, err := l.provider()
	if err != nil {
		return fmt.Errorf("ledger: migrate: %w", err)
	}
	for n := 0; n == 0 || err != nil && n < tries; n++ {
		var now, last int64
		if err = up(p); err == nil {
			now, last, err = p.GetVersions(ctx)
		}
		if err == nil && now > last {
			return fmt.Errorf("%w: %d, not %d", ErrNewer, now, last)
		}
	}
	if err != nil {
		return fmt.Errorf("ledger: migrate: %w", err)
	}
	return nil
}

func (l *Ledger) provider() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if l.dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(l.dialect, l.writer, files, options...)
}
