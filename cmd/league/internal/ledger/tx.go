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
	now  int64 // ms
	err  error
}

// write does something in one transaction, again where it was undone for nothing that it
// did. What errors name is doing.
func (l *Ledger) write(ctx context.Context, doing string, do func(*tx)) error {
	err := l.transact(ctx, l.writer, nil, do)
	for n := 1; n < tries && again(err); n++ {
		err = l.transact(ctx, l.writer, nil, do)
	}
	return said(doing, err)
}

// read does something in one moment of the database.
func (l *Ledger) read(ctx context.Context, doing string, do func(*tx)) error {
	o := &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	if l.dialect == goose.DialectSQLite3 {
		o = nil // all its transactions see one moment
	}
	return said(doing, l.transact(ctx, l.reader, o, do))
}

func said(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("ledger: %s: %w", doing, err)
}

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

// again reports whether a transaction was undone for nothing that it did: by a deadlock, or
// since other processes had SQLite's one writer all the time, who isn't fair.
func again(err error) bool {
	const busy = 5
	pg, lite := (*pgconn.PgError)(nil), (*sqlite.Error)(nil)
	return errors.As(err, &pg) && strings.HasPrefix(pg.Code, "40") || errors.As(err, &lite) && lite.Code()&0xff == busy
}

// Refused reports whether the database has refused what it was to keep, and would again:
// the error is no failure of the database.
func Refused(err error) bool {
	pg, lite := (*pgconn.PgError)(nil), (*sqlite.Error)(nil)
	switch {
	case errors.Is(err, ErrBad), errors.Is(err, ErrFull):
		return true
	case errors.As(err, &pg): // bad values, broken constraints, limits of the program
		return slices.Contains([]string{"22", "23", "54"}, pg.Code[:min(2, len(pg.Code))])
	case errors.As(err, &lite):
		const tooBig, constraint, mismatch = 18, 19, 20
		return slices.Contains([]int{tooBig, constraint, mismatch}, lite.Code()&0xff)
	}
	return false
}

func (t *tx) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// do returns how many rows a statement has changed.
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

// find reads the one row of a query, and reports whether there is one.
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

// next draws a number from a counter, whose row is locked until the transaction ends.
func (t *tx) next(counter string) (n int64) {
	t.find(`UPDATE counters SET n = n + 1 WHERE name = $1 RETURNING n`, []any{counter}, &n)
	return n
}

// locked is what locks the rows of a query; SQLite has its one writer.
func (t *tx) locked() string {
	if t.lite {
		return ""
	}
	return " FOR UPDATE"
}

// rowsOf prints the places of n rows of some values: "($1, $2), ($3, $4)".
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

func number(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
