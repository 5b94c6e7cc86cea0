package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"modernc.org/sqlite"

	"tabletop/companion/store/pages"
)

// mostFrozen is the maximum size in bytes of a database that is copied to memory. A box has 512
// MB of memory.
const mostFrozen = 64 << 20

// readFiles reads the database at path, and its log. most is the maximum number of bytes to read
// from the database. Pages that the card fails to return are zeros.
func readFiles(path string, most int64) (*pages.File, error) {
	main, err := readPages(path, most)
	if err != nil {
		return nil, err
	}
	log, err := readPages(path+walSuffix, mostFrozen)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return pages.Read(main, log), nil
}

// readPages reads the file at path, page by page. most is the maximum number of bytes to read.
// Unreadable pages are zeros.
func readPages(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, nil
	case info.Size() > mostFrozen && most == mostFrozen:
		return nil, fmt.Errorf("%w: %s has %d bytes", ErrLarge, path, info.Size())
	}
	all := make([]byte, min(info.Size(), most))
	for at := 0; at < len(all); at += pages.Size {
		block := all[at:min(at+pages.Size, len(all))]
		if _, err := f.ReadAt(block, int64(at)); err != nil && err != io.EOF {
			clear(block)
		}
	}
	return all, nil
}

// frozen is a read-only copy of the database in memory.
type frozen struct {
	*session
	why error // reason why the database itself can't be used
}

// freeze copies the database to memory. why is the error that prevents the use of the database
// on the disk. If SQLite can't read the database, freeze copies the salvaged data.
func (s *Store) freeze(why error) error {
	f, err := readFiles(s.path(), mostFrozen)
	if err != nil {
		return err
	}
	ctx := context.Background()
	image, err := sqliteImage(ctx, f)
	if kindOf(err) == ErrDamaged {
		all := salvage(f, s.games)
		s.rescue = all.report()
		image, err = rebuild(ctx, all, s.now)
	}
	if err != nil {
		return err
	}
	still, err := readOnly(image)
	if err == nil {
		s.setSession(nil, &frozen{still, why})
	}
	return err
}

// withSpare calls look with a session that reads the salvaged data in memory. The writer still
// uses the damaged database until one of the writer's own statements fails.
func (s *Store) withSpare(ctx context.Context, look func(context.Context, *session) error) error {
	s.mu.Lock()
	spare, err := s.salvagedCopy(ctx)
	if err == nil {
		spare.users.Add(1)
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	defer spare.users.Done()
	return look(ctx, spare)
}

// salvagedCopy returns a session that reads a copy in memory of the data salvaged from the
// current database.
func (s *Store) salvagedCopy(ctx context.Context) (*session, error) {
	switch {
	case s.closed:
		return nil, os.ErrClosed
	case s.spare != nil && s.spareCommits == s.commits:
		return s.spare, nil
	}
	f, err := readFiles(s.path(), mostFrozen)
	if err != nil {
		return nil, err
	}
	image, err := rebuild(ctx, salvage(f, s.games), s.now)
	if err != nil {
		return nil, err
	}
	spare, err := readOnly(image)
	if err == nil {
		s.forgetSpare()
		s.spare, s.spareCommits = spare, s.commits
	}
	return spare, err
}

// forgetSpare closes the salvaged copy of the database, if there is one.
func (s *Store) forgetSpare() {
	if s.spare != nil {
		_ = s.spare.close()
		s.spare = nil
	}
}

// readOnly returns a session that reads a copy of the database image in memory.
func readOnly(image []byte) (*session, error) {
	readers, err := inMemory(image)
	s := newSession(nil, nil)
	s.readers = readers
	return s, err
}

// readable returns the writing session. If the database can't be opened, readable returns the
// session of the frozen copy. The caller holds s.mu.
func (s *Store) readable() (*session, error) {
	err := s.reopen()
	if err == nil {
		return s.session, nil
	}
	if s.frozen == nil && (s.closed || s.freeze(err) != nil) {
		return nil, err
	}
	return s.frozen.session, nil
}

// borrow returns a session for reading. The caller must call users.Done after its use; the
// session doesn't close before that. borrow waits for the writer only if no session is open, as
// after a failure of the database.
func (s *Store) borrow() (*session, error) {
	if opened, err := s.current(); opened != nil || err != nil {
		return opened, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	opened, err := s.readable()
	if err == nil {
		opened.users.Add(1)
	}
	return opened, err
}

// current returns the open session or, without one, the session of the frozen copy. It counts
// the caller as a user. It returns nil if there is no session.
func (s *Store) current() (*session, error) {
	s.sessionMu.Lock()
	defer s.sessionMu.Unlock()
	opened := s.session
	switch {
	case s.closed:
		return nil, os.ErrClosed
	case opened == nil && s.frozen != nil:
		opened = s.frozen.session
	}
	if opened != nil {
		opened.users.Add(1)
	}
	return opened, nil
}

// sqliteImage returns the bytes of the database as SQLite reads it, migrated to the current
// version.
func sqliteImage(ctx context.Context, f *pages.File) ([]byte, error) {
	image := f.Image()
	if len(image) > 0 && !f.Sound() {
		return nil, fmt.Errorf("%w: its header", ErrDamaged)
	}
	return withMemoryDB(ctx, image, func(s *session) error {
		if err := s.migrate(ctx, steps); err != nil {
			return err
		}
		return s.quickCheck(ctx)
	})
}

// rebuild returns the bytes of a new database with the salvaged data.
func rebuild(ctx context.Context, all salvagedData, now time.Time) ([]byte, error) {
	return withMemoryDB(ctx, nil, func(s *session) error {
		if err := s.migrate(ctx, steps); err != nil {
			return err
		}
		return all.writeTo(ctx, s, now)
	})
}

// withMemoryDB calls work with a copy of the database image in memory. It returns the bytes of
// the copy afterwards.
func withMemoryDB(ctx context.Context, image []byte, work func(*session) error) (out []byte, err error) {
	db, err := inMemory(image)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := newSession(db, conn)
	defer func() { err = errors.Join(err, s.close()) }()
	if err := work(s); err != nil {
		return nil, err
	}
	err = conn.Raw(func(c any) (err error) {
		out, err = c.(inMemoryConn).Serialize()
		return err
	})
	return out, err
}

// inMemoryConn is an SQLite connection that can load and return the bytes of a whole database.
type inMemoryConn interface {
	driver.Conn
	Serialize() ([]byte, error)
	Deserialize([]byte) error
}

// memoryConnector connects to a database in memory that begins as a copy of image. Changes to
// the database don't affect image.
type memoryConnector struct {
	driver.Connector
	image []byte
}

// Connect returns a new connection and loads a copy of the image into it.
func (c memoryConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil || len(c.image) == 0 {
		return conn, err
	}
	if err := conn.(inMemoryConn).Deserialize(c.image); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// inMemory returns a database in memory that begins as a copy of image. It has one connection.
func inMemory(image []byte) (*sql.DB, error) {
	base, err := sqlite.NewConnector("file::memory:?_dqs=0&_error_rc=1")
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(memoryConnector{base, image})
	db.SetMaxOpenConns(1)
	return db, nil
}
