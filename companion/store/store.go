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

// Store is the open database of one state folder. Its methods may be called from several
// goroutines. Writers wait for each other; readers and checks don't wait.
type Store struct {
	dir   string
	now   time.Time         // time at which the store was opened
	lock  *os.File          // locked lock file; nil if the file can't be written
	step  func(name string) // callback after each step of a transaction, for tests
	games games.Catalogue   // the games of the stored records

	importing chan struct{} // contains one element while an import runs
	edits     atomic.Int64  // number of changes to stored matches or names, except by Keep

	mu           fairMutex // held during each write transaction
	begun        bool      // the database was opened at least once
	rescue       companion.Rescue
	commits      int      // number of write transactions so far
	spare        *session // salvaged copy, in memory, of a damaged database; nil if there is none
	spareCommits int      // value of commits when spare was made

	paces paces

	sessionMu sync.Mutex // guards the fields below; held briefly
	session   *session   // open database; nil after a failure, until the database is reopened
	frozen    *frozen    // read-only copy used while session is nil
	closed    bool
}

// Open locks the state folder dir for this process, creates the folder and the database if they
// are missing, and migrates the database to the current version. It moves a damaged database
// aside, under a name with the date of now, and replaces it by the data salvaged from it;
// [Store.Load] reports the result. The catalogue contains the games of stored and imported
// records.
//
// If the database exists but can't be written, Open copies it to memory and reads the copy. Each
// Keep tries again to write to the database.
//
// Open returns a *[LockedError] if another daemon holds the folder. Other errors are of type
// *[Error] and contain the path: [ErrNewer], [ErrFull], [ErrReadOnly] or an error of the kernel.
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

// canRead reports whether the database can be read although it can't be written. In this case,
// canRead loads a copy into memory. why is the error of the attempt to open the database.
func (s *Store) canRead(why error) bool {
	if errors.Is(why, ErrNewer) || kindOf(why) == nil && !isIOError(why) {
		return false
	}
	return s.freeze(why) == nil
}

// begin opens the database as another process has left it. It completes an interrupted
// replacement, and replaces a damaged database.
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

// connect calls secure, which puts the log safely on disk, and opens the session.
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

// setSession sets s.session and s.frozen. Either argument may be nil. setSession closes the
// previous frozen copy and salvaged copy.
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

// reopen opens the database again if a failed transaction has closed it.
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

// drop closes the database after a failure, so that it is reopened before its next use. drop
// ignores errors of closing, which add nothing after the failure.
func (s *Store) drop() {
	if opened := s.session; opened != nil {
		s.setSession(nil, nil)
		_ = opened.close()
	}
}

// Renew moves the database aside, under a name with the date of now, and continues with the data
// salvaged from it. Renew is called after [ErrDamaged] from Keep or Check. It returns a report
// of the salvaged data. The table should then store its matches again from their first lines.
func (s *Store) Renew(now time.Time) (companion.Rescue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return companion.Rescue{}, s.failure("set aside", os.ErrClosed)
	}
	err := s.replace(now)
	return s.rescue, s.failure("set aside "+s.path(), err)
}

// Load returns the data that the companion needs at the start of an evening. If the database is
// too damaged to be read, Load replaces it as [Open] does.
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

// Close moves the log into the database, closes the database and unlocks the state folder.
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

// unlock releases the lock of the state folder, if this process holds one.
func (s *Store) unlock() error {
	if s.lock == nil {
		return nil
	}
	return release(s.lock)
}
