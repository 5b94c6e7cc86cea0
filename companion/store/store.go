package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"tabletop/companion"
	"tabletop/games"
)

// Store is the database of one state folder. Its methods may be called from
// several goroutines; those that write wait for each other, and those that read the
// shelf or check wait for nobody.
type Store struct {
	dir   string
	now   time.Time // when it was opened
	lock  *os.File
	step  func(name string) // told each step of a transaction before it is done
	games games.Catalogue   // whose records are read

	bringing chan struct{} // holds one while a file is being brought

	mu      fairMutex
	session *session // nil after a failure: to be opened again
	fresh   string   // the name of a database set aside
	closed  bool
	edits   int // how often matches or names were changed, other than by Keep
}

// Open takes the state folder dir for this process, creating it and the database
// if they are missing, and brings the database to the present version. A database
// that can't be read is set aside under a name made of now, and an empty one takes
// its place; [Store.Load] tells the name. The records in it, and those that are
// brought, are of the games in the catalogue.
//
// The error is a *[HeldError] if another daemon holds the folder, or an *[Error]:
// [ErrNewer], [ErrFull], [ErrReadOnly], or what the kernel said, with the path.
func Open(dir string, now time.Time, catalogue games.Catalogue) (*Store, error) {
	path, err := filepath.Abs(dir)
	s := &Store{dir: path, now: now, step: func(string) {}, games: catalogue, bringing: make(chan struct{}, 1)}
	if err == nil {
		err = makeFolder(path)
	}
	if err != nil {
		return nil, s.failure("create "+dir, err)
	}
	s.lock, err = hold(path, now)
	if held := (*HeldError)(nil); errors.As(err, &held) {
		return nil, held
	}
	if err != nil {
		return nil, s.failure("lock "+dir, err)
	}
	if err := s.begin(); err != nil {
		_ = s.lock.Close()
		return nil, s.failure("open "+s.path(), err)
	}
	return s, nil
}

func (s *Store) path() string { return filepath.Join(s.dir, database) }

// begin opens the database as another process left it.
func (s *Store) begin() error {
	err := s.connect(syncLog)
	if kindOf(err) == ErrDamaged {
		return s.replace(s.now)
	}
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
	ctx := context.Background()
	opened, err := open(ctx, path)
	if err != nil {
		return err
	}
	err = opened.migrate(ctx, steps)
	if err == nil {
		err = opened.settle(ctx)
	}
	if err != nil {
		return errors.Join(err, opened.close())
	}
	s.session = opened
	return nil
}

// revive opens the database again if the last transaction failed.
func (s *Store) revive() error {
	if s.closed {
		return os.ErrClosed
	}
	if s.session != nil {
		return nil
	}
	return s.connect(renewLog)
}

// drop closes the database after a failure, so that nothing is done before it
// was opened again. What a failed disk says to the closing adds nothing.
func (s *Store) drop() {
	if s.session != nil {
		_ = s.session.close()
		s.session = nil
	}
}

// replace sets the database aside and opens an empty one.
func (s *Store) replace(now time.Time) error {
	s.drop()
	name, err := setAside(s.dir, now)
	if err != nil {
		return err
	}
	s.fresh = name
	s.edits++
	return s.connect(syncLog)
}

// Renew renames the database to a dated name, which it returns, and goes on
// with an empty one: after [ErrDamaged] from Keep or Check. What is to be kept of
// the match must be kept again from its first line.
func (s *Store) Renew(now time.Time) (name string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return "", s.failure("set aside", os.ErrClosed)
	}
	err = s.replace(now)
	return s.fresh, s.failure("set aside "+s.path(), err)
}

// Load reads what the evening starts with. A database in which that can't be read
// is set aside, as in [Open].
func (s *Store) Load(ctx context.Context) (companion.Evening, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	evening, err := s.evening(ctx)
	if kindOf(err) == ErrDamaged {
		if err = s.replace(s.now); err == nil {
			evening, err = s.evening(ctx)
		}
	}
	if err != nil {
		return companion.Evening{}, s.failure("load", err)
	}
	evening.Fresh = s.fresh
	return evening, nil
}

func (s *Store) evening(ctx context.Context) (e companion.Evening, err error) {
	if err := s.revive(); err != nil {
		return e, err
	}
	err = s.session.shelved(ctx, func(r reading) error {
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
	s.closed = true
	var err error
	if s.session != nil {
		err = s.session.close()
		s.session = nil
	}
	return s.failure("close", errors.Join(err, s.lock.Close()))
}
