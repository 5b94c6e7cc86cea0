package store

import (
	"context"
	"fmt"
	"os"
)

// Check sweeps out what a killed process was bringing, looks through the whole database
// on a connection of its own, then empties the log into it; Keep goes on meanwhile. It returns [ErrDamaged] with the first
// fault found, the context's error if it is cancelled, and [os.ErrClosed] if the
// database is closed or set aside while it looks.
func (s *Store) Check(ctx context.Context) error {
	_ = s.alone(ctx, func() error { return nil }) // a full disk is no damage
	err := s.beside(ctx, func(ctx context.Context, _ *session) error { return inspect(ctx, s.path()) })
	return s.failure("check", err)
}

// beside works on another connection than the one that writes, until the session
// ends: then the work's context does.
func (s *Store) beside(ctx context.Context, work func(context.Context, *session) error) error {
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

// borrow returns the session, which then waits for users.Done before it closes.
func (s *Store) borrow() (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.revive(); err != nil {
		return nil, err
	}
	s.session.users.Add(1)
	return s.session, nil
}

func inspect(ctx context.Context, path string) error {
	own, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer own.close()
	var verdict string
	if err := own.conn.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	_, err = own.conn.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	return err
}
