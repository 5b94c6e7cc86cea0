package store

import (
	"context"
	"database/sql"
	"io"
	"math"
	"runtime"
	"strings"

	"tabletop/companion/history"
)

var (
	listMatches = statement{"list", `
		SELECT place, ` + columns + `
		FROM matches WHERE place < ? ORDER BY place DESC LIMIT ?`}
	oneMatch = statement{"match", `
		SELECT place, ` + columns + ` FROM matches WHERE id = ?`}
)

// List returns up to limit matches, the latest begun first. before is the mark of a match: List
// returns only matches that began earlier. If before is 0, List begins with the latest match. An
// entry has lines only if it has no summary. List reads on a read-only connection, delays no
// Keep and never reads a secret.
func (s *Store) List(ctx context.Context, before int64, limit int) (entries []history.Entry, err error) {
	if before == 0 {
		before = math.MaxInt64
	}
	limit = max(min(limit, mostListed), 0)
	err = s.read(ctx, func(r reader) error {
		entries, err = r.list(listMatches, before, limit)
		return err
	})
	return entries, s.failure("list matches", err)
}

// Record returns a match with its lines, or [ErrUnknown].
func (s *Store) Record(ctx context.Context, id string) (e history.Entry, err error) {
	err = s.read(ctx, func(r reader) error {
		e, err = r.entry(id)
		return err
	})
	return e, s.failure("read match "+quote(id), err)
}

// entry returns the match of the row without its lines. It omits a damaged summary.
func (m matchRow) entry(mark int64) history.Entry {
	e := history.Entry{ID: m.id, Mark: mark, Over: m.over, Damaged: m.damaged()}
	if m.over && m.sumFits() {
		e.Summary = m.summary
	}
	return e
}

// entry reads the match with that id, with its lines.
func (r reader) entry(id string) (e history.Entry, err error) {
	number, e, err := r.find(id)
	if err == nil {
		err = r.fill(number, &e)
	}
	return e, err
}

// list returns the matches that the query q selects. It reads the lines of matches without a
// summary.
func (r reader) list(q statement, args ...any) (entries []history.Entry, err error) {
	numbers, entries, err := r.entries(q, args...)
	for i := 0; i < len(entries) && err == nil; i++ {
		if entries[i].Summary == "" {
			err = r.fill(numbers[i], &entries[i])
		}
	}
	return entries, err
}

// reader is a read-only transaction. It sees the database as it was when the transaction began.
type reader struct {
	ctx context.Context
	tx  *sql.Tx
}

// read calls the function read with a read-only transaction. If the database is damaged, it
// calls the function again with a transaction on the salvaged data.
func (s *Store) read(ctx context.Context, read func(reader) error) error {
	look := func(ctx context.Context, opened *session) error { return opened.withReader(ctx, read) }
	err := s.withSession(ctx, look)
	if kindOf(err) == ErrDamaged {
		err = s.withSpare(ctx, look)
	}
	return err
}

func (s *session) withReader(ctx context.Context, read func(reader) error) error {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // the transaction has written nothing
	return read(reader{ctx, tx})
}

// rows calls scan for every row of the query q, and yields the processor after each row.
// Otherwise a Keep would have to wait on a board with few processors.
func (r reader) rows(q statement, scan func(*sql.Rows) error, args ...any) error {
	rows, err := r.tx.QueryContext(r.ctx, q.text, args...)
	if err != nil {
		return misread(err)
	}
	return scanRows(rows, func(rows *sql.Rows) error {
		defer runtime.Gosched()
		return scan(rows)
	})
}

func (r reader) entries(q statement, args ...any) (numbers []int64, entries []history.Entry, err error) {
	err = r.rows(q, func(rows *sql.Rows) error {
		var m matchRow
		var mark int64
		err := rows.Scan(append([]any{&mark}, m.fields()...)...)
		numbers, entries = append(numbers, m.number), append(entries, m.entry(mark))
		return err
	}, args...)
	return numbers, entries, err
}

// find returns the match with that id and its number, without its lines. It returns ErrUnknown
// if no match has the id.
func (r reader) find(id string) (number int64, e history.Entry, err error) {
	numbers, entries, err := r.entries(oneMatch, id)
	if err != nil {
		return 0, e, err
	}
	if len(entries) == 0 {
		return 0, e, ErrUnknown
	}
	return numbers[0], entries[0], nil
}

// fill reads the lines of a match into e, and sets e.Damaged.
func (r reader) fill(number int64, e *history.Entry) (err error) {
	var lines strings.Builder
	e.Damaged, err = r.lines(number, func(in io.Reader) error {
		lines.Reset()
		_, err := io.Copy(&lines, in)
		return err
	})
	e.Lines = lines.String()
	return err
}

// texts returns the values that the query q selects. The query has one column.
func (r reader) texts(q statement, args ...any) (texts []string, err error) {
	err = r.rows(q, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		texts = append(texts, text)
		return err
	}, args...)
	return texts, err
}
