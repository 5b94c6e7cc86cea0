package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"os"

	"tabletop/companion"
)

var (
	allMatches   = statement{"all matches", `SELECT number FROM matches ORDER BY place DESC`}
	allUnchained = statement{"all unchained", `SELECT number FROM matches WHERE head IS NULL ORDER BY place DESC`}
	unchained    = statement{"unchained", `SELECT count(*) FROM matches WHERE head IS NULL AND number = ?`}
	factsBehind  = statement{"facts behind", `SELECT seq, line, link FROM facts WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?`}
)

// Check deletes the staged rows of a killed import, chains matches in small steps, checks the
// whole database on a connection of its own, and then runs a checkpoint. Keep can run meanwhile.
// Check returns the newly damaged matches. If a finished match is damaged, Check moves its
// unsound facts to the table "aside". The error is [ErrDamaged] with the first fault in the
// database itself, the context's error on cancellation, or [os.ErrClosed] if the database is
// closed or replaced meanwhile.
func (s *Store) Check(ctx context.Context) ([]companion.Damage, error) {
	_ = s.exclusive(ctx, func() error { return nil }) // errors such as a full disk are no damage
	err := s.chainAll(ctx)
	if err == nil {
		err = s.withSession(ctx, func(ctx context.Context, opened *session) error {
			if opened.conn == nil { // a frozen session has only readers
				return nil
			}
			return inspect(ctx, s.path())
		})
	}
	var damaged []companion.Damage
	if err == nil {
		damaged, err = s.checkMatches(ctx)
	}
	return damaged, s.failure("check", err)
}

// chainAll computes the links of all matches without links. It returns no error if the disk is
// full or can't be written, because that is no damage.
func (s *Store) chainAll(ctx context.Context) error {
	old, err := s.numbers(ctx, allUnchained)
	for i := 0; i < len(old) && err == nil; i++ {
		err = s.chain(ctx, old[i])
	}
	if kind := kindOf(err); kind == ErrFull || kind == ErrReadOnly {
		return nil
	}
	return err
}

// checkMatches checks each match and returns the newly damaged ones.
func (s *Store) checkMatches(ctx context.Context) (damaged []companion.Damage, err error) {
	all, err := s.numbers(ctx, allMatches)
	for i := 0; i < len(all) && err == nil; i++ {
		var d companion.Damage
		if d, err = s.checkMatch(ctx, all[i]); d.From > 0 {
			damaged = append(damaged, d)
		}
	}
	return damaged, err
}

// numbers returns the match numbers that the query q selects.
func (s *Store) numbers(ctx context.Context, q statement) (all []int64, err error) {
	err = s.read(ctx, func(r reader) error {
		all = nil
		return r.rows(q, func(rows *sql.Rows) error {
			var number int64
			err := rows.Scan(&number)
			all = append(all, number)
			return err
		})
	})
	return all, err
}

// checkMatch reads a match and returns its damage, unless it was reported before. It heals a
// finished match.
func (s *Store) checkMatch(ctx context.Context, number int64) (d companion.Damage, err error) {
	var m matchRow
	err = s.read(ctx, func(r reader) error {
		d = companion.Damage{}
		err := r.tx.QueryRowContext(ctx, findShelved.text, number).Scan(m.fields()...)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // the match was erased meanwhile
		}
		if err != nil {
			return misread(err)
		}
		d = companion.Damage{Match: m.id, Game: m.game, Started: m.started}
		d.From, err = r.lines(number, func(in io.Reader) error {
			_, err := io.Copy(io.Discard, in)
			return err
		})
		return err
	})
	if d.From == m.damaged() {
		return companion.Damage{}, err // no damage, or damage that was reported before
	}
	if err != nil || !m.over {
		return d, err
	}
	return d, s.edit(ctx, func(w *writer) { w.mark(number, w.heal(number, w.matchRow(number).ending)) })
}

// chain computes the links of the facts of a match in small steps. The match was stored by an
// older version, without links. chain skips a match that another transaction has chained
// meanwhile, as when the match is resumed or renamed.
func (s *Store) chain(ctx context.Context, number int64) error {
	end, more := ending{}, true
	for more {
		err := s.transact(ctx, func(w *writer) { more = w.chainSome(number, &end) })
		if err != nil {
			return err
		}
	}
	return nil
}

// chainSome computes the links of the next facts after the first end.count facts of a match, and
// updates end. It reports whether more facts follow. If a fact is missing, it heals the match.
func (w *writer) chainSome(number int64, end *ending) (more bool) {
	left, last := 0, link{}
	if w.find(unchained, []any{number}, &left); left == 0 {
		return false
	}
	copy(last[:], end.head)
	facts := w.facts(factsBehind, number, end.count, stepRows)
	for _, f := range facts {
		if f.seq != end.count+1 {
			w.mark(number, w.heal(number, ending{}))
			return false
		}
		last = last.follow(f.line)
		*end = ending{count: f.seq, head: bytes.Clone(last[:])}
		w.exec(setLink, end.head, number, f.seq)
	}
	if len(facts) < stepRows && w.err == nil && end.count > 0 {
		w.mark(number, *end)
	}
	return len(facts) == stepRows && w.err == nil
}

// withSession calls work with a borrowed session. The context of work is canceled when the
// session closes.
func (s *Store) withSession(ctx context.Context, work func(context.Context, *session) error) error {
	opened, err := s.borrow()
	if err != nil {
		return err
	}
	defer opened.users.Done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(opened.ended, func() { cancel(os.ErrClosed) })()
	err = work(ctx, opened)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return err
}

func inspect(ctx context.Context, path string) error {
	own, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer own.close()
	if err := own.quickCheck(ctx); err != nil {
		return err
	}
	_, err = own.conn.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	return err
}
