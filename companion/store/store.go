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

// Store is the database of one state folder. Its methods may be called from several goroutines.
// Writers wait for each other; readers and checks wait for nobody.
type Store struct {
	dir   string
	now   time.Time         // when the store was opened
	lock  *os.File          // nil if no lock file can be written
	step  func(name string) // called after each step of a transaction
	games games.Catalogue   // the games of the stored records

	importing chan struct{} // holds one token while an import runs
	edits     atomic.Int64  // number of changes of matches or names, except by Keep

	mu           fairMutex // held by writers
	begun        bool      // the database was opened at least once
	rescue       companion.Rescue
	commits      int      // number of write transactions so far
	spare        *session // salvaged copy of a damaged database
	spareCommits int      // value of commits when spare was made

	paces paces

	sessionMu sync.Mutex // guards the fields below; held briefly
	session   *session   // nil after a failure, until reopened
	frozen    *frozen    // read-only copy used while session is nil
	closed    bool
}

// Open locks the state folder dir for this process, creates the folder and the database if they
// are missing, and migrates the database to the current version. It moves a damaged database
// aside, under a name with the date of now, and replaces it by the data salvaged from it;
// [Store.Load] reports the result. The catalogue contains the games of stored and imported
// records.
//
// If the database exists but can't be written, Open copies it to memory and reads it there.
// Each Keep tries to write again.
//
// Open returns a *[LockedError] if another daemon holds the folder, or else an *[Error] with the
// path: [ErrNewer], [ErrFull], [ErrReadOnly] or an error of the kernel.
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
	if held := (*LockedError)(nil); errors.As(err, &held) {
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

// canRead reports whether a database that can't be written can be read. It loads the frozen
// copy.
func (s *Store) canRead(why error) bool {
	if errors.Is(why, ErrNewer) || kindOf(why) == nil && !isIOError(why) {
		return false
	}
	return s.freeze(why) == nil
}

// begin opens the database that another process has left.
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

// connect secures the log, if there is one, and opens the session.
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

// setSession replaces the session of the writer and the readers, and the frozen copy. Both may
// be nil.
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

// reopen opens the database again after a failed transaction.
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

// drop closes the database after a failure, so that it is reopened before the next use. It
// ignores errors of the close, which add nothing on a failed disk.
func (s *Store) drop() {
	if opened := s.session; opened != nil {
		s.setSession(nil, nil)
		_ = opened.close()
	}
}

// Renew moves the database aside, under a dated name, and continues with the data salvaged from
// it. It is called after [ErrDamaged] from Keep or Check. It returns a report of the salvaged
// data. The table should then store its matches again from their first lines.
func (s *Store) Renew(now time.Time) (companion.Rescue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return companion.Rescue{}, s.failure("set aside", os.ErrClosed)
	}
	err := s.replace(now)
	return s.rescue, s.failure("set aside "+s.path(), err)
}

// Load reads the state at the start of an evening. If the database is too damaged to read it,
// Load replaces the database as [Open] does.
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
		evening.ReadOnly = s.failure("write "+s.path(), f.why)
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

// Close writes the log into the database and releases the folder.
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

// unlock releases the lock of the folder.
func (s *Store) unlock() error {
	if s.lock == nil {
		return nil
	}
	return release(s.lock)
}
