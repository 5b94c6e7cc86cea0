package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
)

// tx is a database transaction. After the first error its methods do nothing.
type tx struct {
	*sql.Tx
	ctx  context.Context
	lite bool
	now  int64 // time of the transaction, in ms since 1970
	err  error

	erased bool // whether names were removed from stored messages
}

// write runs the function do in one transaction. It tries again if the transaction failed for an
// outside reason, such as a deadlock. operation is the name of the operation in errors.
func (l *Ledger) write(ctx context.Context, operation string, do func(*tx)) error {
	err := l.transact(ctx, l.writer, nil, do)
	for n := 1; n < tries && retryable(err); n++ {
		err = l.transact(ctx, l.writer, nil, do)
	}
	if err == nil && l.scrubber.pending.Load() {
		_ = l.scrub(ctx) // after a failure a later write or the next start tries again
	}
	return wrap(operation, err)
}

// read runs the function do on one consistent snapshot of the database. operation is the name of
// the operation in errors.
func (l *Ledger) read(ctx context.Context, operation string, do func(*tx)) error {
	o := &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	if l.dialect == goose.DialectSQLite3 {
		o = nil // an SQLite transaction always reads one snapshot
	}
	return wrap(operation, l.transact(ctx, l.reader, o, do))
}

// wrap returns err with the name of the operation, or nil if err is nil.
func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("ledger: %s: %w", operation, err)
}

// transact runs the function do in one transaction. It commits the transaction, or rolls it back
// after an error.
func (l *Ledger) transact(ctx context.Context, db *sql.DB, o *sql.TxOptions, do func(*tx)) error {
	begun, err := db.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	t := &tx{Tx: begun, ctx: ctx, lite: l.dialect == goose.DialectSQLite3, now: l.now().UnixMilli()}
	if do(t); t.err != nil {
		_ = begun.Rollback() // an error of Rollback is harmless: the connection may be lost
		return t.err
	}
	return begun.Commit()
}

// retryable reports whether a transaction failed for an outside reason. The reason is a deadlock,
// or another process that wrote to the SQLite database all the time; SQLite does not queue its
// writers fairly.
func retryable(err error) bool {
	const busy = 5
	pg, lite := (*pgconn.PgError)(nil), (*sqlite.Error)(nil)
	return errors.As(err, &pg) && strings.HasPrefix(pg.Code, "40") || errors.As(err, &lite) && lite.Code()&0xff == busy
}

// Refused reports whether err means that the ledger or the database rejected the content of a
// message, or a login, and would reject it again. Such an error is not a failure of the database.
func Refused(err error) bool {
	pg, lite := (*pgconn.PgError)(nil), (*sqlite.Error)(nil)
	switch {
	case errors.Is(err, ErrMalformed), errors.Is(err, ErrFull), errors.Is(err, ErrWeak), errors.Is(err, ErrCrowded):
		return true
	case errors.As(err, &pg): // classes of bad values, violated constraints and program limits
		return slices.Contains([]string{"22", "23", "54"}, pg.Code[:min(2, len(pg.Code))])
	case errors.As(err, &lite):
		const tooBig, constraint, mismatch = 18, 19, 20
		return slices.Contains([]int{tooBig, constraint, mismatch}, lite.Code()&0xff)
	}
	return false
}

// fail sets the error of the transaction, unless it already has one.
func (t *tx) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// do runs an SQL statement and returns the number of rows that it changed.
func (t *tx) do(query string, args ...any) (n int64) {
	if t.err != nil {
		return 0
	}
	result, err := t.ExecContext(t.ctx, query, args...)
	if err == nil {
		n, err = result.RowsAffected()
	}
	t.err = err
	return n
}

// find reads the only row of a query into the given variables. It returns false if there is no row.
func (t *tx) find(query string, args []any, into ...any) bool {
	if t.err != nil {
		return false
	}
	err := t.QueryRowContext(t.ctx, query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false
	}
	t.err = err
	return err == nil
}

// each calls the function row for each row that a query returns.
func (t *tx) each(query string, args []any, row func(*sql.Rows) error) {
	if t.err != nil {
		return
	}
	rows, err := t.QueryContext(t.ctx, query, args...)
	if err != nil {
		t.err = err
		return
	}
	for err == nil && rows.Next() {
		err = row(rows)
	}
	t.err = errors.Join(err, rows.Err(), rows.Close())
}

// next increments a counter in the database and returns its new value. The row of the counter stays
// locked until the transaction ends.
func (t *tx) next(counter string) int64 { return t.draw(counter, 1) }

// draw adds n to a counter in the database and returns its new value, so that the last n values are
// the caller's. The row of the counter stays locked until the transaction ends.
func (t *tx) draw(counter string, n int) (last int64) {
	t.find(`UPDATE counters SET n = n + $2 WHERE name = $1 RETURNING n`, []any{counter, n}, &last)
	return last
}

// locked returns the SQL clause that locks the rows of a query. It returns "" for SQLite, which has
// only one writer.
func (t *tx) locked() string {
	if t.lite {
		return ""
	}
	return " FOR UPDATE"
}

// planEach makes PostgreSQL plan each statement of the transaction by the present sizes of tables.
// Otherwise it reuses the plan from the first seconds of a league, which reads a whole table to find
// some of its rows.
func (t *tx) planEach() {
	if !t.lite {
		t.do(`SET LOCAL plan_cache_mode = force_custom_plan`)
	}
}

// mostRows is the maximum number of rows that one SQL statement inserts or asks for.
const mostRows = 500

// rowsOf returns SQL placeholders for n rows, each with that number of values: "($1, $2), ($3,
// $4)".
func rowsOf(n, values int) string {
	rows := make([]string, n)
	for i := range rows {
		places := make([]string, values)
		for k := range places {
			places[k] = "$" + strconv.Itoa(i*values+k+1)
		}
		rows[i] = "(" + strings.Join(places, ", ") + ")"
	}
	return strings.Join(rows, ", ")
}

func asInt(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
