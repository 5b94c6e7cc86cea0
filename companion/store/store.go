package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"tabletop/companion"
	"tabletop/games"
)

// Store is the database of one state folder. Its methods may be called from
// several goroutines; those that write wait for each other, and those that read the
// shelf or check wait for nobody.
type Store struct {
	dir   string
	now   time.Time         // when it was opened
	lock  *os.File          // nil where none can be written
	step  func(name string) // told each step of a transaction before it is done
	games games.Catalogue   // whose records are read

	importing chan struct{} // holds one while a file is being brought
	edits     atomic.Int64  // how often matches or names were changed, other than by Keep

	mu           fairMutex // held by who writes
	begun        bool      // the database was opened once
	rescue       companion.Rescue
	commits      int      // how often something was written
	spare        *session // a copy of a damaged database
	spareCommits int      // the commits that it has seen

	paces paces

	sessionMu sync.Mutex // for a moment, also by who writes
	session   *session   // nil after a failure: to be opened again
	frozen    *frozen    // what is read meanwhile
	closed    bool
}

// Open takes the state folder dir for this process, creating it and the database
// if they are missing, and brings the database to the present version. A database
// that is damaged is set aside under a name made of now, and what can be read of it
// takes its place; [Store.Load] tells what that is. The records in it, and those that are
// brought, are of the games in the catalogue.
//
// Where nothing can be written, but there is a database, it is opened for reading from a
// copy in memory, and with each Keep it is tried whether it can be written again.
//
// The error is a *[HeldError] if another daemon holds the folder, or an *[Error]:
// [ErrNewer], [ErrFull], [ErrReadOnly], or what the kernel said, with the path.
func Open(dir string, now time.Time, catalogue games.Catalogue) (*Store, error) {
	path, err := filepath.Abs(dir)
	s := &Store{dir: path, now: now, step: func(string) {}, games: catalogue, importing: make(chan struct{}, 1)}
	if err == nil {
		err = makeFolder(path)
	}
	if err != nil {
		return nil, s.failure("create "+dir, err)
	}
	s.lock, err = lockFolder(path, now)
	if held := (*HeldError)(nil); errors.As(err, &held) {
		return nil, held
	}
	if err != nil {
		return nil, s.failure("lock "+dir, err)
	}
	if err := s.begin(); err != nil && !s.canRead(err) {
		return nil, errors.Join(s.failure("open "+s.path(), err), s.unlock())
	}
	return s, nil
}

func (s *Store) path() string { return filepath.Join(s.dir, database) }

// canRead reports whether the database, which can't be written, can be read.
func (s *Store) canRead(why error) bool {
	if errors.Is(why, ErrNewer) || kindOf(why) == nil && !unclear(why) {
		return false
	}
	return s.freeze(why) == nil
}

// begin opens the database as another process left it.
func (s *Store) begin() error {
	err := finishReplacing(s.dir)
	if err == nil {
		err = s.connect(syncLog)
	}
	if kindOf(err) == ErrDamaged {
		err = s.replace(s.now)
	}
	s.begun = s.begun || err == nil
	return err
}

// connect opens the session after the log, if there is one, was brought to disk.
func (s *Store) connect(secure func(path string) error) error {
	path := s.path()
	if err := makeDatabase(path); err != nil {
		return err
	}
	if err := secure(path); err != nil {
		return err
	}
	if err := s.precheck(path); err != nil {
		return err
	}
	ctx := context.Background()
	opened, err := open(ctx, path)
	if err != nil {
		return err
	}
	err = opened.migrate(ctx, steps)
	if err == nil {
		err = opened.settle(ctx)
	}
	if err == nil {
		err = opened.emptyLog(ctx)
	}
	if err != nil {
		return errors.Join(err, opened.close())
	}
	s.setSession(opened, nil)
	return nil
}

// use makes a session that of the writer and its readers, or none, and what is read
// without one.
func (s *Store) setSession(opened *session, still *frozen) {
	s.sessionMu.Lock()
	before := s.frozen
	s.session, s.frozen = opened, still
	s.sessionMu.Unlock()
	s.forgetSpare()
	if before != nil {
		_ = before.close()
	}
}

// revive opens the database again if the last transaction failed.
func (s *Store) reopen() error {
	switch {
	case s.closed:
		return os.ErrClosed
	case s.session != nil:
		return nil
	case !s.begun:
		return s.begin()
	}
	return s.connect(renewLog)
}

// drop closes the database after a failure, so that nothing is done before it
// was opened again. What a failed disk says to the closing adds nothing.
func (s *Store) drop() {
	if opened := s.session; opened != nil {
		s.setSession(nil, nil)
		_ = opened.close()
	}
}

// Renew sets the database aside under a dated name, and goes on with what can be read
// of it: after [ErrDamaged] from Keep or Check. It returns what that is. What the table
// still knows of its matches should be kept again from their first lines.
func (s *Store) Renew(now time.Time) (companion.Rescue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return companion.Rescue{}, s.failure("set aside", os.ErrClosed)
	}
	err := s.replace(now)
	return s.rescue, s.failure("set aside "+s.path(), err)
}

// Load reads what the evening starts with. A database in which that can't be read
// is set aside, as in [Open].
func (s *Store) Load(ctx context.Context) (companion.Evening, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	opened, err := s.readable()
	evening, err := eveningOf(ctx, opened, err)
	if kindOf(err) == ErrDamaged && s.replace(s.now) == nil {
		evening, err = eveningOf(ctx, s.session, nil)
	}
	if err != nil {
		return companion.Evening{}, s.failure("load", err)
	}
	evening.Rescue = s.rescue
	if f := s.frozen; f != nil {
		evening.Unkept = s.failure("write "+s.path(), f.why)
	}
	return evening, nil
}

func eveningOf(ctx context.Context, opened *session, failed error) (e companion.Evening, err error) {
	if failed != nil {
		return e, failed
	}
	err = opened.withReader(ctx, func(r reader) error {
		e, err = r.evening()
		return err
	})
	return e, err
}

// Close lets go of the folder. It writes the log into the database.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	opened := s.session
	s.sessionMu.Lock()
	s.closed = true
	s.sessionMu.Unlock()
	s.setSession(nil, nil)
	var err error
	if opened != nil {
		err = opened.close()
	}
	return s.failure("close", errors.Join(err, s.unlock()))
}

// letGo gives the folder up.
func (s *Store) unlock() error {
	if s.lock == nil {
		return nil
	}
	return release(s.lock)
}
