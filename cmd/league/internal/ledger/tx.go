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

// tx is a transaction. After its first error its methods do nothing.
type tx struct {
	*sql.Tx
	ctx  context.Context
	lite bool
	now  int64 // the time of the transaction, ms since 1970
	err  error
}

// write runs do in one transaction. It retries a transaction that was undone for a reason
// outside of it. Errors name the operation.
func (l *Ledger) write(ctx context.Context, operation string, do func(*tx)) error {
	err := l.transact(ctx, l.writer, nil, do)
	for n := 1; n < tries && retryable(err); n++ {
		err = l.transact(ctx, l.writer, nil, do)
	}
	return wrap(operation, err)
}

// read runs do on one consistent snapshot of the database.
func (l *Ledger) read(ctx context.Context, operation string, do func(*tx)) error {
	o := &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	if l.dialect == goose.DialectSQLite3 {
		o = nil // each SQLite transaction reads one snapshot
	}
	return wrap(operation, l.transact(ctx, l.reader, o, do))
}

// wrap adds the operation to an error.
func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("ledger: %s: %w", operation, err)
}

// transact runs do in one transaction and commits it, or rolls it back after an error.
func (l *Ledger) transact(ctx context.Context, db *sql.DB, o *sql.TxOptions, do func(*tx)) error {
	begun, err := db.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	t := &tx{Tx: begun, ctx: ctx, lite: l.dialect == goose.DialectSQLite3, now: l.now().UnixMilli()}
	if do(t); t.err != nil {
		_ = begun.Rollback() // the connection may be gone
		return t.err
	}
	return begun.Commit()
}

// retryable reports whether a transaction failed for a reason outside of it: a deadlock, or a
// SQLite writer that other processes held all the time. SQLite does not queue its writers
// fairly.
func retryable(err error) bool {
	const busy = 5
	pg, lite := (*pgconn.PgError)(nil), (*sqlite.Error)(nil)
	return errors.As(err, &pg) && strings.HasPrefix(pg.Code, "40") || errors.As(err, &lite) && lite.Code()&0xff == busy
}

// Refused reports whether the database has rejected the content of a message and would reject
// it again. Such an error is not a failure of the database.
func Refused(err error) bool {
	pg, lite := (*pgconn.PgError)(nil), (*sqlite.Error)(nil)
	switch {
	case errors.Is(err, ErrMalformed), errors.Is(err, ErrFull):
		return true
	case errors.As(err, &pg): // bad values, broken constraints, program limits
		return slices.Contains([]string{"22", "23", "54"}, pg.Code[:min(2, len(pg.Code))])
	case errors.As(err, &lite):
		const tooBig, constraint, mismatch = 18, 19, 20
		return slices.Contains([]int{tooBig, constraint, mismatch}, lite.Code()&0xff)
	}
	return false
}

// fail sets the error of the transaction, unless it has one.
func (t *tx) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// do runs a statement and returns the number of rows it changed.
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

// find reads the only row of a query, and reports whether there is one.
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

// each calls row for each row of a query.
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

// next increments a counter and returns the new value. The row of the counter stays locked
// until the transaction ends.
func (t *tx) next(counter string) (n int64) {
	t.find(`UPDATE counters SET n = n + 1 WHERE name = $1 RETURNING n`, []any{counter}, &n)
	return n
}

// locked returns the SQL clause that locks the rows of a query. SQLite needs none: it has one
// writer.
func (t *tx) locked() string {
	if t.lite {
		return ""
	}
	return " FOR UPDATE"
}

// rowsOf formats the placeholders of n rows of values: "($1, $2), ($3, $4)".
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
